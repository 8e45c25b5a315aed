import { describe, expect, it } from 'vitest';
import { type ListColumn, savedColumns } from '../../../../../renderer/components/list-screen/list-column.ts';
import { narrowed, scopeOf, searchChoices } from '../../../../../renderer/components/list-screen/scope.ts';
import type { SearchQuery } from '../../../../../shared/model/search-query.ts';

describe('the dispatches that a place is about', () => {
  it('are those of its agency, client and result', () => {
    expect(scopeOf({ connectionId: 'c', rut: '76.086.428-5', resultSetId: 'r' })).toEqual({
      connectionIds: ['c'],
      ruts: ['76086428-5'],
      resultSetId: 'r',
    });
  });

  it('are all when it names nothing, or a client that is no RUT', () => {
    expect(scopeOf({})).toEqual({});
    expect(scopeOf({ rut: 'ACME' })).toEqual({});
  });

  it('are narrowed by one more thing, or by one less', () => {
    expect(narrowed({ rut: '1-9' }, 'resultSetId', 'r')).toEqual({ rut: '1-9', resultSetId: 'r' });
    expect(narrowed({ rut: '1-9', resultSetId: 'r' }, 'rut', null)).toEqual({ resultSetId: 'r' });
  });

  it('can be those of a saved search, or of the result that is open', () => {
    const question: SearchQuery = { kind: 'dispatches', connectionIds: [], dispatches: [] };
    const words = { kind: 'words', text: 'flete', filter: {} } as const;
    const saved = [
      { name: 'Octubre', resultSetId: 'r1', question },
      { name: 'Sin filas propias', resultSetId: 'r3', question: words },
    ];
    expect(searchChoices(saved, 'r1', 'abierto')).toEqual([{ value: 'r1', label: 'Octubre' }]);
    expect(searchChoices(saved, 'r2', 'abierto').map(({ label }) => label)).toEqual(['abierto', 'Octubre']);
  });
});

describe('the columns of a saved file', () => {
  const column = (id: string, saved?: ListColumn<string>['saved']): ListColumn<string> => ({
    id,
    title: id,
    width: 1,
    isShownAtFirst: true,
    align: 'start',
    cell: (text) => ({ kind: 'text', text }),
    ...(saved && { saved }),
  });

  it('are those that are shown, some of them in several, each once', () => {
    const columns = [
      column('number'),
      column('chase', [
        { column: 'askedOn', title: 'Solicitado el' },
        { column: 'number', title: 'Despacho' },
      ]),
    ];
    expect(savedColumns(columns).map((one) => one.column)).toEqual(['number', 'askedOn']);
  });
});

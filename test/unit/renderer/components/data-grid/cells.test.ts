import { describe, expect, it } from 'vitest';
import { stateVerdict } from '../../../../../renderer/components/data-grid/cells.tsx';
import { lineAfter } from '../../../../../renderer/components/data-grid/grid-keyboard.ts';
import {
  cellAt,
  dateCell,
  itemCell,
  valueAt,
} from '../../../../../renderer/components/data-grid/item-value.ts';
import { sortRows, sortWithin } from '../../../../../renderer/components/data-grid/use-fixed-pages.ts';
import { fileStatus } from '../../../../../shared/model/file-status.ts';

const yesNo = { yes: 'Sí', no: 'No' };

describe('a value of the service', () => {
  const item = { name: 'DIN', infoDoc: { issuer: { name: 'ACME' } }, 'a.b': 1, absent: null };

  it('is found by its path, also where a key holds a dot', () => {
    expect(valueAt(item, 'infoDoc.issuer.name')).toBe('ACME');
    expect(valueAt(item, 'a.b')).toBe(1);
    expect(valueAt(item, 'infoDoc.issuer.name.length')).toBeUndefined();
    expect(valueAt(item, 'constructor')).toBeUndefined();
  });

  it('shows as what it is; nothing as nothing', () => {
    expect(itemCell(12.5, yesNo)).toEqual({ kind: 'number', value: 12.5 });
    expect(itemCell(0, yesNo)).toEqual({ kind: 'number', value: 0 });
    expect(itemCell(null, yesNo)).toEqual({ kind: 'text', text: '' });
    expect(itemCell(undefined, yesNo)).toEqual({ kind: 'text', text: '' });
    expect(itemCell(false, yesNo)).toEqual({ kind: 'text', text: 'No' });
    expect(itemCell(['a', 1], yesNo)).toEqual({ kind: 'text', text: '["a",1]' });
  });

  it('that is a date without a time stays on its day, and one with a time is on its day in Santiago', () => {
    expect(dateCell('2026-10-01T00:00:00.000Z')).toEqual({ kind: 'day', text: '01-10-2026' });
    expect(dateCell('2026-10-01T02:30:00.000Z')).toEqual({ kind: 'day', text: '30-09-2026' });
    expect(dateCell('octubre')).toEqual({ kind: 'text', text: 'octubre' });
  });

  it('that a document writes as a date is a day where a date is named, and text elsewhere', () => {
    const document = { document: { dueDate: '5 de octubre de 2026', number: '05-10-2026' } };
    expect(cellAt(document, 'document.dueDate', yesNo)).toEqual({ kind: 'day', text: '05-10-2026' });
    expect(cellAt(document, 'document.number', yesNo)).toEqual({ kind: 'text', text: '05-10-2026' });
  });
});

describe('a state of the service', () => {
  it.each([
    ['Aceptada', 'good'],
    ['LEGALIZADO', 'good'],
    ['Pagado', 'good'],
    ['Rechazada', 'bad'],
    ['Anulado', 'bad'],
    ['No aceptada', 'plain'],
    ['NO PAGADO', 'plain'],
    ['Impagado', 'plain'],
    ['Incompleta', 'plain'],
    ['Aún no pagada', 'plain'],
    ['Sin legalizar', 'plain'],
    ['No rechazada', 'plain'],
    ['Pagado parcialmente', 'plain'],
    ['Aceptada a nombre de otro', 'good'],
    ['En trámite', 'plain'],
  ])('%s is %s', (state, verdict) => {
    expect(stateVerdict(state)).toBe(verdict);
  });
});

describe("a document's file", () => {
  it('is here before anything else', () => {
    expect(fileStatus({ file: 'none', path: '/a', removedAt: '2026-01-01' })).toBe('here');
    expect(fileStatus({ file: 'available', removedAt: '2026-01-01' })).toBe('gone');
    expect(fileStatus({ file: 'unsigned' })).toBe('unsigned');
  });
});

describe('rows that are all here', () => {
  const column = { id: 'day', title: '', width: 1, isShownAtFirst: true, align: 'start' as const };

  it('sort days by the calendar and numbers by value', () => {
    const days = ['02-01-2026', '01-02-2025', '31-12-2025'];
    const byDay = { ...column, cell: (text: string) => ({ kind: 'day' as const, text }) };
    expect(sortRows(days, [byDay], [{ column: 'day', descending: false }])).toEqual([
      '01-02-2025',
      '31-12-2025',
      '02-01-2026',
    ]);
    const byNumber = { ...column, cell: (value: number) => ({ kind: 'number' as const, value }) };
    expect(sortRows([9, 100, -3], [byNumber], [{ column: 'day', descending: true }])).toEqual([100, 9, -3]);
  });

  it('leave what is empty last in both directions', () => {
    const byText = { ...column, cell: (text: string) => ({ kind: 'text' as const, text }) };
    const sorted = (descending: boolean) =>
      sortRows(['', 'b', '', 'a'], [byText], [{ column: 'day', descending }]);
    expect(sorted(false)).toEqual(['a', 'b', '', '']);
    expect(sorted(true)).toEqual(['b', 'a', '', '']);
  });

  it('are read once a row, however often they are compared', () => {
    const rows = Array.from({ length: 100 }, (_, index) => String((index * 37) % 100));
    const read: string[] = [];
    const cell = (text: string) => {
      read.push(text);
      return { kind: 'text' as const, text };
    };
    const sorted = sortRows(rows, [{ ...column, cell }], [{ column: 'day', descending: false }]);
    expect(sorted).toEqual(Array.from({ length: 100 }, (_, index) => String(index)));
    expect(read).toEqual(rows);
  });

  it('are sorted within their groups, by what a column says it is sorted by', () => {
    const cell = () => ({ kind: 'text' as const, text: 'hoy' });
    const byMoment = { ...column, cell, sortedBy: (at: string) => at };
    const groups = [
      { key: 'one', label: '', rows: 2 },
      { key: 'other', label: '', rows: 2 },
    ];
    expect(
      sortWithin(['4', '2', '3', '1'], groups, [byMoment], [{ column: 'day', descending: false }]),
    ).toEqual(['2', '4', '1', '3']);
  });

  it('stay as they came when nothing is sorted by', () => {
    const rows = ['b', 'a'];
    expect(sortRows(rows, [], [{ column: 'gone', descending: false }])).toBe(rows);
  });
});

describe('moving through lines', () => {
  it('stays within the list', () => {
    expect(lineAfter('ArrowDown', -1, 10, 5)).toBe(0);
    expect(lineAfter('ArrowUp', 0, 10, 5)).toBe(0);
    expect(lineAfter('PageDown', 7, 10, 5)).toBe(9);
    expect(lineAfter('End', 2, 10, 5)).toBe(9);
    expect(lineAfter('a', 2, 10, 5)).toBeUndefined();
  });
});

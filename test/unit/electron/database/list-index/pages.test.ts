import { expect, test, vi } from 'vitest';
import { filterTokens } from '../../../../../electron/database/filter-tokens.ts';
import { createReads } from '../../../../../electron/database/worker-queries.ts';
import type { StoredDocument } from '../../../../../shared/model/document.ts';
import { acme, document, octoberInvoices } from '../../../../support/samples/documents.ts';
import { at, resultSetsInMemory } from '../../../../support/samples/result-sets-in-memory.ts';

const { answerOf, database, forgetAll, store, windowOf } = resultSetsInMemory();

test('a window near the top of a long list is the same as when the whole list is sorted', () => {
  const documents = Array.from({ length: 3000 }, (_, index) => ({ folio: String((index * 7919) % 3001) }));
  const resultSetId = answerOf(documents);
  const by = { sort: [{ column: 'folio', descending: true }] };
  const near = windowOf(resultSetId, { ...by, limit: 50 }).rows;
  const deep = windowOf(resultSetId, { ...by, offset: 2900, limit: 100 }).rows;
  const again = windowOf(resultSetId, { ...by, limit: 50 }).rows;
  expect(near.map(({ folio }) => Number(folio))).toEqual(
    Array.from({ length: 3000 }, (_, index) => (index * 7919) % 3001)
      .sort((a, b) => b - a)
      .slice(0, 50),
  );
  expect(again).toEqual(near);
  expect(deep).toHaveLength(100);
});

test('the first rows of a filter come before they are counted, and the count when it is asked for again', () => {
  const resultSetId = answerOf(
    Array.from({ length: 3000 }, (_, index) => ({
      folio: String(index),
      type: index % 3 === 0 ? 'NOTA' : 'GUÍA',
    })),
  );
  const tokens = filterTokens('guia');
  const query = {
    resultSetId,
    list: 'documents' as const,
    tokens,
    offset: 0,
    limit: 50,
    group: 'none' as const,
  };
  const by = { sort: [{ column: 'folio', descending: true }] };
  store.rowsPage({ ...query, ...by, tokens: [] });
  const first = store.rowsPage({ ...query, ...by });
  expect(first).not.toHaveProperty('total');
  expect(store.rowsPage({ ...query, ...by })).toEqual({ ...first, total: 2000 });
  const rare = store.rowsPage({ ...query, ...by, tokens: filterTokens('2998') });
  expect(rare.total).toBe(1);
});

test('a filter with bars finds the rows that contain one of its texts, each as a whole', () => {
  const types = ['FACTURA COMERCIAL', 'GUÍA AÉREA (AWB)', 'NOTA DE COBRO', 'FACTURA AGENCIA'];
  const resultSetId = answerOf(types.map((type, index) => ({ folio: String(index), type })));
  const found = (filter: string) => windowOf(resultSetId, { filter }).rows.map(({ type }) => type);
  expect(found('FACTURA COMERCIAL|Guía aérea (AWB)')).toEqual([types[0], types[1]]);
  expect(found('nota factura|aerea')).toEqual([types[1]]);
  expect(found('|cobro|')).toEqual([types[2]]);
});

test('a list is sorted by a column that was read ahead as by any other, also after a change', async () => {
  vi.useFakeTimers();
  try {
    const resultSetId = answerOf(['rojo', 'azul', 'verde'].map((color) => ({ more: { color } })));
    const colors = () => {
      const { rows } = windowOf(resultSetId, { sort: [{ column: 'color', descending: false }] });
      return rows.map(({ item }) => item['color']);
    };
    windowOf(resultSetId, {});
    store.preload(resultSetId, 'documents', ['color']);
    await vi.advanceTimersByTimeAsync(2_000);
    expect(colors()).toEqual(['azul', 'rojo', 'verde']);
    store.upsertPage({
      connectionId: 'agency',
      rut: acme,
      query: octoberInvoices,
      at: '2026-11-20T13:00:01.000Z',
      documents: [document({ id: `${resultSetId}-0`, more: { color: 'zafiro' } })],
    });
    expect(colors()).toEqual(['azul', 'verde', 'zafiro']);
  } finally {
    vi.useRealTimers();
  }
});

test('a list is opened from its kept beginning, until something in it changes', () => {
  const resultSetId = answerOf([{ folio: '5' }, { folio: '9' }, { folio: '7' }]);
  const query = {
    resultSetId,
    list: 'documents' as const,
    offset: 0,
    limit: 50,
    group: 'none' as const,
    tokens: [],
  };
  const shown = { ...query, sort: [{ column: 'folio', descending: false }] };
  const folios = () => {
    // As after a start: nothing is in memory.
    const { rows } = createReads(database).rowsPage(shown);
    return (rows as StoredDocument[]).map(({ folio }) => folio);
  };
  const first = store.readFirstRows(shown);
  expect(first).toMatchObject({ total: 3, ids: expect.any(Array) });
  // Kept the other way round, so that it can be told from what is read.
  store.saveFirstRows(resultSetId, { ...first, ids: first.ids.toReversed() });
  expect(folios()).toEqual(['9', '7', '5']);
  store.upsertPage({
    connectionId: 'agency',
    rut: acme,
    query: octoberInvoices,
    at,
    documents: [document({ id: `${resultSetId}-3`, folio: '8' })],
    member: { resultSetId, taskId: 0 },
  });
  expect(folios()).toEqual(['5', '7', '8', '9']);
});

test('an answer that takes the place of a deleted one in the file is shown with its own rows', () => {
  forgetAll();
  const shown = { sort: [{ column: 'folio', descending: false }], filter: 'factura' };
  const folios = (of: readonly string[]) => {
    const resultSetId = answerOf(of.map((folio) => ({ folio })));
    return windowOf(resultSetId, shown).rows.map(({ folio }) => folio);
  };
  expect(folios(['5', '9', '7'])).toEqual(['5', '7', '9']);
  forgetAll();
  expect(folios(['9', '7', '5'])).toEqual(['5', '7', '9']);
});

test('rows that arrive after a list was sorted and filtered stand where they belong', () => {
  const resultSetId = answerOf([
    { folio: '5', type: 'FACTURA' },
    { folio: '9', type: 'FACTURA' },
  ]);
  const shown = { sort: [{ column: 'folio', descending: false }], filter: 'factura' };
  expect(windowOf(resultSetId, shown).rows.map(({ folio }) => folio)).toEqual(['5', '9']);
  store.upsertPage({
    connectionId: 'agency',
    rut: acme,
    query: octoberInvoices,
    at: '2026-11-20T13:00:01.000Z',
    documents: [document({ id: `${resultSetId}-7`, folio: '7', type: 'FACTURA' })],
    member: { resultSetId, taskId: 0 },
  });
  expect(windowOf(resultSetId, shown).rows.map(({ folio }) => folio)).toEqual(['5', '7', '9']);
  store.upsertPage({
    connectionId: 'agency',
    rut: acme,
    query: octoberInvoices,
    at: '2026-11-20T13:00:02.000Z',
    documents: [document({ id: `${resultSetId}-7`, folio: '11', type: 'NOTA' })],
  });
  expect(windowOf(resultSetId, shown).rows.map(({ folio }) => folio)).toEqual(['5', '9']);
  expect(windowOf(resultSetId, { ...shown, filter: '' }).rows.map(({ folio }) => folio)).toEqual([
    '5',
    '9',
    '11',
  ]);
});

test('dates as documents write them sort by their day, and what is none stands last', () => {
  const written = ['28/10/2026', '9 de noviembre de 2026', 'OCT 2026', '02-11-26', '2026-11-01', ''];
  const resultSetId = answerOf(written.map((issueDate) => ({ issueDate })));
  const inOrder = (descending: boolean, column = 'issueDate') =>
    windowOf(resultSetId, { sort: [{ column, descending }] }).rows.map(({ issueDate }) => issueDate);
  const byDay = ['28/10/2026', '2026-11-01', '02-11-26', '9 de noviembre de 2026'];
  for (const column of ['issueDate', 'infoDoc.document.issueDate']) {
    expect(inOrder(false, column)).toEqual([...byDay, 'OCT 2026', '']);
    expect(inOrder(true, column)).toEqual([...byDay.toReversed(), 'OCT 2026', '']);
  }
});

test('an instant sorts, among days, within the one that it is in Santiago', () => {
  const written = ['05/03/2026', '2026-03-05T02:30:00Z', '2026-03-04T23:00:00Z', '03-03-2026'];
  const resultSetId = answerOf(written.map((issueDate) => ({ issueDate })));
  const sort = [{ column: 'infoDoc.document.issueDate', descending: false }];
  expect(windowOf(resultSetId, { sort }).rows.map(({ issueDate }) => issueDate)).toEqual(
    written.toReversed(),
  );
});

test.each(['28/10/2026', '28 de Octubre de 2026', '28-10-26'])(
  'a date that a document writes as %j is found as people write it',
  (issueDate) => {
    const resultSetId = answerOf([{ issueDate }]);
    expect(windowOf(resultSetId, { filter: '28-10-2026' }).total).toBe(1);
    expect(windowOf(resultSetId, { filter: issueDate }).total).toBe(1);
  },
);

test.each([
  ['a RUT with dots finds the one without', '96.591.760-8', true],
  ['a RUT without dots finds the one with', '76086428-5', true],
  ['a date is found as people write it', '05-10-2026', true],
  ['a date with a time is found by its day in Santiago', '09-10-2026', true],
  ['an amount is found as people write it', '1.234.567,5', true],
  ['a client is found by name, where the name is known', 'importaciones acme', true],
  ['a percent sign finds no more than itself', '100%', false],
])('%s', (_, text, isFound) => {
  const resultSetId = answerOf([
    {
      issuerId: '96591760-8',
      issueDate: '2026-10-05T00:00:00.000Z',
      more: {
        rutBodega: '76.086.428-5',
        visto: '2026-10-10T01:30:00.000Z',
        peso: 1234567.5,
        avance: '100 por ciento',
      },
    },
  ]);
  const tokens = filterTokens(text, (word) => ('importaciones acme s.a.'.includes(word) ? [acme] : []));
  const query = { offset: 0, limit: 10, sort: [], group: 'none' as const };
  const { total } = store.rowsPage({ resultSetId, list: 'documents', tokens, ...query });
  expect(total).toBe(isFound ? 1 : 0);
});

test('keys of the service are offered as columns, unknown ones and those of the dispatch too', () => {
  const resultSetId = answerOf([{ more: { color: 'verde', caja: { ancho: 3, marcas: ['x'] }, vacio: '' } }]);
  const paths = store.listItemPaths(resultSetId, 'documents');
  expect(paths).toEqual(
    expect.arrayContaining([
      'color',
      'caja.ancho',
      'caja.marcas',
      'infoDoc.issuer.name',
      'dispatch.referencia',
    ]),
  );
  expect(paths).not.toContain('vacio');
  expect(store.listItemPaths(resultSetId, 'dispatches')).toContain('referencia');
});

test('an answer that is no longer kept is said to be gone', () => {
  expect(() => windowOf('none')).toThrow(expect.objectContaining({ code: 'RESULT_SET_GONE' }));
});

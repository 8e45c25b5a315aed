import fc from 'fast-check';
import { afterAll, describe, expect, test, vi } from 'vitest';
import { openDatabase } from '../../electron/store/database.ts';
import { createReads, createWrites } from '../../electron/store/methods.ts';
import { filterWords } from '../../electron/store/text.ts';
import type { KeptDocument } from '../../shared/model/document.ts';
import type { Json, JsonObject } from '../../shared/model/json.ts';
import type { RowsQuery } from '../../shared/model/question.ts';
import { acme, document, octoberInvoices } from '../support/documents.ts';
import { holds } from '../support/properties.ts';

const at = '2026-11-20T13:00:00.000Z';
const { database } = openDatabase(':memory:');
const store = { ...createWrites(database), ...createReads(database) };
afterAll(() => database.close());

let answers = 0;

/** An answer that holds these documents, in this order. */
function answerOf(documents: readonly Given[]): string {
  // What a thousand runs leave behind would slow down the last of them.
  if (++answers % 100 === 0) forgetAll();
  const resultSetId = `answer-${answers}`;
  const question = { kind: 'range', connectionIds: ['agency'] } as never;
  store.createResultSet(resultSetId, question, at);
  store.upsertPage({
    ...{ connectionId: 'agency', rut: acme, question: octoberInvoices, at },
    documents: documents.map((given, place) => document({ ...given, id: `${resultSetId}-${place}` })),
    member: { resultSetId, walkId: 0 },
  });
  return resultSetId;
}

function forgetAll(): void {
  store.pruneAnswers('9');
  while (store.pruneDocuments('9', 10_000) > 0);
}

type Given = Omit<Parameters<typeof document>[0], 'id'>;
type Shown = Partial<Omit<RowsQuery, 'resultSetId' | 'list'>>;

function windowOf(resultSetId: string, { filter = '', ...shown }: Shown = {}) {
  const query = { offset: 0, limit: 500, sort: [], group: 'none' as const, ...shown };
  const asked = { resultSetId, list: 'documents' as const, words: filterWords(filter), ...query };
  const first = store.rowsWindow(asked);
  // The first rows of a filter may come before they are counted; counted, they are the same.
  const window = first.total === undefined ? store.rowsWindow(asked) : first;
  expect(window.rows).toEqual(first.rows);
  expect(window.total).toBeDefined();
  return { ...window, rows: window.rows as KeptDocument[] };
}

/** The places, in the order of arrival, of the rows that a window shows. */
const placeOf = ({ id }: { id: string }) => Number(id.split('-').at(-1));
const placesOf = (rows: readonly { id: string }[]) => rows.map(placeOf);

// Few different letters and words, so that rows have something in common.
const word = fc.constantFrom(
  'factura',
  'Ñuñoa',
  'ÁRBOL',
  'a',
  '7',
  '0012',
  '12',
  'zz',
  'B/L',
  '%',
  '_',
  "o'higgins",
  '"',
);
const value = fc.array(word, { maxLength: 3 }).map((words) => words.join(' '));
const given: fc.Arbitrary<Given> = fc.record({
  type: value,
  dispatchNumber: fc.constantFrom('', '9', '10', '010', '200-A'),
  folio: value,
  issuerName: value,
  reference: value,
  more: fc.record({
    peso: fc.option(fc.double({ noNaN: true, noDefaultInfinity: true })),
    'color.de.caja': value,
  }),
  dispatch: fc.record({ valorCif: fc.option(fc.integer()), nombreNave: value }),
});
const list = fc.array(given, { maxLength: 25 });
const column = fc.constantFrom(
  ...['type', 'dispatchNumber', 'folio', 'issuerName', 'reference', 'id'],
  ...[
    'peso',
    'color.de.caja',
    'dispatch.valorCif',
    'dispatch.nombreNave',
    'infoDoc.document.number',
    'nothing',
  ],
);
const sort = fc.array(fc.record({ column, descending: fc.boolean() }), { maxLength: 3 });
const filter = fc.array(fc.oneof(word, fc.constantFrom('fac', 'ARB', 'nun', 'q')), { maxLength: 3 });

describe('rows are those of a plain model', () => {
  holds(
    'sorted by any columns, nothing last, ties in the order of arrival',
    fc.property(list, sort, (documents, by) => {
      const { rows } = windowOf(answerOf(documents), { sort: by });
      const all = [...rows].sort((a, b) => placeOf(a) - placeOf(b));
      const expected = all.toSorted((a, b) => {
        for (const { column: name, descending } of by) {
          const order = compareValues(plainValue(a, name), plainValue(b, name), descending);
          if (order !== 0) return order;
        }
        return 0;
      });
      expect(placesOf(rows)).toEqual(placesOf(expected));
    }),
  );

  holds(
    'filtered by words that must all stand somewhere in the row, accents and case ignored',
    fc.property(list, filter, (documents, words) => {
      const resultSetId = answerOf(documents);
      const { rows, total } = windowOf(resultSetId, { filter: words.join(' ') });
      const wanted = plainWords(words.join(' '));
      const expected = windowOf(resultSetId).rows.filter((row) => {
        const texts = leaves(row.item).map(plainText);
        return wanted.every((one) => texts.some((text) => text.includes(one)));
      });
      expect(placesOf(rows)).toEqual(placesOf(expected));
      expect(total).toBe(expected.length);
    }),
  );

  holds(
    'in windows that join to the whole, whatever their size, with sort, filter and groups together',
    fc.property(
      list,
      sort,
      filter,
      fc.constantFrom('none', 'dispatch', 'type', 'client'),
      fc.integer({ min: 1, max: 7 }),
      (documents, by, words, group, limit) => {
        const resultSetId = answerOf(documents);
        const shown = { sort: by, filter: words.join(' '), group } as const;
        const whole = windowOf(resultSetId, shown);
        const joined: KeptDocument[] = [];
        for (let offset = 0; offset <= whole.rows.length; offset += limit) {
          joined.push(...windowOf(resultSetId, { ...shown, offset, limit }).rows);
        }
        expect(placesOf(joined)).toEqual(placesOf(whole.rows));
        const plain = windowOf(resultSetId, { sort: by, filter: words.join(' ') });
        expect(placesOf(whole.rows).toSorted()).toEqual(placesOf(plain.rows).toSorted());
        const labels = (rows: readonly KeptDocument[]) => rows.map((row) => groupOf(row, group));
        const runs = labels(whole.rows).filter(
          (label, place, all) => place === 0 || label !== all[place - 1],
        );
        expect(new Set(runs).size).toBe(runs.length);
        if (group === 'none') expect(whole.groups).toBeUndefined();
        else {
          expect(whole.groups?.map(({ label }) => label)).toEqual(runs);
          expect(whole.groups?.map(({ rows }) => rows)).toEqual(
            runs.map((run) => labels(whole.rows).filter((label) => label === run).length),
          );
        }
      },
    ),
  );
});

function groupOf(row: KeptDocument, group: RowsQuery['group']): string {
  return { none: '', dispatch: row.dispatchNumber, type: row.type, client: row.rut }[group];
}

function plainValue(row: KeptDocument, name: string): Json | undefined {
  if (Object.hasOwn(row, name)) return row[name as keyof KeptDocument] as Json;
  if (Object.hasOwn(row.item, name)) return row.item[name];
  return name
    .split('.')
    .reduce<Json | undefined>((inner, key) => (inner as JsonObject | null)?.[key], row.item);
}

function compareValues(a: Json | undefined, b: Json | undefined, descending: boolean): number {
  const isNothing = (one: Json | undefined) =>
    one === undefined || one === null || plainText(String(one)) === '';
  if (isNothing(a) || isNothing(b)) return Number(isNothing(a)) - Number(isNothing(b));
  const order = typeof a === 'number' && typeof b === 'number' ? a - b : naturally(String(a), String(b));
  return descending ? -order : order;
}

/** Letter by letter, whole number by whole number. */
function naturally(a: string, b: string): number {
  const parts = (text: string) => plainText(text).match(/\d+|\D/g) ?? [];
  const [left, right] = [parts(a), parts(b)];
  for (let place = 0; place < Math.min(left.length, right.length); place++) {
    const [x = '', y = ''] = [left[place], right[place]];
    const areNumbers = /^\d/.test(x) && /^\d/.test(y);
    const order = areNumbers ? Number(x) - Number(y) : x < y ? -1 : x > y ? 1 : 0;
    if (order !== 0) return order;
  }
  return left.length - right.length;
}

function plainText(text: string): string {
  const bare = text.normalize('NFD').replace(/[\u0300-\u036f]/g, '');
  return bare.toLowerCase().trim();
}

function plainWords(text: string): string[] {
  return plainText(text)
    .split(/\s+/)
    .filter((one) => one !== '');
}

function leaves(value: Json): string[] {
  if (typeof value === 'string') return [value];
  if (typeof value === 'number') return [String(value)];
  return typeof value === 'object' && value !== null ? Object.values(value).flatMap(leaves) : [];
}

test('a window near the top of a long list is the same as when the whole list is sorted', () => {
  const documents = Array.from({ length: 3000 }, (_, place) => ({ folio: String((place * 7919) % 3001) }));
  const resultSetId = answerOf(documents);
  const by = { sort: [{ column: 'folio', descending: true }] };
  const near = windowOf(resultSetId, { ...by, limit: 50 }).rows;
  const deep = windowOf(resultSetId, { ...by, offset: 2900, limit: 100 }).rows;
  const again = windowOf(resultSetId, { ...by, limit: 50 }).rows;
  expect(near.map(({ folio }) => Number(folio))).toEqual(
    Array.from({ length: 3000 }, (_, place) => (place * 7919) % 3001)
      .sort((a, b) => b - a)
      .slice(0, 50),
  );
  expect(again).toEqual(near);
  expect(deep).toHaveLength(100);
});

test('the first rows of a filter come before they are counted, and the count when it is asked for again', () => {
  const resultSetId = answerOf(
    Array.from({ length: 3000 }, (_, place) => ({
      folio: String(place),
      type: place % 3 === 0 ? 'NOTA' : 'GUÍA',
    })),
  );
  const words = filterWords('guia');
  const query = {
    resultSetId,
    list: 'documents' as const,
    words,
    offset: 0,
    limit: 50,
    group: 'none' as const,
  };
  const by = { sort: [{ column: 'folio', descending: true }] };
  store.rowsWindow({ ...query, ...by, words: [] });
  const first = store.rowsWindow({ ...query, ...by });
  expect(first).not.toHaveProperty('total');
  expect(store.rowsWindow({ ...query, ...by })).toEqual({ ...first, total: 2000 });
  const rare = store.rowsWindow({ ...query, ...by, words: filterWords('2998') });
  expect(rare.total).toBe(1);
});

test.each([
  ['read before anybody sorts by them', ['color'], 0],
  ['else read when they are sorted by', [], 1],
])('columns on the screen are %s', async (_, columns, reads) => {
  vi.useFakeTimers();
  try {
    const resultSetId = answerOf(['rojo', 'azul', 'verde'].map((color) => ({ more: { color } })));
    windowOf(resultSetId, {});
    store.readAhead(resultSetId, 'documents', columns);
    await vi.advanceTimersByTimeAsync(2_000);
    const prepared = vi.spyOn(database, 'prepare');
    const { rows } = windowOf(resultSetId, { sort: [{ column: 'color', descending: false }] });
    expect(rows.map(({ item }) => item['color'])).toEqual(['azul', 'rojo', 'verde']);
    expect(prepared.mock.calls.filter(([sql]) => sql.includes('json_extract'))).toHaveLength(reads);
  } finally {
    vi.restoreAllMocks();
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
    words: [],
  };
  const shown = { ...query, sort: [{ column: 'folio', descending: false }] };
  const folios = () => {
    // As after a start: nothing is in memory.
    const { rows } = createReads(database).rowsWindow(shown);
    return (rows as KeptDocument[]).map(({ folio }) => folio);
  };
  const first = store.readFirstRows(shown);
  expect(first).toMatchObject({ total: 3, ids: expect.any(Array) });
  // Kept the other way round, so that it can be told from what is read.
  store.keepFirstRows(resultSetId, { ...first, ids: first.ids.toReversed() });
  expect(folios()).toEqual(['9', '7', '5']);
  store.upsertPage({
    ...{ connectionId: 'agency', rut: acme, question: octoberInvoices, at },
    documents: [document({ id: `${resultSetId}-3`, folio: '8' })],
    member: { resultSetId, walkId: 0 },
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
    ...{ connectionId: 'agency', rut: acme, question: octoberInvoices, at: '2026-11-20T13:00:01.000Z' },
    documents: [document({ id: `${resultSetId}-7`, folio: '7', type: 'FACTURA' })],
    member: { resultSetId, walkId: 0 },
  });
  expect(windowOf(resultSetId, shown).rows.map(({ folio }) => folio)).toEqual(['5', '7', '9']);
  store.upsertPage({
    ...{ connectionId: 'agency', rut: acme, question: octoberInvoices, at: '2026-11-20T13:00:02.000Z' },
    documents: [document({ id: `${resultSetId}-7`, folio: '11', type: 'NOTA' })],
  });
  expect(windowOf(resultSetId, shown).rows.map(({ folio }) => folio)).toEqual(['5', '9']);
  expect(windowOf(resultSetId, { ...shown, filter: '' }).rows.map(({ folio }) => folio)).toEqual([
    '5',
    '9',
    '11',
  ]);
});

test('dates as papers write them sort by their day, and what is none stands last', () => {
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
  'a date that a paper writes as %j is found as people write it',
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
  const words = filterWords(text, (word) => ('importaciones acme s.a.'.includes(word) ? [acme] : []));
  const query = { offset: 0, limit: 10, sort: [], group: 'none' as const };
  const { total } = store.rowsWindow({ resultSetId, list: 'documents', words, ...query });
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

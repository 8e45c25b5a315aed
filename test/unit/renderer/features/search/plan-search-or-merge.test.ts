import { describe, expect, it } from 'vitest';
import {
  asOneLine,
  type Choices,
  filterOfTypes,
  mayBeLarge,
  planMerge,
  planSearch,
  planWays,
  setByText,
} from '../../../../../renderer/features/search/plan-search-or-merge.ts';
import type { Rut } from '../../../../../shared/model/rut.ts';
import type { ParsedQuery } from '../../../../../shared/model/search.ts';

const acme = '76086428-5' as Rut;
const sur = '9068826-K' as Rut;

const choices: Choices = {
  connectionIds: ['agency'],
  range: { kind: 'this-month' },
  types: { kind: 'all', operation: 'both' },
  complete: false,
  book: [{ rut: acme }, { rut: sur }],
};

function parsedQuery(overrides: Partial<Extract<ParsedQuery, { kind: 'understood' }>>): ParsedQuery {
  const nothing = {
    dispatches: [],
    clients: [],
    documents: [],
    unmatched: [],
    types: [],
    terms: [],
    wrong: [],
  };
  return { kind: 'understood', ...nothing, aside: 0, asides: [], numberRanges: [], ...overrides };
}

const client = { rut: acme, name: 'ACME', digitIsRight: true, expected: '5' };
const unknownDispatch = { number: '123457', ruts: [], source: 'unknown' as const };

describe('what a search would do', () => {
  it('asks a client for the dates and types that are selected', () => {
    expect(planSearch(parsedQuery({ clients: [client] }), choices)).toEqual({
      kind: 'ask',
      query: {
        kind: 'range',
        connectionIds: ['agency'],
        ruts: [acme],
        range: { kind: 'this-month' },
        types: { kind: 'all', operation: 'both' },
        complete: false,
      },
    });
  });

  it('asks a dispatch of the client that is known to have it', () => {
    const plan = planSearch(
      parsedQuery({ dispatches: [{ number: '1', ruts: [sur], source: 'kept' }] }),
      choices,
    );
    expect(plan).toEqual({
      kind: 'ask',
      query: { kind: 'dispatches', connectionIds: ['agency'], dispatches: [{ number: '1', ruts: [sur] }] },
    });
  });

  it('asks for a dispatch of which nothing is known as whoever has it, and wants clients where there are none', () => {
    const unknown = parsedQuery({ dispatches: [unknownDispatch] });
    expect(planSearch(unknown, choices)).toMatchObject({
      kind: 'ask',
      query: { kind: 'dispatches', dispatches: [{ number: '123457', ruts: [] }] },
    });
    expect(planSearch(unknown, { ...choices, book: [] })).toEqual({ kind: 'needs-clients' });
  });

  it('shows the stored document of a number before it asks whether that is a dispatch too', () => {
    const both = { documents: [{ text: '123457', count: 1 }], terms: ['123457'] };
    expect(planSearch(parsedQuery({ dispatches: [unknownDispatch], ...both }), choices)).toEqual({
      kind: 'find',
      text: '123457',
    });
    const stored = { number: '123457', ruts: [acme], source: 'kept' as const };
    expect(planSearch(parsedQuery({ dispatches: [stored], ...both }), choices)).toMatchObject({
      kind: 'ask',
    });
  });

  it('offers both of a number that is one of a dispatch and of stored documents, first what Enter takes', () => {
    const both = { documents: [{ text: '123457', count: 1 }], terms: ['123457'] };
    const byNumber = { kind: 'ask', query: { kind: 'dispatches', dispatches: [{ number: '123457' }] } };
    const found = { kind: 'find', text: '123457' };
    const unknown = parsedQuery({ dispatches: [unknownDispatch], ...both });
    expect(planWays(unknown, choices)).toMatchObject([found, byNumber]);
    const stored = { number: '123457', ruts: [acme], source: 'kept' as const };
    expect(planWays(parsedQuery({ dispatches: [stored], ...both }), choices)).toMatchObject([
      byNumber,
      found,
    ]);
    expect(planWays(parsedQuery({ dispatches: [stored] }), choices)).toMatchObject([byNumber]);
  });

  it('shows stored documents of numbers where nobody can be asked about them', () => {
    const documents = { documents: [{ text: '123457', count: 1 }], terms: ['123457'] };
    const stored = { number: '123457', ruts: [acme], source: 'kept' as const };
    const list = [unknownDispatch, { ...unknownDispatch, number: '123458' }];
    const found = [{ kind: 'find', text: '123457' }];
    const nobody = { ...choices, connectionIds: [] };
    expect(planWays(parsedQuery({ dispatches: list, ...documents }), nobody)).toEqual(found);
    expect(planWays(parsedQuery({ dispatches: [stored], ...documents }), nobody)).toEqual(found);
    expect(planWays(parsedQuery({ dispatches: list, ...documents }), { ...choices, book: [] })).toEqual(
      found,
    );
    expect(planWays(parsedQuery({ dispatches: list }), nobody)).toEqual([{ kind: 'needs-agency' }]);
  });

  it('asks for a list of dispatches, although one of them is the number of a stored document too', () => {
    const list = [unknownDispatch, { ...unknownDispatch, number: '123458' }];
    const ways = planWays(
      parsedQuery({ dispatches: list, documents: [{ text: '0123457', count: 2 }], terms: ['0123457'] }),
      choices,
    );
    expect(ways).toMatchObject([
      { kind: 'ask', query: { dispatches: [{ number: '123457' }, { number: '123458' }] } },
      { kind: 'find', text: '0123457' },
    ]);
  });

  it('asks all clients for types and days that the text says, and for what was selected beside it since', () => {
    const october = { kind: 'days' as const, start: '2026-10-01', end: '2026-10-31' };
    const named = { types: ['FACTURA'], range: october };
    const said = parsedQuery(named);
    expect(planSearch(said, choices)).toMatchObject({
      query: { ruts: [acme, sur], range: october, types: { kind: 'some', names: ['FACTURA'] } },
    });
    expect(planSearch(said, { ...choices, isRangeSelected: true, areTypesSelected: true })).toMatchObject({
      query: { ruts: [acme, sur], range: { kind: 'this-month' }, types: { kind: 'all' } },
    });
    expect(planSearch(parsedQuery({ ...named, terms: ['Puerto'] }), choices)).toEqual({
      kind: 'find',
      text: 'Puerto',
    });
  });

  it('takes the client that stands beside the number', () => {
    const plan = planSearch(parsedQuery({ dispatches: [unknownDispatch], clients: [client] }), choices);
    expect(plan).toMatchObject({ query: { dispatches: [{ number: '123457', ruts: [acme] }] } });
  });

  it('looks for words in what is kept, without an agency', () => {
    const plan = planSearch(parsedQuery({ terms: ['factura', '88'] }), { ...choices, connectionIds: [] });
    expect(plan).toEqual({ kind: 'find', text: 'factura 88' });
  });

  it('says that an agency is needed before it says that a client is', () => {
    const plan = planSearch(parsedQuery({ dispatches: [unknownDispatch] }), {
      ...choices,
      connectionIds: [],
    });
    expect(plan).toEqual({ kind: 'needs-agency' });
  });

  it('does nothing for nothing', () => {
    expect(planSearch({ kind: 'nothing' }, choices)).toEqual({ kind: 'nothing' });
    expect(planSearch(parsedQuery({ wrong: [{ text: '1e2', reason: 'rut-form' }] }), choices)).toEqual({
      kind: 'nothing',
    });
  });
});

describe('the size of a query', () => {
  const dispatches = (count: number) => ({
    kind: 'dispatches' as const,
    connectionIds: ['agency'],
    dispatches: Array.from({ length: count }, (_, index) => ({ number: String(index), ruts: [] })),
  });
  it('is counted only where it may be large', () => {
    expect(mayBeLarge(dispatches(1), 60)).toBe(false);
    expect(mayBeLarge(dispatches(1), 499)).toBe(true);
    expect(mayBeLarge(dispatches(10), 60)).toBe(true);
  });
});

describe('a pasted list', () => {
  it('becomes one line whose numbers stay apart', () => {
    expect(asOneLine('123457\r\n123458\n\n 123459\t76.086.428-5 \n')).toBe(
      '123457; 123458; 123459 | 76.086.428-5',
    );
  });
});

describe('what a PDF would be made of', () => {
  it('is the dispatch of a number, also where documents have that number too', () => {
    const both = parsedQuery({
      dispatches: [unknownDispatch],
      documents: [{ text: '123457', count: 2 }],
      terms: ['123457'],
    });
    expect(planSearch(both, choices)).toEqual({ kind: 'find', text: '123457' });
    expect(planMerge(both, choices)).toEqual({
      kind: 'ask',
      query: {
        kind: 'dispatches',
        connectionIds: ['agency'],
        dispatches: [{ number: '123457', ruts: [] }],
      },
    });
  });

  it('is nothing of a client, a kind of document or words', () => {
    expect(planMerge(parsedQuery({ clients: [client] }), choices)).toEqual({ kind: 'nothing' });
    expect(planMerge(parsedQuery({ types: ['FACTURA'], terms: ['algo'] }), choices)).toEqual({
      kind: 'nothing',
    });
    expect(planMerge({ kind: 'nothing' }, choices)).toEqual({ kind: 'nothing' });
  });
});

describe('the types that a text names beside dispatches', () => {
  const filterOf = (overrides: Parameters<typeof parsedQuery>[0]) => {
    const parsed = parsedQuery(overrides);
    return filterOfTypes(parsed, planSearch(parsed, choices));
  };

  it('narrow the documents of those dispatches, unless they are too many to be written', () => {
    const bill = ['CONOCIMIENTO DE EMBARQUE (B/L)'];
    expect(filterOf({ dispatches: [unknownDispatch], types: bill })).toBe(bill[0]);
    expect(filterOf({ dispatches: [unknownDispatch], types: [...bill, 'FACTURA'] })).toBe(
      'CONOCIMIENTO DE EMBARQUE (B/L)|FACTURA',
    );
    const many = Array.from({ length: 60 }, (_, index) => `CERTIFICADO ${index}`);
    expect(filterOf({ dispatches: [unknownDispatch], types: many })).toBeUndefined();
  });

  it('narrow nothing of clients, whose search asks for them alone', () => {
    expect(filterOf({ clients: [client], types: ['FACTURA'] })).toBeUndefined();
    expect(filterOf({ dispatches: [unknownDispatch] })).toBeUndefined();
  });
});

describe('what a text sets for its own search', () => {
  const october = { kind: 'days', start: '2026-10-01', end: '2026-10-31' } as const;
  const text = parsedQuery({ clients: [client], types: ['FACTURA'], range: october });
  const set = (read: ParsedQuery, more: Partial<Choices> = {}) => {
    const chosen = { ...choices, ...more };
    return setByText(read, planSearch(read, chosen), chosen);
  };

  it('is its days and its types, until each is taken off', () => {
    expect(set(text)).toEqual({ range: october, types: { kind: 'some', names: ['FACTURA'] } });
    expect(set(text, { isRangeSelected: true })).toEqual({ types: { kind: 'some', names: ['FACTURA'] } });
    expect(set(text, { areTypesSelected: true })).toEqual({ range: october });
  });

  it('is what Enter asks', () => {
    const plan = planSearch(text, choices);
    expect(plan).toMatchObject({ kind: 'ask', query: set(text) });
    const off = planSearch(text, { ...choices, isRangeSelected: true, areTypesSelected: true });
    expect(off).toMatchObject({ kind: 'ask', query: { range: choices.range, types: choices.types } });
  });

  it('is nothing where dispatches are asked for, or words are looked for', () => {
    expect(set(parsedQuery({ dispatches: [unknownDispatch], types: ['FACTURA'], range: october }))).toEqual(
      {},
    );
    expect(set(parsedQuery({ terms: ['algo'] }))).toEqual({});
    expect(set({ kind: 'nothing' })).toEqual({});
  });
});

import { expect, test } from 'vitest';
import type { DeclaredDispatch, StatedDocument } from '../../../../../electron/database/rules/claim.ts';
import { findClaims } from '../../../../../electron/database/rules/document-claims.ts';
import type {
  DocumentFact,
  FactForm,
  FactName,
} from '../../../../../electron/database/text-index/fact-queries.ts';

/** A document of dispatch 1 that states these facts. */
function stating(
  form: FactForm,
  facts: Partial<Record<FactName, string>>,
  known: Partial<StatedDocument> = {},
): StatedDocument {
  const documentId = known.documentId ?? Object.values(facts).join(' ');
  return {
    row: 1,
    connectionId: 'agency',
    documentId,
    dispatchRow: 1,
    folio: '',
    issuerId: '',
    issuerName: '',
    totals: {},
    issueDate: '',
    paid: undefined,
    facts: (Object.entries(facts) as [FactName, string][]).map(
      ([name, value]): DocumentFact => ({ form, name, value, page: 1, line: value, isScanned: false }),
    ),
    ...known,
  };
}

const shown = (documents: readonly StatedDocument[], dispatches: readonly DeclaredDispatch[] = []) =>
  findClaims(documents, dispatches).map(({ reason }) => [reason.kind, reason.stated.value, reason.known]);

test.each([
  ['SZ-2024-001', 'SZ2024001'],
  ['SZ-2024-001', 'SZ 2024 001'],
  ['SZ-2024-001', 'SZ-2024-1'],
  ['SZ/2024/001', 'SZ-2024-001'],
  ['F001-00012345', 'F001-12345'],
  ['F001-00012345', 'f1 12345'],
])('a number %s is the folio %s in another writing', (number, folio) => {
  const facts = { number, date: '2026-10-05' };
  const [same, later] = ['2026-10-05', '2026-12-05'].map((issueDate) =>
    shown([stating('invoice', facts, { folio, issueDate })]),
  );
  expect(same).toEqual([]);
  expect(later).toEqual([['issue-date-differs', '2026-10-05', '2026-12-05']]);
});

test('a number with another folio is claimed', () => {
  const document = stating('invoice', { number: 'SZ-2024-001' }, { folio: 'SZ-2024-002' });
  expect(shown([document])).toEqual([['folio-differs', 'SZ-2024-001', 'SZ-2024-002']]);
});

test.each(['1', '12345', 'SZ-1234', 'A-SZ-12345'])(
  'a folio %s that is a part of a number, or has it, tells neither another folio nor another day',
  (folio) => {
    const known = { folio, issueDate: '2026-12-05' };
    expect(shown([stating('invoice', { number: 'SZ-12345', date: '2026-10-05' }, known)])).toEqual([]);
  },
);

/** A dispatch that is completely read. */
const dispatch = (
  row: number,
  transport: string,
  more: Partial<DeclaredDispatch> = {},
): DeclaredDispatch => ({
  row,
  connectionId: 'agency',
  number: String(row),
  declaration: '',
  acceptance: '',
  transport,
  isWhole: () => true,
  ...more,
});

test('house bills of many dispatches are looked through as often as there are bills', () => {
  const readsOf = (count: number) => {
    let reads = 0;
    const rows = Array.from({ length: count }, (_, index) => index + 1);
    const documents = rows.map((row) => {
      const { facts, ...rest } = stating('bill', { number: `HOUSE${1_000_000 + row}` }, { dispatchRow: row });
      return {
        ...rest,
        get facts() {
          reads += 1;
          return facts;
        },
      };
    });
    expect(
      shown(
        documents,
        rows.map((row) => dispatch(row, `MAEU${20_000_000 + row}`)),
      ),
    ).toEqual([]);
    return reads;
  };
  expect(readsOf(400)).toBe(2 * readsOf(200));
});

/** A bill and the declaration of dispatch 1, with these weights, and what the service says of it. */
function weighed({ bills = [['MAEU222222222', '12450.00']], din = '12540.00', transport = 'MAEU222222222' }) {
  const declaration = '39000000011';
  const shipped = bills.map(([number = '', weight = '']) => stating('bill', { number, weight }));
  return {
    documents: [...shipped, stating('din', { number: declaration, weight: din })],
    own: dispatch(1, transport, { declaration }),
  };
}

test.each([
  ['heavier than its bill', {}],
  ['heavier than its bill, whose carrier the service leaves out', { transport: '222222222' }],
])('a declaration %s is claimed', (_, one) => {
  const { documents, own } = weighed(one);
  expect(shown(documents, [own])).toEqual([['weight-differs', '12450.00', '12540.00']]);
});

const two = [
  ['MAEU222222222', '12450.00'],
  ['MAEU333333333', '90.00'],
];
test.each([
  ['lighter than its bill', { din: '12400.00' }],
  ['of two bills', { bills: two, transport: 'MAEU222222222 / MAEU333333333' }],
  ['of two bills, one of which is here', { transport: 'MAEU222222222 / MAEU333333333' }],
  ['of bills whose last digit differs', { transport: 'MAEU222222222/3' }],
])('a declaration %s is not claimed', (_, one) => {
  const { documents, own } = weighed(one);
  expect(shown(documents, [own])).toEqual([]);
});

test('a declaration whose bill another dispatch has without its prefix is not claimed', () => {
  const { documents, own } = weighed({});
  expect(shown(documents, [own, dispatch(2, '222222222')])).toEqual([]);
  expect(shown(documents, [own, dispatch(2, '2'), dispatch(3, '')])).toHaveLength(1);
});

test('a declaration whose bill another dispatch of the agency has among others is not claimed', () => {
  const { documents, own } = weighed({});
  const two = 'MAEU222222222 / MAEU333333333';
  expect(shown(documents, [own, dispatch(2, two)])).toEqual([]);
  expect(shown(documents, [own, dispatch(2, 'maeu-222222222')])).toEqual([]);
  expect(shown(documents, [own, dispatch(2, two, { connectionId: 'other' })])).toHaveLength(1);
});

test('bills of many dispatches are compared as often as there are dispatches', () => {
  const readsOf = (count: number) => {
    let reads = 0;
    const rows = Array.from({ length: count }, (_, index) => index + 1);
    const all = rows.map((row) => {
      const transport = `MAEU${200_000_000 + row}`;
      const { documents, own } = weighed({ bills: [[transport, '12450.00']] });
      const counted = { ...own, row };
      Object.defineProperty(counted, 'transport', {
        get: () => {
          reads += 1;
          return transport;
        },
      });
      return { documents: documents.map((one) => ({ ...one, dispatchRow: row })), own: counted };
    });
    const claims = shown(
      all.flatMap(({ documents }) => documents),
      all.map(({ own }) => own),
    );
    expect(claims).toHaveLength(count);
    return reads;
  };
  expect(readsOf(400)).toBe(2 * readsOf(200));
});

test('a packing list may be of more than one bill', () => {
  const { documents, own } = weighed({ din: '12450.00' });
  expect(shown([...documents, stating('packing', { weight: '90000.00' })], [own])).toEqual([]);
});

/** An electronic document of one issuer and folio. */
const electronic = (type: string, total: string, date = '2026-10-05', form: FactForm = 'dte') =>
  stating(form, { type, number: '60', issuer: '76086428-5', date, total, currency: 'CLP' });

test.each(['34', '52', '56', '61'])(
  'electronic documents of kind 33 and %s with one folio are no copies of one',
  (type) => {
    const invoice = electronic('33', '119000');
    expect(shown([invoice, electronic(type, '11900', '2026-11-20')])).toEqual([]);
    expect(shown([invoice, electronic('33', '11900')])).toEqual([['total-differs', '119000', '11900']]);
  },
);

test.each([
  ['33', 2],
  ['34', 2],
  ['52', 0],
  ['56', 0],
  ['61', 0],
])('totals of the kind %s are held against the service and the disbursement: %i claims', (type, claims) => {
  const paid = { total: 500, amount: 500 };
  const document = { ...electronic(type, '119000'), totals: { total: 118_000 }, paid };
  expect(shown([document])).toHaveLength(claims);
});

test.each([
  ['invoice', { number: 'SZ-12345', issuer: 'WERK', type: '33' }, { total: '100.00' }, { total: '120.00' }],
  ['bill', { number: 'MAEU222222222' }, { weight: '12450.00' }, { weight: '12540.00' }],
] as const)('copies of one %s are claimed but for another edition', (form, same, one, other) => {
  const original = stating(form, { ...same, ...one });
  expect(shown([original, stating(form, { ...same, ...other })])).toHaveLength(1);
  expect(shown([original, stating(form, { edition: 'marked', ...same, ...other })])).toEqual([]);
});

test('the declaration of a bill of which there is another edition is not claimed', () => {
  const { documents, own } = weighed({});
  const edition = stating('bill', { edition: 'marked', number: 'MAEU222222222', weight: '12540.00' });
  expect(shown([...documents, edition], [own])).toEqual([]);
});

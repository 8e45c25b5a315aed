import type { DatabaseSync } from 'node:sqlite';
import { compareTexts } from '../../../shared/compare-texts.ts';
import { dispatchKey } from '../../../shared/composite-key.ts';
import { addDays, type Day } from '../../../shared/model/dates.ts';
import type {
  Completeness,
  DispatchKey,
  Matrix,
  MissingDocument,
  MissingDocuments,
  Operation,
  OwnDispatch,
  PartialQuery,
  Scope,
  TypeExpectation,
} from '../../../shared/model/dossier.ts';
import type { TextFilter } from '../../../shared/model/value-schemas.ts';
import { isPartlyUnreadable } from '../damaged-rows.ts';
import { memoizeUntilWrite } from '../queries/memoize-until-write.ts';
import { cellOf, completenessOf, type DispatchDocuments, missingOf } from '../rules/dispatch-completeness.ts';
import { perDatabase } from '../statements.ts';
import { readRetention } from './closed-dispatches.ts';
import { readCatalogues } from './coverage.ts';
import { readTypes } from './dispatch-documents.ts';
import { type DispatchFacts, readDispatches } from './dispatch-facts.ts';
import { openRequests } from './document-requests.ts';
import { readExpectations } from './expected-documents.ts';
import { filterRows } from './report-filter.ts';
import {
  byClient,
  byFields,
  byPart,
  inOrder,
  type Order,
  type OrderedBy,
  pageOf,
  rankIn,
  type Window,
} from './report-order.ts';

/** How many days before its end a retention counts as ending. */
const endingWithinDays = 365;

interface MissingFilter {
  /** `''` is an unknown party. */
  responsible?: string | undefined;
  /** Only documents that were requested, or that were not. */
  isAsked?: boolean | undefined;
  isOver?: boolean | undefined;
  /** Its days are those of dispatches. */
  filter?: TextFilter | undefined;
}

interface MatrixFilter {
  only?: Completeness | undefined;
  /** Only dispatches whose retention ends within a year, or has ended. */
  isRetentionEnding?: boolean | undefined;
  filter?: TextFilter | undefined;
}

interface Judged {
  facts: DispatchFacts;
  documents: DispatchDocuments;
  expectations: readonly TypeExpectation[];
  completeness: Completeness;
}

/** The dispatches of a scope with what is missing of each, once until the file changes. */
const judgedOf = perDatabase((database) =>
  memoizeUntilWrite(database)((scope, today): readonly Judged[] => {
    const dispatches = readDispatches(database, scope, today);
    const expectations = readExpectations(database, dispatches, today);
    const types = readTypes(
      database,
      dispatches.map(({ row }) => row),
    );
    return dispatches.map((facts) => {
      const documents = {
        // A document that cannot be read is not missing.
        isFullyRead: facts.isFullyRead && !isPartlyUnreadable(database, facts.row),
        types: types.get(facts.row) ?? new Map(),
      };
      const expected = expectations.of(facts);
      return { facts, documents, expectations: expected, completeness: completenessOf(documents, expected) };
    });
  }),
);

/** Dispatches × types: expected types first, the most common before others; dispatches by day. */
export function getMatrix(
  database: DatabaseSync,
  scope: Scope,
  { only, isRetentionEnding = false, filter, ...window }: Window & MatrixFilter,
  today: Day,
): Matrix {
  const all = judgedOf(database)(scope, today);
  const ending = isRetentionEnding ? whoseRetentionEnds(database, all, today) : all;
  const judged = filterRows(ending, filter, window.names, ({ facts }) => ({
    ruts: [facts.rut],
    days: [facts.day],
    texts: [facts.number, facts.reference, facts.rut, facts.tramite, facts.via],
  }));
  const shown = only === undefined ? judged : judged.filter(({ completeness }) => completeness === only);
  const types = columnsOf(shown);
  const responsible = responsibleIn(database);
  const page = pageOf(shown, window, matrixOrder(types, window));
  return {
    ...page,
    types: types.map((type) => ({
      type,
      responsible: commonest(shown.map(({ facts }) => responsible(facts, type))),
    })),
    rows: page.rows.map(({ facts, documents, expectations, completeness }) => {
      const isExpected = new Set(expectations.filter((one) => one.isExpected).map(({ type }) => type));
      const { connectionId, number, rut, reference, tramite, via, day } = facts;
      return {
        connectionId,
        number,
        rut,
        reference,
        tramite,
        via,
        day,
        completeness,
        isOver: facts.isClosed,
        missing: missingOf(documents, expectations).length,
        cells: types.map((type) => cellOf(documents, type, isExpected.has(type))),
      };
    }),
    counts: countBy(judged),
  };
}

function whoseRetentionEnds(
  database: DatabaseSync,
  judged: readonly Judged[],
  today: Day,
): readonly Judged[] {
  const retentionOf = readRetention(database);
  const last = addDays(today, endingWithinDays);
  return judged.filter(({ facts }) => {
    const retention = retentionOf(facts);
    return retention.kind === 'known' && retention.until <= last;
  });
}

/**
 * Missing documents by responsible party (most first), then in the requested order, else by day and
 * dispatch. Sums by party cover what the text filter names of all dispatches of the scope that are closed,
 * open, or both; other filters do not apply.
 */
export function listMissingDocuments(
  database: DatabaseSync,
  scope: Scope,
  { offset, limit, responsible, isAsked, isOver, filter, ...order }: Window & MissingFilter,
  today: Day,
): MissingDocuments {
  const judged = judgedOf(database)(scope, today).filter(
    ({ facts }) => isOver === undefined || isOver === facts.isClosed,
  );
  const owes = responsibleIn(database);
  const requests = openRequests(database);
  const all = judged.flatMap(({ facts, documents, expectations }) =>
    missingOf(documents, expectations).map(({ type, kind, seen, of, basis }): MissingDocument => {
      const { connectionId, number, rut, reference, day } = facts;
      const request = requests(connectionId, number, type);
      return {
        connectionId,
        number,
        rut,
        reference,
        day,
        type,
        kind,
        seen,
        of,
        basis,
        isOver: facts.isClosed,
        responsible: owes(facts, type),
        ...(request && { request }),
      };
    }),
  );
  const missingDocuments = filterRows(all, filter, order.names, missingFields);
  const owed = [...Map.groupBy(missingDocuments, (missingDocument) => missingDocument.responsible)].sort(
    ([a, x], [b, y]) => y.length - x.length || compareTexts(a, b),
  );
  const isShown = (missingDocument: MissingDocument) =>
    (responsible === undefined || missingDocument.responsible === responsible) &&
    (isAsked === undefined || isAsked === (missingDocument.request !== undefined));
  const shown = owed.flatMap(([, own]) => inOrder(own.filter(isShown), order, missingOrder(order)));
  return {
    ...pageOf(shown, { offset, limit }),
    byResponsible: owed.map(([name, own]) => ({
      responsible: name,
      missingCount: own.length,
      dispatches: new Set(own.map(dispatchKey)).size,
      requestedCount: own.filter(({ request }) => request).length,
    })),
    dispatches: judged.length,
    partial: judged.filter(({ completeness }) => completeness === 'partial').length,
  };
}

/**
 * Dispatches whose missing documents are known only in part, or whose disbursements were never requested.
 */
export function listPartial(
  database: DatabaseSync,
  { scope, isOver, of = 'documents' }: PartialQuery,
  today: Day,
): OwnDispatch[] {
  const isRead = of === 'documents' ? 'isFullyRead' : 'hasReadPayments';
  return readDispatches(database, scope, today)
    .filter(
      ({ [isRead]: hasBeenRead, isClosed }) => !hasBeenRead && (isOver === undefined || isOver === isClosed),
    )
    .map(({ connectionId, number, rut }) => ({ connectionId, number, rut }));
}

/**
 * Sort values of the matrix. A type's column sorts missing documents first, then unknown ones, then present
 * ones.
 */
function matrixOrder(types: readonly string[], order: Order): OrderedBy<Judged> {
  const byFacts = byPart(({ facts }: Judged) => facts, {
    ...byFields('number', 'reference', 'day', 'tramite', 'via'),
    ...byClient(order),
  });
  const stateOf = ({ documents, expectations }: Judged, type: string) =>
    cellOf(
      documents,
      type,
      expectations.some((one) => one.type === type && one.isExpected),
    ).state;
  return {
    ...byFacts,
    completeness: [
      ({ documents, expectations, completeness }) =>
        isJudged(completeness) ? missingOf(documents, expectations).length : undefined,
      ({ completeness }) => completeness,
    ],
    ...Object.fromEntries(
      types.map((type) => [
        `type:${type}`,
        [(one: Judged) => rankIn(['missing', 'no-file', 'unknown', 'here'], stateOf(one, type))],
      ]),
    ),
  };
}

function missingFields({ number, reference, type, responsible, day, rut, request }: MissingDocument) {
  const asked = request ? [request.askedOf, request.note] : [];
  return { ruts: [rut], days: [day], texts: [number, reference, type, responsible, rut, ...asked] };
}

function missingOrder(order: Order): OrderedBy<MissingDocument> {
  return {
    ...byFields('number', 'type', 'reference', 'day'),
    ...byClient(order),
    kind: [({ kind }) => rankIn(['missing', 'no-file'], kind)],
    chase: [({ request }) => request?.askedOn, ({ request }) => request?.askedOf],
  };
}

function isJudged(completeness: Completeness): boolean {
  return completeness === 'complete' || completeness === 'incomplete';
}

/** Types that any of the dispatches expects, most expected first, then types that are merely present. */
function columnsOf(judged: readonly Judged[]): string[] {
  const weight = new Map<string, number>();
  for (const { documents, expectations } of judged) {
    for (const type of documents.types.keys()) weight.set(type, (weight.get(type) ?? 0) + 1);
    for (const { type, isExpected } of expectations) {
      if (isExpected) weight.set(type, (weight.get(type) ?? 0) + 1_000_000);
    }
  }
  return [...weight].sort(([a, x], [b, y]) => y - x || compareTexts(a, b)).map(([type]) => type);
}

function countBy(judged: readonly Judged[]): Record<Completeness, number> {
  const counts = { complete: 0, incomplete: 0, partial: 0, 'no-expectation': 0 };
  for (const { completeness } of judged) counts[completeness] += 1;
  return counts;
}

const operations: Readonly<Record<Operation, string>> = { import: 'IMP', export: 'EXP', unknown: '' };

/** The responsible party of a type in a dispatch: imports and exports may differ. */
function responsibleIn(database: DatabaseSync) {
  const catalogues = new Map(readCatalogues(database).map(({ uuid, types }) => [uuid, types]));
  return ({ connectionId, operation }: DispatchKey & { operation: Operation }, type: string): string => {
    const named = (catalogues.get(connectionId) ?? []).filter(({ name }) => name === type);
    const own = named.find((one) => one.operation === operations[operation]) ?? named[0];
    return own?.responsible ?? '';
  };
}

function commonest(names: readonly string[]): string {
  const counts = Map.groupBy(names, (name) => name);
  return [...counts].reduce<[string, number]>(
    (best, [name, same]) => (same.length > best[1] ? [name, same.length] : best),
    ['', 0],
  )[0];
}

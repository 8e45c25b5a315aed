import type { DatabaseSync } from 'node:sqlite';
import { compareTexts } from '../../../shared/compare-texts.ts';
import { compositeKey, dispatchKey } from '../../../shared/composite-key.ts';
import { addDays, type Day, dayInSantiago } from '../../../shared/model/dates.ts';
import type { DocumentType } from '../../../shared/model/document.ts';
import type { Rut } from '../../../shared/model/rut.ts';
import type { SearchQuery } from '../../../shared/model/search-query.ts';
import { slicesOf } from '../../../shared/slices-of.ts';
import { reportRows } from '../damaged-rows.ts';
import { parsed, type Row, readable, text } from '../row.ts';
import { type DispatchFacts, readDispatches } from './dispatch-facts.ts';

/** First and last day, both included. */
export interface Period {
  start: Day;
  end: Day;
}

/** The agencies and clients that a query can name. */
export interface CoverageScope {
  connectionIds: readonly string[];
  ruts: readonly Rut[];
  /** The clients whose dispatches count; by default all that are stored. */
  dispatchesOf?: readonly Rut[] | undefined;
  /** Dispatches to ask for in any case. */
  furtherDispatches?: readonly DispatchFacts[];
  /** Whether to ask again for a client that no agency knew: its RUT may be wrong, or not active yet. */
  asksUnknownClients?: boolean;
  today: Day;
}

/** Maximum days between the acceptance of a dispatch and its payments. */
const maxPaymentDays = 180;
/** Maximum clients per query. */
const maxClientsPerQuery = 1000;
/** Documents, status and disbursements. */
const requestsOfDispatch = 3;

interface UncoveredClient {
  connectionId: string;
  rut: Rut;
}

/**
 * What was never requested of a period: clients whose types were not all read in it, and dispatches without
 * disbursements.
 */
export function coverageOf(
  database: DatabaseSync,
  {
    connectionIds,
    ruts,
    dispatchesOf,
    furtherDispatches = [],
    asksUnknownClients = false,
    today,
  }: CoverageScope,
) {
  const types = new Map(readCatalogues(database).map(({ uuid, types: own }) => [uuid, namesOf(own)]));
  const coveredPeriods = readCoveredPeriods(database, connectionIds, asksUnknownClients);
  const unpaid = readDispatches(
    database,
    { connectionIds: [...connectionIds], ...(dispatchesOf && { ruts: [...dispatchesOf] }) },
    today,
  ).filter(({ hasReadPayments }) => !hasReadPayments);

  function clientsIn(period: Period): UncoveredClient[] {
    return connectionIds.flatMap((connectionId) => {
      const names = types.get(connectionId) ?? [];
      const isCovered = (rut: Rut) =>
        names.length > 0 &&
        names.every((type) =>
          covers(coveredPeriods.get(compositeKey(connectionId, rut, type)) ?? [], period),
        );
      return ruts.filter((rut) => !isCovered(rut)).map((rut) => ({ connectionId, rut }));
    });
  }
  function dispatchesIn({ start, end }: Period): DispatchFacts[] {
    const from = addDays(start, -maxPaymentDays);
    return unpaid.filter(({ day }) => day === '' || (day >= from && day <= end));
  }

  return {
    isCovered: (period: Period) =>
      ruts.length > 0 &&
      connectionIds.length > 0 &&
      clientsIn(period).length === 0 &&
      dispatchesIn(period).length === 0,
    /** The queries for what was not requested of these periods, and their minimum number of requests. */
    missingQueries(periods: readonly Period[]): { queries: SearchQuery[]; requests: number } {
      const uncovered = periods.map((period) => ({ period, clients: clientsIn(period) }));
      const ranges = connectionIds.flatMap((connectionId) => {
        const own = uncovered
          .map(({ period, clients }) => ({
            period,
            clients: clients.filter((one) => one.connectionId === connectionId),
          }))
          .filter(({ clients }) => clients.length > 0);
        return rangeQueries(connectionId, own);
      });
      const dispatches = new Map(
        [...periods.flatMap(dispatchesIn), ...furtherDispatches].map((one) => [dispatchKey(one), one]),
      );
      const ofDispatches = [...Map.groupBy(dispatches.values(), ({ connectionId }) => connectionId)].map(
        ([connectionId, all]): SearchQuery => ({
          kind: 'dispatches',
          connectionIds: [connectionId],
          dispatches: all.slice(0, 5000).map(({ number, rut }) => ({ number, ruts: [rut] })),
        }),
      );
      const typed = ranges.reduce(
        (sum, { ruts: some, connectionIds: [id = ''] }) => sum + some.length * (types.get(id)?.length || 1),
        0,
      );
      return {
        queries: [...ranges, ...ofDispatches],
        requests: typed + dispatches.size * requestsOfDispatch,
      };
    },
  };
}

function rangeQueries(
  connectionId: string,
  uncovered: readonly { period: Period; clients: readonly UncoveredClient[] }[],
): Extract<SearchQuery, { kind: 'range' }>[] {
  const ruts = [...new Set(uncovered.flatMap(({ clients }) => clients.map(({ rut }) => rut)))];
  const start = uncovered.map(({ period }) => period.start).toSorted(compareTexts)[0];
  const end = uncovered
    .map(({ period }) => period.end)
    .toSorted(compareTexts)
    .at(-1);
  if (start === undefined || end === undefined) return [];
  return [...slicesOf(ruts, maxClientsPerQuery)].map((some) => ({
    kind: 'range' as const,
    connectionIds: [connectionId],
    ruts: some,
    range: { kind: 'days' as const, start, end },
    types: { kind: 'all' as const, operation: 'both' as const },
    complete: true,
  }));
}

/** Each connection's catalogue of types. */
export function readCatalogues(
  database: DatabaseSync,
): readonly { uuid: string; types: readonly DocumentType[] }[] {
  return reportRows(database, {
    table: 'connection',
    alias: 'c',
    select: (from) => `SELECT c.id, c.uuid, c.types FROM ${from}`,
    toValue: (row) => ({ uuid: text(row, 'uuid'), types: parsed<DocumentType[]>(text(row, 'types')) }),
  });
}

function namesOf(types: readonly DocumentType[]): readonly string[] {
  return [...new Set(types.map(({ name }) => name.trim()))].filter((name) => name !== '');
}

/** A client unknown to the agency has nothing there: final, unless the input, 1, has it asked for again. */
const isFinishedTask = `(w.state = 'done' OR (w.state = 'problem' AND (${readable('w.error')}) ->> '$.code' = 'ACCOUNT_NOT_FOUND'
  AND (? = 0 OR w.rut IN (SELECT rut FROM dispatch))))`;

/** The days for which a type of a client was read to the end, up to the day of the request. */
function readCoveredPeriods(
  database: DatabaseSync,
  connectionIds: readonly string[],
  asksUnknownClients: boolean,
): ReadonlyMap<string, readonly Period[]> {
  const tasks = reportRows(database, {
    table: 'walk',
    alias: 'w',
    select: (from) => `SELECT w.id, w.connection, w.rut, w.subject, w.start, w."end", s.asked_at
      FROM ${from} JOIN result_set s ON s.id = w.result_set
      WHERE w.kind = 'type' AND ${isFinishedTask} AND w.connection IN (SELECT value FROM json_each(?))`,
    input: [asksUnknownClients ? 1 : 0, JSON.stringify(connectionIds)],
    toValue: toTaskPeriod,
  });
  const coveredPeriods = new Map<string, Period[]>();
  for (const { key, start, end } of tasks) {
    const periods = coveredPeriods.get(key) ?? [];
    periods.push({ start, end });
    coveredPeriods.set(key, periods);
  }
  return coveredPeriods;
}

function toTaskPeriod(row: Row): Period & { key: string } {
  const at = dayInSantiago(Date.parse(text(row, 'asked_at')));
  const end = text(row, 'end');
  return {
    key: compositeKey(text(row, 'connection'), text(row, 'rut'), text(row, 'subject').trim()),
    start: text(row, 'start'),
    end: end < at ? end : at,
  };
}

/** Whether `periods` include every day of another period. */
function covers(periods: readonly Period[], { start, end }: Period): boolean {
  let next = start;
  for (const period of periods.toSorted((one, other) => compareTexts(one.start, other.start))) {
    if (period.start <= next && period.end >= next) next = addDays(period.end, 1);
  }
  return next > end;
}

/**
 * The queries for what was never requested of a period, none if all of it was, and their minimum number of
 * requests.
 */
export function periodToAsk(
  database: DatabaseSync,
  { start, end }: Period,
  of: CoverageScope,
): { queries: SearchQuery[]; requests: number } {
  if (start > of.today) return { queries: [], requests: 0 };
  const period = { start, end: end < of.today ? end : of.today };
  return coverageOf(database, of).missingQueries([period]);
}

import type { DatabaseSync } from 'node:sqlite';
import { compositeKey } from '../../../shared/composite-key.ts';
import { sumAmounts } from '../../../shared/model/amounts.ts';
import { addDays, type Day } from '../../../shared/model/dates.ts';
import {
  type ClientSum,
  type DayDispatch,
  type DayEventKind,
  type DayEvents,
  type HomeView,
  type MissingCounts,
  maxDispatchesPerDay,
  type RecentChanges,
  type WaitingRequests,
} from '../../../shared/model/home.ts';
import type { Rut } from '../../../shared/model/rut.ts';
import { number, optionalText, parsed, type Row, text } from '../row.ts';
import { prepared } from '../statements.ts';
import { isDocumentChanged, isStateChanged } from './changes.ts';
import { listPins } from './notes-and-pins.ts';

const fortnightDays = 14;

/** What the start screen shows. */
interface HomeQuery {
  today: Day;
  /** The instant at which yesterday started, UTC. */
  since: string;
  /** Only data of these connections is shown. */
  connectionIds: readonly string[];
}

/** Everything of the start screen that is stored. */
export function readHome(database: DatabaseSync, { today, since, connectionIds }: HomeQuery): HomeView {
  const start = mondayOf(today);
  const { changes, hasMoreChanges } = readChanges(database, since);
  const connections = JSON.stringify(connectionIds);
  const month = latestMonth(database, today, connections);
  const missing = readMissing(database);
  return {
    today,
    start,
    isEmpty: !hasAny(database),
    asOf: lastResponse(database, connections),
    events: readEvents(database, start, addDays(start, fortnightDays - 1), connections),
    changesSince: addDays(today, -1),
    changes,
    hasMoreChanges,
    ...(missing && { missing }),
    pins: listPins(database),
    waiting: readWaiting(database),
    month,
    money: month === '' ? [] : readMoney(database, month, connections),
  };
}

/** The Monday of a day's week. */
function mondayOf(day: Day): Day {
  const weekday = new Date(`${day}T00:00:00Z`).getUTCDay();
  return addDays(day, -((weekday + 6) % 7));
}

function hasAny(database: DatabaseSync): boolean {
  return prepared(database, 'SELECT 1 FROM dispatch LIMIT 1').get() !== undefined;
}

function lastResponse(database: DatabaseSync, connections: string): string {
  const row = prepared(
    database,
    `SELECT max(as_of) AS as_of FROM result_set s WHERE EXISTS (SELECT 1
       FROM json_each(CASE WHEN json_valid(s.question) THEN s.question ELSE '{}' END, '$.connectionIds')
       WHERE value IN (SELECT value FROM json_each(?)))`,
  ).get(connections);
  return (row && optionalText(row, 'as_of')) ?? '';
}

/** SQL: whether a dispatch is of the connections in a parameter, a JSON array of their ids. */
const isOf = (parameter: string) =>
  `p.connection IN (SELECT id FROM connection WHERE uuid IN (SELECT value FROM json_each(${parameter})))`;

/** SQL: the objects whose day of a kind is in the fortnight. The first condition lets the index be used. */
const eventsOf = (kind: DayEventKind) =>
  `SELECT '${kind}' AS kind, day_${kind} AS day, id FROM dispatch_object
   WHERE day_${kind} <> '' AND day_${kind} BETWEEN ?1 AND ?2`;

const fact = (key: string) => `coalesce(CASE WHEN json_valid(o.item, 8) THEN o.item ->> '$.${key}' END, '')`;

const eventsSql = `WITH event AS MATERIALIZED (
    ${[eventsOf('arrival'), eventsOf('due'), eventsOf('withdrawal')].join(' UNION ALL ')}),
  member AS (
    SELECT e.kind, e.day, e.id AS object, p.connection, p.number, p.rut, p.state, p.key_number,
      date_key(${fact('fechaPagoDerechos')}) <> '' AS is_paid
    FROM event e CROSS JOIN dispatch p ON p.object = e.id JOIN dispatch_object o ON o.id = e.id
    WHERE ${isOf('?3')}),
  counted AS (
    SELECT *, count(*) OVER day_of_kind AS events, total(1 - is_paid) OVER day_of_kind AS unpaid,
      row_number() OVER (PARTITION BY kind, day ORDER BY key_number, connection) AS position
    FROM member WINDOW day_of_kind AS (PARTITION BY kind, day))
  SELECT x.*, c.uuid, ${fact('referencia')} AS reference,
    date_key(${fact('fechaArriboEfectivo')}) = '' AS is_estimate
  FROM counted x JOIN connection c ON c.id = x.connection JOIN dispatch_object o ON o.id = x.object
  WHERE x.position <= ${maxDispatchesPerDay} ORDER BY x.day, x.kind, x.position`;

/** The calendar: what is known of each day from `start` to `end`. */
function readEvents(database: DatabaseSync, start: Day, end: Day, connections: string): DayEvents[] {
  const found: (DayEvents & { dispatches: DayDispatch[] })[] = [];
  for (const row of prepared(database, eventsSql).all(start, end, connections)) {
    const [day, kind] = [text(row, 'day'), text(row, 'kind') as DayEventKind];
    let last = found.at(-1);
    if (last?.day !== day || last.kind !== kind) {
      last = { day, kind, count: number(row, 'events'), unpaidCount: number(row, 'unpaid'), dispatches: [] };
      found.push(last);
    }
    last.dispatches.push({
      connectionId: text(row, 'uuid'),
      number: text(row, 'number'),
      rut: text(row, 'rut') as Rut,
      reference: text(row, 'reference'),
      state: text(row, 'state'),
      isEstimate: row['is_estimate'] === 1,
      isPaid: row['is_paid'] === 1,
    });
  }
  return found;
}

/** Changed rows that are read: a first search may have stored a hundred thousand today. */
const maxChanges = 2_000;

const changesSql = `SELECT s.uuid, count(*) AS changes, sum(kind = 'new') AS new, sum(kind = 'changed') AS changed,
    sum(kind = 'gone') AS gone, sum(kind = 'status') AS status
  FROM (
    SELECT m.result_set, CASE WHEN m.seen_version IS NULL THEN 'new' ELSE 'changed' END AS kind
    FROM (SELECT id FROM document WHERE changed_at >= ?1 ORDER BY changed_at DESC LIMIT ${maxChanges}) r
    CROSS JOIN document d ON d.id = r.id CROSS JOIN result_document m ON m.document = d.id
    WHERE d.gone_at IS NULL AND ${isDocumentChanged}
    UNION ALL
    SELECT m.result_set, 'gone'
    FROM (SELECT id FROM document WHERE gone_at IS NOT NULL AND gone_at >= ?1 ORDER BY gone_at DESC LIMIT ${maxChanges}) r
    CROSS JOIN document d ON d.id = r.id CROSS JOIN result_document m ON m.document = d.id WHERE ${isDocumentChanged}
    UNION ALL
    SELECT m.result_set, 'status'
    FROM (SELECT id FROM dispatch WHERE state_at <> '' AND state_at >= ?1 ORDER BY state_at DESC LIMIT ${maxChanges}) r
    CROSS JOIN dispatch p ON p.id = r.id CROSS JOIN result_dispatch m ON m.dispatch = p.id WHERE ${isStateChanged})
  JOIN saved_search s USING (result_set) WHERE s.seen_at <> '' GROUP BY s.id ORDER BY s.id`;

const manyChangedSql = `SELECT 1 FROM document WHERE changed_at >= ? LIMIT 1 OFFSET ${maxChanges}`;

/** Changes of saved searches since an instant that nobody has marked as seen. */
function readChanges(
  database: DatabaseSync,
  since: string,
): { changes: RecentChanges[]; hasMoreChanges: boolean } {
  const changes = prepared(database, changesSql)
    .all(since)
    .map((row) => ({
      savedSearchId: text(row, 'uuid'),
      new: number(row, 'new'),
      changed: number(row, 'changed'),
      gone: number(row, 'gone'),
      status: number(row, 'status'),
    }));
  const isMany = prepared(database, manyChangedSql).get(since) !== undefined;
  return { changes, hasMoreChanges: isMany && changes.length > 0 };
}

function readMissing(database: DatabaseSync): HomeView['missing'] {
  const row = prepared(database, `SELECT counts, at FROM home_count WHERE part = 'missing'`).get();
  return row && { ...parsed<MissingCounts>(text(row, 'counts')), at: text(row, 'at') };
}

/**
 * Time after which counts that did not change are written again, in ms: each write makes lists be read
 * again.
 */
const countedAgainMs = 600_000;

/** Stores the counts of missing documents for the start screen, with the instant when they were made, UTC. */
export function saveMissingCounts(database: DatabaseSync, counts: MissingCounts, at: string): void {
  const written = JSON.stringify(counts);
  const before = prepared(database, `SELECT counts, at FROM home_count WHERE part = 'missing'`).get();
  if (before && text(before, 'counts') === written) {
    if (Date.parse(at) - Date.parse(text(before, 'at')) < countedAgainMs) return;
  }
  prepared(database, `INSERT OR REPLACE INTO home_count (part, counts, at) VALUES ('missing', ?, ?)`).run(
    written,
    at,
  );
}

function readWaiting(database: DatabaseSync): WaitingRequests[] {
  return prepared(
    database,
    `SELECT asked_of, count(*) AS documents, count(DISTINCT connection_id || char(10) || dispatch) AS dispatches,
       min(asked_on) AS oldest
     FROM chase WHERE arrived_on IS NULL GROUP BY asked_of ORDER BY oldest, asked_of`,
  )
    .all()
    .map((row) => ({
      askedOf: text(row, 'asked_of'),
      documents: number(row, 'documents'),
      dispatches: number(row, 'dispatches'),
      oldest: text(row, 'oldest'),
    }));
}

/** The latest month with disbursements; a later one than today's is a typing error. */
function latestMonth(database: DatabaseSync, today: Day, connections: string): string {
  const row = prepared(
    database,
    `SELECT b.day FROM disbursement b CROSS JOIN dispatch p ON p.id = b.dispatch
     WHERE b.day <> '' AND b.day < ?1 || '-32' AND ${isOf('?2')} ORDER BY b.day DESC LIMIT 1`,
  ).get(today.slice(0, 7), connections);
  return ((row && optionalText(row, 'day')) ?? '').slice(0, 7);
}

function readMoney(database: DatabaseSync, month: string, connections: string): ClientSum[] {
  const rows = prepared(
    database,
    `SELECT p.rut, b.amount, b.currency
     FROM disbursement b CROSS JOIN dispatch p ON p.id = b.dispatch
     WHERE b.day <> '' AND b.day BETWEEN ?1 || '-01' AND ?1 || '-31' AND ${isOf('?2')}`,
  );
  const groups = Map.groupBy(rows.all(month, connections), (row) =>
    compositeKey(text(row, 'rut'), text(row, 'currency')),
  );
  return [...groups.values()]
    .flatMap((own) => own.slice(0, 1).map((first) => toClientSum(first, own)))
    .sort((one, other) => other.sum - one.sum);
}

function toClientSum(first: Row, rows: readonly Row[]): ClientSum {
  const { sum, unknown } = sumAmounts(
    rows.map(({ amount }) => (typeof amount === 'number' ? amount : undefined)),
  );
  return {
    rut: text(first, 'rut') as Rut,
    currency: text(first, 'currency'),
    count: rows.length,
    sum,
    unknown,
  };
}

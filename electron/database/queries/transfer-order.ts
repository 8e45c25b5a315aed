import type { DatabaseSync } from 'node:sqlite';
import type { Sort } from '../../../shared/model/search-query.ts';
import { number } from '../row.ts';
import { perDatabase } from '../statements.ts';

/** How the documents of a batch are sorted. */
export interface TransferOrder {
  sort: Sort;
  /**
   * Identifies one reading of the list: its pages all follow the order of the first, whatever has changed
   * since. Without it each page stands alone.
   */
  readingId?: string;
}

const key = (text: string) => `nullif(sort_key(${text}), '')`;
const isHere = `t.state IN ('done', 'here')`;

/** Sort expressions of each column; null for no value. Only these texts become part of a query. */
const expressions: ReadonlyMap<string, readonly string[]> = new Map([
  // What needs the user's attention first, completed documents last.
  [
    'state',
    [
      `CASE t.state WHEN 'failed' THEN 1 WHEN 'unsigned' THEN 2 WHEN 'no-file' THEN 3 WHEN 'cancelled' THEN 4 WHEN 'paused' THEN 5
         WHEN 'transferring' THEN 6 WHEN 'waiting' THEN 7 WHEN 'here' THEN 8 WHEN 'done' THEN 9 END`,
    ],
  ],
  ['dispatchNumber', [key('t.dispatch')]],
  ['type', [key('t.type')]],
  ['folio', [key('t.folio')]],
  ['size', ['nullif(t.size, 0)']],
  // The name of a downloaded file, then its folder; after those the reason why another is missing.
  [
    'path',
    [
      `CASE WHEN ${isHere} THEN name_key(t.path) END`,
      `CASE WHEN ${isHere} THEN t.path END COLLATE NOCASE`,
      `t.error ->> '$.code'`,
    ],
  ],
]);

/** Cached orders: that of the visible list, and those of recent or parallel readings. */
const maxOrders = 3;

const cachedOrders = perDatabase(() => new Map<string, readonly number[]>());

/**
 * Returns the ids of a batch's documents in an order that stays fixed while its pages are read. A running
 * batch changes the values it sorts by.
 */
export function idsInOrder(
  database: DatabaseSync,
  uuid: string,
  { sort, readingId }: TransferOrder,
): readonly number[] {
  if (readingId === undefined) return sorted(database, uuid, sort);
  const cached = cachedOrders(database);
  const name = JSON.stringify([uuid, sort, readingId]);
  const before = cached.get(name);
  const ids = before ? stillThere(before, idsOf(database, uuid, 't.id')) : sorted(database, uuid, sort);
  cached.delete(name);
  cached.set(name, ids);
  for (const oldest of cached.keys()) if (cached.size > maxOrders) cached.delete(oldest);
  return ids;
}

function sorted(database: DatabaseSync, uuid: string, sort: Sort): readonly number[] {
  const by = sort.flatMap(({ column, descending }) =>
    (expressions.get(column) ?? []).map(
      (expression) => `${expression} ${descending ? 'DESC' : 'ASC'} NULLS LAST`,
    ),
  );
  return idsOf(database, uuid, [...by, 't.id'].join(', '));
}

function idsOf(database: DatabaseSync, uuid: string, order: string): readonly number[] {
  const sql = `SELECT t.id FROM transfer t JOIN download_batch b ON b.id = t.batch WHERE b.uuid = ? ORDER BY ${order}`;
  const rows = database.prepare(sql).all(uuid);
  return rows.map((row) => number(row, 'id'));
}

/** Ids in their previous order, without removed ones, and with new ones at the end. */
function stillThere(before: readonly number[], now: readonly number[]): readonly number[] {
  const [known, left] = [new Set(before), new Set(now)];
  return [...before.filter((id) => left.has(id)), ...now.filter((id) => !known.has(id))];
}

import type { DatabaseSync } from 'node:sqlite';
import { isAppError } from '../../shared/errors.ts';
import { isDamage, suspect } from './connection.ts';
import { number, type Row } from './row.ts';
import { transaction } from './transaction.ts';

/** How rows are read: all at once, or one by one by their ids, which an index alone gives. */
export interface RowReading {
  all(): Row[];
  ids(): Row[];
  /**
   * Ways to read a row, tried in this order: the later ones ask for less, so that what is damaged may be left
   * out.
   */
  one: readonly ((id: number) => Row | undefined)[];
}

/** The rows of a query; where damage stops it, those that can be read: one damaged row costs no other. */
export function readableRows(database: DatabaseSync, { all, ids, one }: RowReading): Row[] {
  const quick = attempt(database, all);
  if (quick) return quick;
  const rows: Row[] = [];
  for (const found of ids()) {
    const row = firstReadable(database, number(found, 'id'), one);
    if (row) rows.push(row);
  }
  return rows;
}

/**
 * What the first of these ways gives that damage does not stop; undefined where there is nothing, or nothing
 * that can be read.
 */
export function firstReadable<T>(
  database: DatabaseSync,
  id: number,
  ways: readonly ((id: number) => T | undefined)[],
): T | undefined {
  return readRow(database, id, ways) ?? undefined;
}

/** The same, but null where there is something that damage keeps from being read. */
export function readRow<T>(
  database: DatabaseSync,
  id: number,
  ways: readonly ((id: number) => T | undefined)[],
): T | undefined | null {
  let isDamaged = false;
  for (const way of ways) {
    const read = attempt(database, () => ({ value: way(id) }));
    if (!read) isDamaged = true;
    else if (read.value !== undefined) return read.value;
  }
  return isDamaged ? null : undefined;
}

/**
 * What `read` gives; undefined where the file is damaged there, which the next opening checks it whole for,
 * or holds what it should not.
 */
export function attempt<T>(database: DatabaseSync, read: () => T): T | undefined {
  try {
    return read();
  } catch (error) {
    if (isDamage(error)) suspect(database.location() ?? '');
    else if (!isMalformed(error)) throw error;
    return undefined;
  }
}

/** Whether a row could be read and holds what the tables do not promise: half a JSON, or another type. */
function isMalformed(error: unknown): boolean {
  const isOfSql = error instanceof Error && 'errcode' in error && error.message === 'malformed JSON';
  return isOfSql || error instanceof SyntaxError || isAppError(error, 'UNEXPECTED');
}

/**
 * Writes these in one transaction; where damage stops one, the others in another: SQLite commits nothing of a
 * transaction that met damage. Gives what came of each that was written, and those that were not. `within`
 * runs the transaction.
 */
export function writeAroundDamage<Item, Result>(
  database: DatabaseSync,
  items: readonly Item[],
  write: (item: Item) => Result,
  within = transaction<Result[]>,
): { results: Result[]; damaged: Item[] } {
  const damaged = new Set<number>();
  for (;;) {
    let at: number | undefined;
    const writeAll = () => {
      const results: Result[] = [];
      for (const [index, item] of items.entries()) {
        if (damaged.has(index)) continue;
        at = index;
        results.push(write(item));
      }
      // What stops the commit is no item's.
      at = undefined;
      return results;
    };
    try {
      const results = within(database, writeAll);
      return { results, damaged: items.filter((_, index) => damaged.has(index)) };
    } catch (error) {
      if (at === undefined || !isDamage(error)) throw error;
      suspect(database.location() ?? '');
      damaged.add(at);
    }
  }
}

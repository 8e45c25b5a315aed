import type { DatabaseSync, SQLOutputValue, StatementSync } from 'node:sqlite';
import { isAppError } from '../../shared/errors.ts';
import { isDamage, suspect } from './open-database.ts';
import { number, type Row } from './row.ts';
import { perDatabase } from './statements.ts';
import { transaction } from './transaction.ts';

/** How rows are read: all at once, or one by one by ids that come from an index alone. */
interface RowReading {
  all(): Row[];
  ids(): Row[];
  /**
   * Queries for one row, tried in this order. Later ones select less, so that they can avoid the damaged
   * part.
   */
  one: readonly ((id: number) => Row | undefined)[];
}

/** The rows of a query. Where damage stops it, the rows that can be read one by one. */
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

/** The first result that damage does not stop; undefined where there is no row, or none can be read. */
export function firstReadable<T>(
  database: DatabaseSync,
  id: number,
  ways: readonly ((id: number) => T | undefined)[],
): T | undefined {
  return readRow(database, id, ways) ?? undefined;
}

/** As `firstReadable`, but null where a row exists and damage prevents reading it. */
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
 * The result of `read`; undefined where the file is damaged or holds an invalid value. Damage makes the next
 * opening check the whole file.
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

/**
 * One value for each item. Reads all of them at once; where damage stops that, in halves, down to single
 * items: undefined for an item that cannot be read. `read` returns a value for each item of its part.
 */
export function readInHalves<Item, Value>(
  database: DatabaseSync,
  items: readonly Item[],
  read: (part: readonly Item[]) => Value[],
): (Value | undefined)[] {
  if (items.length === 0) return [];
  const quick = attempt(database, () => read(items));
  if (quick) return quick;
  if (items.length === 1) return [undefined];
  const middle = items.length >> 1;
  const halves = [items.slice(0, middle), items.slice(middle)];
  return halves.flatMap((half) => readInHalves(database, half, read));
}

/** What a report leaves out because it is damaged, while it counts that. */
class LeftOut {
  /** Tables and ids. */
  readonly rows = new Set<string>();
  /** Dispatches of which some rows are left out. */
  readonly dispatches = new Set<number>();
}

const leftOutOf = perDatabase((): { now: LeftOut | undefined } => ({ now: undefined }));

/**
 * Runs a report. Where damage stops it, runs it again without the damaged rows, and counts them: its queries
 * read with `reportRows`. Damage elsewhere still stops it.
 */
export function aroundDamage<Result>(
  database: DatabaseSync,
  report: () => Result,
): { result: Result; unreadable: number } {
  const quick = attempt(database, () => ({ result: report() }));
  if (quick) return { result: quick.result, unreadable: 0 };
  const state = leftOutOf(database);
  const leftOut = new LeftOut();
  state.now = leftOut;
  try {
    return { result: report(), unreadable: leftOut.rows.size };
  } finally {
    state.now = undefined;
  }
}

/** Whether a report is being run without damaged rows: its results are no others'. */
export function isAroundDamage(database: DatabaseSync): boolean {
  return leftOutOf(database).now !== undefined;
}

/** Whether a report leaves out rows of this dispatch. */
export function isPartlyUnreadable(database: DatabaseSync, dispatch: number): boolean {
  return leftOutOf(database).now?.dispatches.has(dispatch) ?? false;
}

/** How a report reads a table: all rows of its scope, or those among some ids. */
interface ReportReading<Value> {
  table: string;
  /** SQL: lists the ids of all rows from an index alone, and the dispatch of each where it has one. */
  ids?: { sql: string; input?: readonly string[] };
  /** SQL: selects the id and what the value needs. `from` is the table under its alias. */
  select(from: string): string;
  alias: string;
  input?: readonly (string | number)[];
  toValue(row: Row): Value;
}

/** The values of a report; damaged rows stop it, or are left out and counted (`aroundDamage`). */
export function reportRows<Value>(
  database: DatabaseSync,
  {
    table,
    alias,
    ids = { sql: `SELECT id FROM ${table}` },
    select,
    input = [],
    toValue,
  }: ReportReading<Value>,
): Value[] {
  const leftOut = leftOutOf(database).now;
  if (!leftOut) return readAll(database.prepare(select(`${table} ${alias}`)), input, toValue);
  const all = database.prepare(ids.sql).all(...(ids.input ?? []));
  const selectAmong = database.prepare(select(amongIds(table, alias)));
  const values = readInHalves(database, all, (part) => {
    const rows = selectAmong.all(JSON.stringify(part.map((row) => number(row, 'id'))), ...input);
    const byId = new Map(rows.map((row) => [number(row, 'id'), toValue(row)]));
    return part.map((row) => byId.get(number(row, 'id')) ?? null);
  });
  return values.flatMap((value, index) => {
    const row = all[index];
    if (value === undefined && row) {
      leftOut.rows.add(`${table} ${number(row, 'id')}`);
      if (row['dispatch'] !== undefined) leftOut.dispatches.add(number(row, 'dispatch'));
    }
    return value ?? [];
  });
}

/**
 * The rows of a statement as values, read from one object in turn. Node makes an object of each row slower
 * than it makes an array.
 */
function readAll<Value>(
  statement: StatementSync,
  input: readonly (string | number)[],
  toValue: (row: Row) => Value,
): Value[] {
  const names = statement.columns().map(({ name }) => name);
  statement.setReturnArrays(true);
  const rows = statement.all(...input) as unknown as SQLOutputValue[][];
  const row: Record<string, SQLOutputValue> = {};
  return rows.map((values) => {
    for (let index = 0; index < names.length; index++) row[names[index] ?? ''] = values[index] ?? null;
    return toValue(row);
  });
}

/** SQL: the rows of a table among the ids of an input; in this order, no other row is touched. */
function amongIds(table: string, alias: string): string {
  return `json_each(?) j CROSS JOIN ${table} ${alias} ON ${alias}.id = j.value`;
}

/** Whether a readable row breaks the schema's promise: truncated JSON, or another type. */
function isMalformed(error: unknown): boolean {
  const isOfSql = error instanceof Error && 'errcode' in error && error.message === 'malformed JSON';
  return isOfSql || error instanceof SyntaxError || isAppError(error, 'UNEXPECTED');
}

/**
 * Writes the items in one transaction. If damage stops one, the others are written in another: SQLite commits
 * nothing of a transaction that met damage. What the first way could not write, the next one tries, which
 * touches less. Returns the results of those written, and the items that no way wrote. `within` runs a
 * transaction.
 */
export function writeAroundDamage<Item, Result>(
  database: DatabaseSync,
  items: readonly Item[],
  ways: readonly ((item: Item) => Result)[],
  within = transaction<Result[]>,
): { results: Result[]; damaged: Item[] } {
  const results: Result[] = [];
  let damaged = [...items];
  for (const way of ways) {
    const written = writeReadable(database, damaged, way, within);
    for (const result of written.results) results.push(result);
    damaged = written.damaged;
    if (damaged.length === 0) break;
  }
  return { results, damaged };
}

function writeReadable<Item, Result>(
  database: DatabaseSync,
  items: readonly Item[],
  write: (item: Item) => Result,
  within: typeof transaction<Result[]>,
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
      // An error of the commit belongs to no item.
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

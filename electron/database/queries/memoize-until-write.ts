import type { DatabaseSync } from 'node:sqlite';
import type { Day } from '../../../shared/model/dates.ts';
import type { Scope } from '../../../shared/model/dossier.ts';
import { number } from '../row.ts';

/**
 * A query over many dispatches, as of a day: what is expected and how long papers are stored depend on it.
 */
export type ReportQuery<Found> = (scope: Scope, today: Day) => Found;

/** A list of all that is kept, and one of a client, are looked at by turns. */
const maxResults = 2;

/**
 * The same queries, each run once until the file has changed: a list is asked for a window at a time, and
 * each window needs all of it. Only for a connection that writes nothing itself (SQLite, PRAGMA
 * data_version). What is asked of single dispatches is quickly found, and not kept.
 */
export function memoizeUntilWrite(
  database: DatabaseSync,
): <Found>(query: ReportQuery<Found>) => ReportQuery<Found> {
  const versionOf = database.prepare('PRAGMA data_version');
  return <Found>(query: ReportQuery<Found>): ReportQuery<Found> => {
    const memo = new Map<string, Found>();
    let version: number | undefined;
    return (scope, today) => {
      if (scope.dispatches) return query(scope, today);
      const row = versionOf.get();
      const now = row && number(row, 'data_version');
      if (now !== version) memo.clear();
      version = now;
      const key = JSON.stringify([scope, today]);
      const found = memo.get(key) ?? query(scope, today);
      memo.delete(key);
      memo.set(key, found);
      for (const oldest of [...memo.keys()].slice(0, -maxResults)) memo.delete(oldest);
      return found;
    };
  };
}

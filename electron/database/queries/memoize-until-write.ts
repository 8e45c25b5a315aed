import type { DatabaseSync } from 'node:sqlite';
import type { Day } from '../../../shared/model/dates.ts';
import type { Scope } from '../../../shared/model/dossier.ts';
import { lruGet } from '../../lib/lru-get.ts';
import { isAroundDamage } from '../damaged-rows.ts';
import { number } from '../row.ts';

/** A query over many dispatches, as of a day: expected documents and retention depend on it. */
type ReportQuery<Found> = (scope: Scope, today: Day) => Found;

/** Users alternate between the list of everything and that of one client. */
const maxResults = 2;

/**
 * Wraps a query so that it runs once until the file changes: each page of a list needs the whole result. Only
 * for a connection that writes nothing itself (SQLite, PRAGMA data_version). Queries for single dispatches
 * are fast and are not cached.
 */
export function memoizeUntilWrite(
  database: DatabaseSync,
): <Found>(query: ReportQuery<Found>) => ReportQuery<Found> {
  const versionOf = database.prepare('PRAGMA data_version');
  return <Found>(query: ReportQuery<Found>): ReportQuery<Found> => {
    const memo = new Map<string, Found>();
    let version: number | undefined;
    return (scope, today) => {
      if (scope.dispatches || isAroundDamage(database)) return query(scope, today);
      const row = versionOf.get();
      const now = row && number(row, 'data_version');
      if (now !== version) memo.clear();
      version = now;
      return lruGet(memo, JSON.stringify([scope, today]), maxResults, () => query(scope, today));
    };
  };
}

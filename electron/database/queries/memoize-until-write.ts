import type { DatabaseSync } from 'node:sqlite';
import type { Day } from '../../../shared/model/dates.ts';
import type { Scope } from '../../../shared/model/dossier.ts';
import { number } from '../row.ts';

/** What is found over many dispatches, and on which day: learning and keeping depend on it. */
export type Study<Found> = (scope: Scope, today: Day) => Found;

/** A list of all that is kept, and one of a client, are looked at by turns. */
const maxResults = 2;

/**
 * The same studies, each made once until the file has changed: a list is asked for a window at a time, and each window needs all of it. Only for
 * a connection that writes nothing itself (SQLite, PRAGMA data_version). What is asked of single dispatches is quickly found, and not kept.
 */
export function untilChanged(database: DatabaseSync): <Found>(study: Study<Found>) => Study<Found> {
  const versionOf = database.prepare('PRAGMA data_version');
  return <Found>(study: Study<Found>): Study<Found> => {
    const remembered = new Map<string, Found>();
    let version: number | undefined;
    return (scope, today) => {
      if (scope.dispatches) return study(scope, today);
      const row = versionOf.get();
      const now = row && number(row, 'data_version');
      if (now !== version) remembered.clear();
      version = now;
      const key = JSON.stringify([scope, today]);
      const found = remembered.get(key) ?? study(scope, today);
      remembered.delete(key);
      remembered.set(key, found);
      for (const oldest of [...remembered.keys()].slice(0, -maxResults)) remembered.delete(oldest);
      return found;
    };
  };
}

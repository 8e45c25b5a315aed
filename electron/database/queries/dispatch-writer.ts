import type { DatabaseSync } from 'node:sqlite';
import { number, text } from '../row.ts';
import { fold, numberKey, sortKey } from '../search-text.ts';
import { type StoredObject, textIn } from './references.ts';

// Length of an ISO date up to the hour: exact enough for pruning.
const hour = '2026-11-20T15'.length;

/** Finds or inserts dispatch rows. Runs inside the caller's transaction. */
export function dispatchWriter(database: DatabaseSync) {
  const find = database.prepare(
    'SELECT id, object, status, state, rut, seen_at FROM dispatch WHERE connection = ? AND number = ?',
  );
  const insert = database.prepare(
    `INSERT INTO dispatch (connection, number, rut, object, state, state_at, seen_at, text, key_number, find_number)
     VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`,
  );
  const see = database.prepare('UPDATE dispatch SET rut = ?, object = ?, seen_at = ? WHERE id = ?');
  const move = database.prepare('UPDATE dispatch SET state = ?, state_at = ? WHERE id = ?');
  const touchSets = database.prepare(
    `UPDATE result_set SET revision = revision + 1
     WHERE id IN (SELECT result_set FROM result_dispatch WHERE dispatch = ?)`,
  );

  return {
    /**
     * The row of a dispatch, which belongs to one client. Until its status is known, its state comes from the
     * documents; states that differ only in case are equal (names.md).
     */
    upsertDispatch(
      connection: number,
      dispatch: string,
      rut: string,
      object: StoredObject | undefined,
      at: string,
    ): number {
      const state = object ? textIn(object.item, 'estadoDIN') : '';
      const before = find.get(connection, dispatch);
      if (!before) {
        const { lastInsertRowid } = insert.run(
          connection,
          dispatch,
          rut,
          object?.id ?? null,
          state,
          at,
          at,
          fold(dispatch),
          sortKey(dispatch),
          numberKey(dispatch),
        );
        return Number(lastInsertRowid);
      }
      const id = number(before, 'id');
      const objectId = object?.id ?? before['object'] ?? null;
      const isSeenLately = text(before, 'seen_at').slice(0, hour) === at.slice(0, hour);
      if (objectId !== before['object'] || rut !== before['rut'] || !isSeenLately) {
        see.run(rut, objectId, at, id);
      }
      if (before['status'] === null && object) this.moveTo(id, text(before, 'state'), state, at);
      return id;
    },
    /** Updates the state of a dispatch if it differs. */
    moveTo(id: number, before: string, after: string, at: string): void {
      if (fold(before) === fold(after)) return;
      move.run(after, at, id);
      touchSets.run(id);
    },
  };
}

import type { DatabaseSync } from 'node:sqlite';
import type { DispatchKey, OwnDispatch } from '../../../shared/model/dossier.ts';
import type { Pin } from '../../../shared/model/home.ts';
import type { Rut } from '../../../shared/model/rut.ts';
import { fold } from '../../../shared/without-accents.ts';
import { anywhere } from '../filter-tokens.ts';
import { number, text } from '../row.ts';
import { prepared } from '../statements.ts';

/** The person's note on a dispatch; `''` without one. */
export function getDispatchNote(
  database: DatabaseSync,
  { connectionId, number: dispatch }: DispatchKey,
): string {
  const select = 'SELECT note FROM dispatch_note WHERE connection_id = ? AND dispatch = ?';
  const row = prepared(database, select).get(connectionId, dispatch);
  return row ? text(row, 'note') : '';
}

/** Stores the person's note on a dispatch; `''` deletes it. `at`: UTC ISO 8601. */
export function setDispatchNote(
  database: DatabaseSync,
  dispatch: OwnDispatch,
  note: string,
  at: string,
): void {
  const { connectionId, number: dispatchNumber, rut } = dispatch;
  const remove = 'DELETE FROM dispatch_note WHERE connection_id = ? AND dispatch = ?';
  if (note === '') prepared(database, remove).run(connectionId, dispatchNumber);
  else {
    const insert = 'INSERT OR REPLACE INTO dispatch_note VALUES (?, ?, ?, ?, ?, ?)';
    prepared(database, insert).run(connectionId, dispatchNumber, rut, note, fold(note), at);
  }
}

/** Row ids of the documents of dispatches whose note contains all words of a text. */
export function listDocumentsByNote(database: DatabaseSync, searched: string, maxRows: number): number[] {
  const words = fold(searched)
    .split(' ')
    .filter((word) => word !== '');
  if (words.length === 0) return [];
  const where = words.map(() => `n.find_note LIKE ? ESCAPE '\\'`).join(' AND ');
  return database
    .prepare(
      `SELECT d.id FROM dispatch_note n JOIN connection c ON c.uuid = n.connection_id
       JOIN dispatch p ON p.connection = c.id AND p.number = n.dispatch JOIN document d ON d.dispatch = p.id
       WHERE ${where} ORDER BY n.at DESC, d.id LIMIT ?`,
    )
    .all(...words.map(anywhere), maxRows)
    .map((row) => number(row, 'id'));
}

/** The pinned clients and dispatches, the first pinned first. */
export function listPins(database: DatabaseSync): Pin[] {
  return prepared(database, 'SELECT connection_id, dispatch, rut FROM pin ORDER BY at, dispatch, rut')
    .all()
    .map((row) => {
      const [connectionId, dispatch] = [text(row, 'connection_id'), text(row, 'dispatch')];
      return {
        rut: text(row, 'rut') as Rut,
        ...(dispatch !== '' && { dispatch: { connectionId, number: dispatch } }),
      };
    });
}

/** Pins a client or a dispatch, or unpins it. `at`: UTC ISO 8601. */
export function setPin(database: DatabaseSync, { rut, dispatch }: Pin, isPinned: boolean, at: string): void {
  const key = [dispatch?.connectionId ?? '', dispatch?.number ?? '', rut];
  const insert = 'INSERT OR IGNORE INTO pin VALUES (?, ?, ?, ?)';
  const remove = 'DELETE FROM pin WHERE connection_id = ? AND dispatch = ? AND rut = ?';
  if (isPinned) prepared(database, insert).run(...key, at);
  else prepared(database, remove).run(...key);
}

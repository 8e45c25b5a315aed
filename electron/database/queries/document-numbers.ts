import type { DatabaseSync } from 'node:sqlite';
import { compositeKey } from '../../../shared/composite-key.ts';
import { getOrMake } from '../../../shared/get-or-make.ts';
import { numberOf } from '../row.ts';
import { perDatabase, prepared } from '../statements.ts';
import type { NewTransfer } from './batch-rows.ts';

// Dispatches whose next number is cached; beyond that the search starts from 1 again.
const maxCachedDispatches = 1_000;

/** By dispatch in a destination: every lower number is taken. */
const takenNumbers = perDatabase(() => new Map<string, number>());

/** By dispatch in a destination: numbers that a damaged row kept from being stored. */
const unstoredNumbers = perDatabase(() => new Map<string, Set<number>>());

/** The latest of these, until their transaction is committed. */
const uncommittedNumbers = perDatabase((): { key: string; number: number }[] => []);

/** What a document's number needs to know of it. */
type Numbered = Pick<NewTransfer, 'connectionId' | 'dispatch' | 'rut' | 'id'>;

const findNumber = `SELECT number FROM paper_number
  WHERE destination = ? AND connection_id = ? AND dispatch = ? AND document_id = ?`;

// The index holds every column. A search of the table fails wherever it passes a damaged row.
const findNumberByIndex = findNumber.replace('paper_number', 'paper_number INDEXED BY paper_number_last');

/**
 * A document's number within its dispatch, or the first free one. `isByIndex` reads the index alone and
 * stores nothing: a damaged row would stop both.
 */
export function numberFor(
  database: DatabaseSync,
  destination: number,
  transfer: Numbered,
  isByIndex: boolean,
): number {
  const { connectionId, dispatch, rut, id } = transfer;
  // Documents without a dispatch are numbered by client.
  const within = dispatch === '' ? `rut:${rut}` : dispatch;
  const find = prepared(database, isByIndex ? findNumberByIndex : findNumber);
  const stored = numberOf(find, destination, connectionId, within, id);
  if (stored !== undefined) return stored;
  const key = compositeKey(destination, connectionId, within);
  const number = firstFree(database, key, destination, connectionId, within);
  if (isByIndex) {
    getUnstored(database, key).add(number);
    uncommittedNumbers(database).push({ key, number });
  } else prepared(database, insertNumber).run(destination, connectionId, within, id, number);
  const takenBelow = takenNumbers(database);
  if (takenBelow.size >= maxCachedDispatches) takenBelow.clear();
  takenBelow.set(key, number + 1);
  return number;
}

/** Keeps the numbers of a committed transaction taken, those that are not stored too. */
export function confirmTakenNumbers(database: DatabaseSync): void {
  uncommittedNumbers(database).length = 0;
}

/** Forgets what was cached: rolled-back numbers are free again. */
export function forgetTakenNumbers(database: DatabaseSync): void {
  takenNumbers(database).clear();
  for (const { key, number } of uncommittedNumbers(database).splice(0))
    getUnstored(database, key).delete(number);
}

const insertNumber = 'INSERT INTO paper_number VALUES (?, ?, ?, ?, ?)';

const isNumberTaken = `SELECT 1 FROM paper_number INDEXED BY paper_number_last
  WHERE destination = ? AND connection_id = ? AND dispatch = ? AND number = ?`;

/**
 * The first free number, not the one after the last. Two computers that start the same documents then number
 * them alike, although each index holds only part.
 */
function firstFree(
  database: DatabaseSync,
  key: string,
  destination: number,
  connectionId: string,
  within: string,
): number {
  const unstored = unstoredNumbers(database).get(key);
  const find = prepared(database, isNumberTaken);
  let next = takenNumbers(database).get(key) ?? 1;
  while (unstored?.has(next) || find.get(destination, connectionId, within, next)) next++;
  return next;
}

function getUnstored(database: DatabaseSync, key: string): Set<number> {
  return getOrMake(unstoredNumbers(database), key, () => new Set());
}

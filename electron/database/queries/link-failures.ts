import type { DatabaseSync } from 'node:sqlite';
import type { ErrorData } from '../../../shared/errors.ts';
import type { Attempts } from '../../jobs/index.ts';
import { errorIn, number, text } from '../row.ts';
import { prepared } from '../statements.ts';

/** Failed attempts to get links: one query of one connection. */
interface StoredLinkFailure extends Attempts {
  connectionId: string;
  queryKey: string;
  retryAfter: number;
  error: ErrorData;
  /** Other queries succeeded meanwhile: the failure is specific to this one. */
  isAlone: boolean;
  /** When this series of attempts began, ms since 1970. */
  since: number;
}

const upsertFailure = `INSERT INTO link_trouble (connection_id, question, attempts, is_alone, since, retry_after, error)
  VALUES (?, ?, ?, ?, ?, ?, ?)
  ON CONFLICT (connection_id, question) DO UPDATE SET attempts = excluded.attempts, is_alone = excluded.is_alone, since = excluded.since,
    retry_after = excluded.retry_after, error = excluded.error`;

/** Every query whose last attempt failed. */
export function listLinkFailures(database: DatabaseSync): StoredLinkFailure[] {
  const rows = prepared(database, 'SELECT * FROM link_trouble').all();
  return rows.map((row) => ({
    connectionId: text(row, 'connection_id'),
    queryKey: text(row, 'question'),
    attempts: number(row, 'attempts'),
    isAlone: number(row, 'is_alone') === 1,
    since: number(row, 'since'),
    retryAfter: number(row, 'retry_after'),
    error: errorIn(row, 'error'),
  }));
}

/** Stores the failed attempts of a query, in place of its earlier ones. */
export function saveLinkFailure(database: DatabaseSync, failure: StoredLinkFailure): void {
  const { connectionId, queryKey, attempts, isAlone, since, retryAfter, error } = failure;
  const values = [attempts, Number(isAlone), since, retryAfter, JSON.stringify(error)];
  prepared(database, upsertFailure).run(connectionId, queryKey, ...values);
}

/** Resets the attempts of one query. */
export function deleteLinkFailure(database: DatabaseSync, connectionId: string, queryKey: string): void {
  const sql = 'DELETE FROM link_trouble WHERE connection_id = ? AND question = ?';
  prepared(database, sql).run(connectionId, queryKey);
}

/** Resets all attempts, or those of one connection. */
export function deleteLinkFailures(database: DatabaseSync, connectionId?: string): void {
  if (connectionId === undefined) database.exec('DELETE FROM link_trouble');
  else prepared(database, 'DELETE FROM link_trouble WHERE connection_id = ?').run(connectionId);
}

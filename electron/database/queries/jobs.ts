import type { DatabaseSync } from 'node:sqlite';
import { type Attempts, type Job, type JobKey, type JobKind, type Lease, newJob } from '../../jobs/index.ts';
import { number, optionalError, type Row, readable, text } from '../row.ts';
import { prepared } from '../statements.ts';
import { transaction } from '../transaction.ts';

/** The job with this key; undefined where it has no row. */
export function getJob(database: DatabaseSync, key: JobKey): Job | undefined {
  const row = prepared(database, 'SELECT * FROM job WHERE kind = ? AND subject = ?').get(...keyOf(key));
  return row && { ...key, ...toJobState(row), isStored: true };
}

/** All jobs of a kind by their subject; a subject without a row is a job that nobody has begun. */
export function listJobs(database: DatabaseSync, kind: JobKind): (subject: string) => Job {
  const rows = prepared(database, 'SELECT * FROM job WHERE kind = ?').all(kind);
  const states = new Map(rows.map((row) => [text(row, 'subject'), row]));
  return (subject) => {
    const row = states.get(subject);
    return { ...newJob({ kind, subject }), ...(row && { ...toJobState(row), isStored: true }) };
  };
}

/** The attempts and the lease in a row of `job`. */
export function toJobState(row: Row): Attempts & Lease {
  return {
    attempts: number(row, 'attempts'),
    retryAfter: row['due_at'] === null ? undefined : number(row, 'due_at'),
    error: optionalError(row, 'last_error'),
    owner: text(row, 'owner'),
    leaseUntil: number(row, 'lease_until'),
  };
}

const insertSql = `INSERT INTO job (kind, subject, attempts, due_at, last_error, owner, lease_until) VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7)
  ON CONFLICT DO NOTHING`;
const claimSql = `UPDATE job SET attempts = ?3, due_at = ?4, last_error = ?5, owner = ?6, lease_until = ?7
  WHERE kind = ?1 AND subject = ?2 AND attempts = ?8 AND due_at IS ?9 AND owner = ?10`;

/**
 * Stores an attempt before it runs, if the job still is as it was `seen`. Returns whether it was: another
 * process or a person may have been faster.
 */
export function beginJob(database: DatabaseSync, seen: Job, attempt: Attempts, lease: Lease): boolean {
  const state = [...keyOf(seen), ...attemptsOf(attempt), lease.owner, lease.leaseUntil];
  const { changes } = seen.isStored
    ? prepared(database, claimSql).run(...state, seen.attempts, seen.retryAfter ?? null, seen.owner)
    : prepared(database, insertSql).run(...state);
  return changes === 1;
}

/**
 * Stores how an attempt of this owner ended, and ends its lease; deletes the job where nothing is left to be
 * done. Does nothing where another process has taken the job, or it was deleted.
 */
export function endJob(
  database: DatabaseSync,
  key: JobKey,
  owner: string,
  after: Attempts | undefined,
): void {
  if (after === undefined) {
    const remove = 'DELETE FROM job WHERE kind = ? AND subject = ? AND owner = ?';
    prepared(database, remove).run(...keyOf(key), owner);
    return;
  }
  const update = `UPDATE job SET attempts = ?4, due_at = ?5, last_error = ?6, owner = '', lease_until = 0
    WHERE kind = ?1 AND subject = ?2 AND owner = ?3`;
  prepared(database, update).run(...keyOf(key), owner, ...attemptsOf(after));
}

/** Extends the leases of all jobs of an owner. */
export function renewJobs(database: DatabaseSync, { owner, leaseUntil }: Lease): void {
  prepared(database, 'UPDATE job SET lease_until = ? WHERE owner = ?').run(leaseUntil, owner);
}

/** Stores the attempts at a job that was not begun by the runner, or that ends before its run does. */
export function saveAttempts(database: DatabaseSync, key: JobKey, attempts: Attempts): void {
  const update = `UPDATE job SET attempts = ?3, due_at = ?4, last_error = ?5, owner = '', lease_until = 0
    WHERE kind = ?1 AND subject = ?2`;
  prepared(database, update).run(...keyOf(key), ...attemptsOf(attempts));
}

const resetSql = 'UPDATE job SET attempts = 0, due_at = NULL, last_error = NULL';

/** Resets the attempts at a job; whoever works on it still does. */
export function resetJob(database: DatabaseSync, key: JobKey): void {
  prepared(database, `${resetSql} WHERE kind = ? AND subject = ?`).run(...keyOf(key));
}

/** Resets the failed attempts of these connections, because their key has changed. */
export function resetJobs(database: DatabaseSync, connectionIds: readonly string[]): void {
  const ids = JSON.stringify(connectionIds);
  const named = '(SELECT value FROM json_each(?))';
  const asksOne = `EXISTS (SELECT 1 FROM json_each(${readable('question')}, '$.connectionIds') WHERE value IN ${named})`;
  transaction(database, () => {
    const remove = `DELETE FROM job WHERE kind = 'background-fetch' AND subject ->> '$[0]' IN ${named}`;
    prepared(database, remove).run(ids);
    const reset = `${resetSql} WHERE attempts > 0 AND kind IN ('refresh', 'search')
      AND subject IN (SELECT uuid FROM result_set WHERE ${asksOne})`;
    prepared(database, reset).run(ids);
  });
}

/** Deletes failures of background fetches that have been due since before `before`, ms since 1970. */
export function deleteExpiredJobs(database: DatabaseSync, before: number): void {
  prepared(database, "DELETE FROM job WHERE kind = 'background-fetch' AND due_at < ?").run(before);
}

function keyOf({ kind, subject }: JobKey): [string, string] {
  return [kind, subject];
}

function attemptsOf({ attempts, retryAfter, error }: Attempts): [number, number | null, string | null] {
  return [attempts, retryAfter ?? null, error === undefined ? null : JSON.stringify(error)];
}

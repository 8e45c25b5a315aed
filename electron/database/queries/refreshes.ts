import type { DatabaseSync } from 'node:sqlite';
import type { Attempts, Job } from '../../jobs/index.ts';
import { text } from '../row.ts';
import { prepared } from '../statements.ts';
import { listJobs } from './jobs.ts';

/** A saved search as a job that refreshes it; `subject` is the id of its result set. */
export interface StoredRefresh extends Job {
  /** The id of the saved search. */
  id: string;
  /** JSON that the reader must validate. */
  draft: string;
  asOf: string;
  /** The attempts at its result set while a person waits for that: meanwhile it resumes automatically. */
  awaited: Attempts | undefined;
}

/** Every saved search with the state of its refreshes, in the order of creation. */
export function listRefreshes(database: DatabaseSync): StoredRefresh[] {
  const list = `SELECT v.uuid, v.draft, s.uuid AS result_set, s.as_of FROM saved_search v
    JOIN result_set s ON s.id = v.result_set ORDER BY v.id`;
  const jobOf = listJobs(database, 'refresh');
  const awaitedOf = listJobs(database, 'search');
  return prepared(database, list)
    .all()
    .map((row) => {
      const subject = text(row, 'result_set');
      const awaited = awaitedOf(subject);
      return {
        ...jobOf(subject),
        id: text(row, 'uuid'),
        draft: text(row, 'draft'),
        asOf: text(row, 'as_of'),
        awaited: awaited.isStored ? awaited : undefined,
      };
    });
}

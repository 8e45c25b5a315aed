import { firstTables } from './0001-first-tables.ts';
import { answerLeases } from './0002-answer-leases.ts';
import { newsRevisions } from './0003-news-revisions.ts';
import { writtenDates } from './0004-written-dates.ts';
import { begunParts } from './0005-begun-parts.ts';
import { leftovers } from './0006-leftovers.ts';
import { leftOut } from './0007-left-out.ts';
import { systemPaths } from './0008-system-paths.ts';
import { refreshBatches } from './0009-refresh-batches.ts';
import { failedAttempts } from './0010-failed-attempts.ts';
import { refusedClients } from './0011-refused-clients.ts';
import { completingAttempts } from './0012-completing-attempts.ts';
import { doubtOfTypes } from './0013-doubt-of-types.ts';
import { refreshAttempts } from './0014-refresh-attempts.ts';
import { selectionError } from './0015-selection-error.ts';
import { awaitedAnswers } from './0016-awaited-answers.ts';
import { absentFiles } from './0017-absent-files.ts';
import { jobs } from './0018-jobs.ts';
import { searchJobs } from './0019-search-jobs.ts';
import { dayColumns } from './0020-day-columns.ts';
import { notesAndPins } from './0021-notes-and-pins.ts';
import { paymentColumns } from './0022-payment-columns.ts';
import type { Migration } from './migration.ts';

export type { Migration } from './migration.ts';

/** Every step in its order; a file's version (`user_version`) is how many of them made it. */
export const migrations: readonly Migration[] = [
  firstTables,
  answerLeases,
  newsRevisions,
  writtenDates,
  begunParts,
  leftovers,
  leftOut,
  systemPaths,
  refreshBatches,
  failedAttempts,
  refusedClients,
  completingAttempts,
  doubtOfTypes,
  refreshAttempts,
  selectionError,
  awaitedAnswers,
  absentFiles,
  jobs,
  searchJobs,
  dayColumns,
  notesAndPins,
  paymentColumns,
];

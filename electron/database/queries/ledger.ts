import type { DatabaseSync } from 'node:sqlite';
import { mergeUnique } from '../merge-unique.ts';
import { bindQueries } from '../statements.ts';
import { ledgerAttemptWrites } from './ledger-attempts.ts';
import { ledgerBatchReads, ledgerBatchWrites } from './ledger-batches.ts';
import { ledgerCandidateReads } from './ledger-candidates.ts';
import { ledgerFileReads, ledgerFileWrites } from './ledger-files.ts';
import { ledgerMoveWrites } from './ledger-moves.ts';
import { ledgerEnumerateWrites } from './ledger-names.ts';
import { ledgerQueueWrites } from './ledger-queue.ts';
import { ledgerReportReads, ledgerReportWrites } from './ledger-report.ts';

/** Queries that write the download ledger. */
export function ledgerWrites(database: DatabaseSync) {
  return mergeUnique(
    bindQueries(database, ledgerBatchWrites),
    bindQueries(database, ledgerMoveWrites),
    bindQueries(database, ledgerEnumerateWrites),
    bindQueries(database, ledgerQueueWrites),
    ledgerReportWrites(database),
    bindQueries(database, ledgerFileWrites),
    bindQueries(database, ledgerAttemptWrites),
  );
}

/** Queries that read the download ledger. */
export function ledgerReads(database: DatabaseSync) {
  return mergeUnique(
    ledgerCandidateReads(database),
    bindQueries(database, ledgerBatchReads),
    ledgerReportReads(database),
    bindQueries(database, ledgerFileReads),
  );
}

import { mergeUnique } from '../merge-unique.ts';
import { ledgerBatchReads, ledgerBatchWrites } from './batch-lifecycle.ts';
import { ledgerReportReads, ledgerReportWrites } from './batch-transfers.ts';
import { ledgerCandidateReads } from './download-candidates.ts';
import { ledgerFileReads, ledgerFileWrites } from './downloaded-files.ts';
import { ledgerAttemptWrites } from './link-failures.ts';
import { ledgerMoveWrites } from './move-batch.ts';
import { ledgerEnumerateWrites } from './reserved-names.ts';
import { ledgerQueueWrites } from './transfer-queue.ts';

/** Queries that write the download ledger. */
export const ledgerWrites = mergeUnique(
  ledgerBatchWrites,
  ledgerMoveWrites,
  ledgerEnumerateWrites,
  ledgerQueueWrites,
  ledgerReportWrites,
  ledgerFileWrites,
  ledgerAttemptWrites,
);

/** Queries that read the download ledger. */
export const ledgerReads = mergeUnique(
  ledgerCandidateReads,
  ledgerBatchReads,
  ledgerReportReads,
  ledgerFileReads,
);

import { mergeUnique } from '../merge-unique.ts';
import { ledgerAttemptWrites } from './ledger-attempts.ts';
import { ledgerBatchReads, ledgerBatchWrites } from './ledger-batches.ts';
import { ledgerCandidateReads } from './ledger-candidates.ts';
import { ledgerFileReads, ledgerFileWrites } from './ledger-files.ts';
import { ledgerMoveWrites } from './ledger-moves.ts';
import { ledgerEnumerateWrites } from './ledger-names.ts';
import { ledgerQueueWrites } from './ledger-queue.ts';
import { ledgerReportReads, ledgerReportWrites } from './ledger-report.ts';

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

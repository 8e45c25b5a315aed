import { mergeUnique } from '../merge-unique.ts';
import { batchReads, batchWrites } from './batch-lifecycle.ts';
import { batchTransferReads, batchTransferWrites } from './batch-transfers.ts';
import { downloadCandidateReads } from './download-candidates.ts';
import { downloadedFileReads, downloadedFileWrites } from './downloaded-files.ts';
import { fileCheckWrites } from './file-checks.ts';
import { linkFailureWrites } from './link-failures.ts';
import { moveBatchWrites } from './move-batch.ts';
import { reservedNameWrites } from './reserved-names.ts';
import { transferQueueWrites } from './transfer-queue.ts';

/** Queries that write the download ledger. */
export const downloadWrites = mergeUnique(
  batchWrites,
  moveBatchWrites,
  reservedNameWrites,
  transferQueueWrites,
  batchTransferWrites,
  downloadedFileWrites,
  fileCheckWrites,
  linkFailureWrites,
);

/** Queries that read the download ledger. */
export const downloadReads = mergeUnique(
  downloadCandidateReads,
  batchReads,
  batchTransferReads,
  downloadedFileReads,
);

import type { DatabaseSync } from 'node:sqlite';
import { oneOfEach } from '../merge-unique.ts';
import { ledgerAttemptMethods } from './ledger-attempts.ts';
import { ledgerBatchMethods, ledgerBatchReads } from './ledger-batches.ts';
import { candidateReads } from './ledger-candidates.ts';
import { ledgerGatherMethods } from './ledger-enumerate.ts';
import { ledgerHoldingMethods, ledgerHoldingReads } from './ledger-files.ts';
import { ledgerQueueMethods } from './ledger-queue.ts';
import { ledgerReportMethods, ledgerReportReads } from './ledger-report.ts';

/** Methods that write the download ledger. */
export function ledgerMethods(database: DatabaseSync) {
  return oneOfEach(
    ledgerBatchMethods(database),
    ledgerGatherMethods(database),
    ledgerQueueMethods(database),
    ledgerReportMethods(database),
    ledgerHoldingMethods(database),
    ledgerAttemptMethods(database),
  );
}

/** Methods that read the download ledger. */
export function ledgerReads(database: DatabaseSync) {
  return oneOfEach(
    candidateReads(database),
    ledgerBatchReads(database),
    ledgerReportReads(database),
    ledgerHoldingReads(database),
  );
}

import type { DatabaseSync } from 'node:sqlite';
import { oneOfEach } from '../one-of-each.ts';
import { ledgerBatchMethods } from './ledger-batches.ts';
import { ledgerGatherMethods } from './ledger-gather.ts';
import { ledgerHoldingMethods } from './ledger-holdings.ts';
import { ledgerQueueMethods } from './ledger-queue.ts';
import { ledgerReportMethods } from './ledger-report.ts';

/** Methods over the download ledger. */
export function ledgerMethods(database: DatabaseSync) {
  return oneOfEach(
    ledgerBatchMethods(database),
    ledgerGatherMethods(database),
    ledgerQueueMethods(database),
    ledgerReportMethods(database),
    ledgerHoldingMethods(database),
  );
}

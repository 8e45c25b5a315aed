export { createBandwidth, createStallWatch } from './body-flow.ts';
export { whyUnwritten } from './failed-attempt.ts';
export { FairTransferQueue } from './fair-transfer-queue.ts';
export { readUnsaved, type Unsaved, type UnsavedOptions } from './preview-fetch.ts';
export { createNoticing, type Noticing } from './replaced-documents.ts';
export { runTransfer } from './transfer.ts';
export type { TransferContext, TransferOutcome } from './transfer-job.ts';

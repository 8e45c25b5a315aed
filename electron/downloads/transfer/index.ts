export { createBandwidth } from './bandwidth-limit.ts';
export { type TransferOutcome, whyUnwritten } from './document-state.ts';
export { readUnsaved, type Unsaved, type UnsavedOptions } from './preview-fetch.ts';
export { createNoticing, type Noticing } from './replaced-documents.ts';
export { createStallWatch } from './stall-watch.ts';
export { runTransfer } from './transfer.ts';
export { type StopReason, type TransferContext, TransferJob } from './transfer-job.ts';
export { FairTransferQueue } from './transfer-slots.ts';

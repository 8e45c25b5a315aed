export { createBandwidth, createStallWatch } from './body-flow.ts';
export { createNoticing } from './find-replaced.ts';
export { readUnsaved, type Unsaved, type UnsavedOptions } from './read-unsaved.ts';
export { whyUnwritten } from './retry.ts';
export { runTransfer, type TransferDeps, type TransferOutcome } from './run-transfer.ts';
export { createSlots } from './slots.ts';

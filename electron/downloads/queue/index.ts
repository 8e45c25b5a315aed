export { BatchActions } from './batch-actions.ts';
export { createBatchLeases } from './batch-leases.ts';
export { type Run, shownBatch, shownDocument, shownRun } from './batch-run.ts';
export { type Namer, type SelectionDeps, sourceOf } from './enumerate.ts';
export { createProgressPublisher } from './progress.ts';
export { Scheduler } from './scheduler.ts';

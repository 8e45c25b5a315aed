export { BatchActions } from './batch-actions.ts';
export { type BatchLeases, createBatchLeases } from './batch-leases.ts';
export { type Run, shownBatch, shownDocument, shownRun } from './batch-run.ts';
export { type Namer, type SelectionContext, sourceOf } from './enumerate.ts';
export { createProgressPublisher, type ProgressPublisher } from './progress-publisher.ts';
export { Scheduler } from './scheduler.ts';

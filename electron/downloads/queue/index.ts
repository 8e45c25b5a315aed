export { BatchActions } from './batch-actions.ts';
export { type BatchLeases, createBatchLeases } from './batch-leases.ts';
export { type Run, shownDocument } from './batch-run.ts';
export { type Namer, type SelectionContext, sourceOf } from './enumerate.ts';
export { type BatchListener, ProgressPublisher } from './progress-publisher.ts';
export { Scheduler } from './scheduler.ts';

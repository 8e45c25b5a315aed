export { type BatchLeases, createBatchLeases } from './adopt-batches.ts';
export { BatchActions } from './batch-actions.ts';
export { type Run, shownDocument } from './batch-run.ts';
export { type Namer, type SelectionContext, sourceOf } from './enumerate-documents.ts';
export { type BatchListener, ProgressPublisher } from './progress-publisher.ts';
export type { QueueContext } from './queue.ts';
export { Scheduler } from './scheduler.ts';

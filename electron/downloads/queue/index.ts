export { type Run, shownBatch, shownDocument, shownRun } from './batch-run.ts';
export { type Namer, type SelectionDeps, sourceOf } from './enumerate.ts';
export { createActions } from './pause-resume.ts';
export { createProgressPublisher } from './progress.ts';
export { createBatchLeases, createScheduler, type Scheduler } from './scheduler.ts';

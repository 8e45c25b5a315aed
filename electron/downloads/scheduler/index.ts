export { createActions } from './actions.ts';
export { type Namer, type SelectionDeps, sourceOf } from './expand-selection.ts';
export { createProgressPublisher } from './progress-publisher.ts';
export { type Run, shownBatch, shownDocument, shownRun } from './run.ts';
export { createLease, createScheduler, type Scheduler } from './scheduler.ts';

export { createActs } from './actions.ts';
export { type GatherMeans, type Namer, sourceOf } from './expand-selection.ts';
export { createLease } from './lease.ts';
export { createProgress, createTeller, fractionOf } from './progress-publisher.ts';
export { type Run, shownBatch, shownDocument, shownRun } from './run.ts';
export { createKeeper, type Keeper } from './scheduler.ts';

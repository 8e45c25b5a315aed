export type * from './answer.ts';
export { attempt } from './attempt.ts';
export type { AttemptRecord, Means } from './conversation.ts';
export { parseBody } from './json-body.ts';
export { type Limits, trialLimits } from './limits.ts';
export { createLinkBook } from './link-book.ts';
export { createPace, type Pace } from './pace.ts';
export { createService, type ServiceOptions } from './service.ts';
export { walk } from './walk.ts';

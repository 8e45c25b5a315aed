export type * from './answer.ts';
export type { AttemptRecord, Means } from './conversation.ts';
export { type Limits, trialLimits } from './limits.ts';
export { createLinkBook } from './link-book.ts';
export { createService, type ServiceOptions } from './service.ts';
export { walk } from './walk.ts';

export type * from './answer.ts';
export { type AttemptLimits, attempt, type Limits, trialLimits } from './attempt.ts';
export { capsOf, readBody } from './body.ts';
export {
  type BreakerOf,
  createLinkBook,
  createPace,
  createServiceBreakers,
  givesTypes,
  type KeptAccesses,
  openServices,
  type Services,
} from './clients.ts';
export type { Access, AttemptRecord, Means, Pace } from './conversation.ts';
export { walk } from './document-pages.ts';
export { createService, type ServiceOptions } from './service.ts';

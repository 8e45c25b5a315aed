export { createService, type ServiceOptions } from './api-client.ts';
export {
  type BreakerOf,
  createLinkBook,
  createPace,
  createServiceBreakers,
  givesTypes,
  type KeptAccesses,
  openServices,
  type Services,
} from './api-clients.ts';
export { walk } from './endpoints/documents.ts';
export { type AttemptLimits, attempt, type Limits, trialLimits } from './http-attempt.ts';
export type { Access, AttemptRecord, Means, Pace } from './request.ts';
export { capsOf, readBody } from './response-body.ts';
export type * from './responses.ts';

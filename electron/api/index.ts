export { type ApiClientOptions, createApiClient } from './api-client.ts';
export {
  type ApiClients,
  type BreakerOf,
  createCircuitBreakers,
  createSignedLinkCache,
  createRateLimiter,
  givesTypes,
  openApiClients,
  type StoredAccesses,
} from './api-clients.ts';
export { paginate } from './endpoints/documents.ts';
export { type AttemptLimits, attempt, type Limits, trialLimits } from './http-attempt.ts';
export type { Access, AttemptRecord, HttpDeps, RateLimiter } from './request.ts';
export { capsOf, readBody } from './response-body.ts';
export type * from './responses.ts';

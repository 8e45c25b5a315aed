export { type ApiClientOptions, createApiClient } from './api-client.ts';
export {
  type ApiClients,
  type BreakerOf,
  createCircuitBreakers,
  givesTypes,
  openApiClients,
} from './api-clients.ts';
export type * from './api-types.ts';
export { capsOf } from './body-parser.ts';
export { readBody } from './check-response.ts';
export { paginate } from './paginate.ts';
export { createRateLimiter } from './rate-limiter.ts';
export { type AttemptLimits, attempt, type Limits } from './request-timeout.ts';
export type { Access, AttemptRecord, HttpPlatform } from './request-with-retry.ts';
export { createSignedLinkCache, type SignedLinkCache } from './signed-link-cache.ts';

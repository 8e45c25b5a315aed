export { unpackBody } from './gzip-body.ts';
export { createLinkFailures, type LinkFailure } from './link-attempts.ts';
export { LinkSource, reasonFor } from './link-source.ts';
export {
  OutageDetector,
  orCancelled,
  requestHead,
  type Server,
} from './outage-detector.ts';
export {
  countsAsAttempt,
  decideRetry,
  isLinkRejection,
  isServerResponse,
  isUnserved,
  localPauseOf,
  type RetryDecision,
  type Stage,
} from './retry-decision.ts';
export {
  type Begun,
  classifyResponse,
  type ExistingFile,
  hashText,
  readHashes,
  readHead,
  refuseInsecure,
  type StorageHashes,
  type StorageHead,
  toRejection,
} from './storage-response.ts';

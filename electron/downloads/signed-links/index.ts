export { countsAsAttempt, createLinkFailures, type LinkFailure } from './link-attempts.ts';
export { LinkSource, reasonFor } from './link-source.ts';
export {
  OutageDetector,
  requestHead,
  type Server,
} from './outage-detector.ts';
export {
  type Begun,
  classifyResponse,
  type ExistingFile,
  hashText,
  isTransient,
  readHashes,
  readHead,
  refuseInsecure,
  type StorageHashes,
  type StorageHead,
  toRejection,
} from './storage-response.ts';
export { unpackGzipBody } from './unpack-gzip-body.ts';

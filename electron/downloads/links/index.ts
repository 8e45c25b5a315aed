export type { BreakerState } from './breaker.ts';
export {
  backOff,
  type Consequence,
  consequenceOf,
  countsAsAttempt,
  isAnswer,
  isOfService,
  isUnserved,
  longestBackOff,
  mostAttempts,
  type Stage,
} from './consequence.ts';
export { askHead, createServing, type Server, type Serving } from './health.ts';
export { createLinkTroubles } from './link-attempts.ts';
export { createLinkSource, type LinkSource, reasonFor } from './link-source.ts';
export {
  type Begun,
  type HeldFile,
  hashText,
  judgeAnswer,
  readHashes,
  readHead,
  refusal,
  refuseInsecure,
  type StorageHashes,
  type StorageHead,
} from './storage-answer.ts';

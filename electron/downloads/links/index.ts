export {
  backOff,
  type Consequence,
  consequenceOf,
  countsAsAttempt,
  isAnswer,
  isUnserved,
  longestBackOff,
  type Stage,
} from './consequence.ts';
export { createLinkTroubles } from './link-attempts.ts';
export { createLinkSource, type LinkSource, reasonFor } from './link-source.ts';
export { unpacked } from './packed-body.ts';
export { askHead, createServers, orStop, type Server, type Servers, serverAt } from './servers.ts';
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

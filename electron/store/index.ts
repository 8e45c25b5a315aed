export { withClientNames } from './client-names.ts';
export type {
  FoundAs,
  KeptAnswer,
  KeptOutcome,
  KeptSaved,
  KnownDispatch,
  NumberedDispatch,
} from './lists/answers.ts';
export type { FirstRows, ListOrder, WindowQuery } from './lists/windows.ts';
export type { AwaitedAnswer } from './methods/awaited.ts';
export type { DispatchToHandOver, DocumentToHandOver } from './methods/carpeta-handovers.ts';
export type { ToldOfDispatch } from './methods/dispatches.ts';
export type { PageKept, PageToKeep } from './methods/documents.ts';
export type { DraftBatch, MovedBatch } from './methods/ledger-batches.ts';
export type { NamedCandidate } from './methods/ledger-candidates.ts';
export type { FolderAway, KnownFile, RecognisedFile } from './methods/ledger-holdings.ts';
export type { LedgerAct } from './methods/ledger-report.ts';
export type {
  FolderWish,
  Holding,
  LedgerBatch,
  LedgerStep,
  LedgerTransfer,
  NewTransfer,
  PendingVerdict,
  SealedFile,
  TakenTransfer,
} from './methods/ledger-rows.ts';
export type { PurgeScope } from './methods/purging.ts';
export type { KeptRefresh } from './methods/refreshes.ts';
export type { SweepStanding } from './methods/results.ts';
export type { SeenBefore } from './methods/seen.ts';
export type { DownloadCandidate, UnreadableDocument } from './methods/selection.ts';
export type { MissingDocuments } from './methods/settling.ts';
export type { KeptWalk, PlannedWalk, WalkEnd } from './methods/walks.ts';
export { openStore, type Store } from './store.ts';
export { type FileWord, type FilterWord, filterWords, fold, numberKey } from './text.ts';

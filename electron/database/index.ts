export { type FileStatusToken, type FilterToken, filterTokens, withClientNames } from './filter-tokens.ts';
export type { TypeOrders } from './list-index/client-and-type-keys.ts';
export type { SortedRows } from './list-index/pages.ts';
export type { PartialDispatch } from './queries/background-fetches.ts';
export type {
  DownloadedFile,
  FolderWish,
  LeftPart,
  NewTransfer,
  PendingVerdict,
  SealedFile,
  StoredBatch,
  StoredTransfer,
  TakenTransfer,
  TransferStep,
} from './queries/batch-rows.ts';
export { numberMark } from './queries/batch-rows.ts';
export type { BatchAction } from './queries/batch-transfers.ts';
export type { DispatchRead } from './queries/dispatches.ts';
export type { NamedCandidate } from './queries/download-candidates.ts';
export type { FolderAway, KnownFile, RecognisedFile } from './queries/downloaded-files.ts';
export type { FoundAs, KnownDispatch, NumberedDispatch } from './queries/find-dispatches.ts';
export type { DraftBatch, MovedBatch } from './queries/move-batch.ts';
export type { PendingSearch } from './queries/pending-searches.ts';
export type { PurgeScope } from './queries/purge-data.ts';
export type { StoredRefresh } from './queries/refreshes.ts';
export type { UnlistedDocuments } from './queries/removals.ts';
export type { StoredOutcome, StoredResultSet } from './queries/result-sets.ts';
export type { PlannedTask, SearchTask } from './queries/search-tasks.ts';
export type { SeenMarks } from './queries/seen-marks.ts';
export type { DownloadCandidate, SelectedDocument } from './queries/selection.ts';
export { type ClientMonthSheets, type MonthDocument, monthPayments } from './reports/client-month.ts';
export type { DispatchToDeliver, DocumentToDeliver } from './reports/deliveries.ts';
export type { TabulatedPayment } from './reports/payment-table.ts';
export { rowsUnreadable } from './row.ts';
export { readRegister } from './rules/register-lines.ts';
export { numberKey } from './sort-keys.ts';
export type { TextCounts } from './text-index/count-queries.ts';
export type { DocumentFact, FactForm, FactName } from './text-index/fact-queries.ts';
export { parseTextQuery, type QueryTerm } from './text-index/parse-text-query.ts';
export { textOfWords } from './text-index/stored-words.ts';
export type { TextToStore, WaitingFile } from './text-index/text-index-queries.ts';
export { eachTerm, type TextTerm } from './text-index/text-tokens.ts';
export { openStore, type Store } from './worker-pool.ts';

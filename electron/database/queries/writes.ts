/**
 * Every query that writes, and the few reads that belong to them. They run in the writer, which no list and
 * no report may delay.
 */
export { saveFirstRows } from '../list-index/first-rows.ts';
export { setAgencyRut } from '../reports/agency-rut.ts';
export { setRetention } from '../reports/closed-dispatches.ts';
export { forgetDelivery, saveDelivery } from '../reports/deliveries.ts';
export {
  changeDocumentRequest,
  closeRequests,
  insertDocumentRequests,
  removeDocumentRequests,
} from '../reports/document-requests.ts';
export { decideTypes, undecideTypes } from '../reports/expected-documents.ts';
export { dismissFinding, restoreFinding } from '../reports/findings.ts';
export { addStoredMembers } from './add-stored-members.ts';
export { countBackgroundFetch } from './background-fetches.ts';
export {
  beginBatch,
  claimBatch,
  forgetBatch,
  forgetEmptyRefreshes,
  forgetOldestBatch,
  putBackTransfers,
  releaseBatches,
  renewBatches,
  setBatchState,
} from './batch-lifecycle.ts';
export { applyBatchAction, markIndexed, markPartRemoved, requeueLostTransfers } from './batch-transfers.ts';
export {
  markComplete,
  saveDisbursements,
  saveTypes,
  updateDispatchStatus,
  updateStatuses,
} from './dispatches.ts';
export { upsertPage } from './documents.ts';
export { insertRecognisedFiles } from './downloaded-files.ts';
export { deleteExpiredDocuments, deleteExpiredResultSets } from './expired-data.ts';
export { markStorageChecked, updateCheckedFiles } from './file-checks.ts';
export { saveMissingCounts } from './home.ts';
export { beginJob, deleteExpiredJobs, endJob, renewJobs, resetJob, resetJobs, saveAttempts } from './jobs.ts';
export { deleteLinkFailure, deleteLinkFailures, listLinkFailures, saveLinkFailure } from './link-failures.ts';
export { draftMovedBatch, publishMovedBatch } from './move-batch.ts';
export { setDispatchNote, setPin } from './notes-and-pins.ts';
export { addPendingSearch, dropPendingSearch, stopPendingSearch } from './pending-searches.ts';
export { purgeDocuments, purgeDossiers, purgeRest } from './purge-data.ts';
export { purgeDownloads } from './purge-downloads.ts';
export { noteRefused, pruneRefused } from './refused-clients.ts';
export { dropMembers, finishRun, markRemoved, noteDecided } from './removals.ts';
export {
  addTransfers,
  addUnreadableTransfers,
  carryTransfers,
  markEnumerated,
  markEnumeratedInPart,
  renameTransfer,
  reserveFolders,
} from './reserved-names.ts';
export {
  changeSaved,
  countSavedNews,
  createSavedSearches,
  duplicateSaved,
  markSavedSeen,
  recountNews,
  removeSaved,
  unmarkSavedSeen,
} from './saved-searches.ts';
export {
  beginRun,
  claimResultSet,
  createResultSet,
  renewResultSets,
  updateSearchRun,
} from './search-runs.ts';
export { endTask, planTasks, reopenForRemainingClients, reopenTasks } from './search-tasks.ts';
export { takeTransfers, writeSteps } from './transfer-queue.ts';

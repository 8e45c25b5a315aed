/**
 * Every query that only reads. They run in the reader, parallel to the writer, and see all writes that have
 * returned.
 */

export {
  dispatchesToDeliver,
  documentsOfDispatches,
  documentsToDeliver,
  findDispatches,
  getDelivery,
  listDeliveries,
} from '../reports/deliveries.ts';
export { nextPartialDispatch } from './background-fetches.ts';
export { listBatchesOfOthers } from './batch-lifecycle.ts';
export { getBatch, listBatches } from './batch-reader.ts';
export {
  batchesWithPartFiles,
  listBatchTransfers,
  listDoneTransfers,
  listFoldersToIndex,
  listLastDownloaded,
  listLeftPartFiles,
  readPendingVerdicts,
} from './batch-transfers.ts';
export { listSeenTypes, listStoredConnections, readTypes, readTypesIncompleteReason } from './catalogues.ts';
export { listChanges, listNewDocuments } from './changes.ts';
export { viewDispatch } from './dispatch-view.ts';
export {
  listDocumentsNotDownloaded,
  listMissedDocuments,
  listUncheckedDocuments,
  readCandidates,
  selectBatchRows,
} from './download-candidates.ts';
export {
  getIndexStamp,
  listAbsentFiles,
  listDownloadedFiles,
  listDownloadFolders,
  listFilesOf,
  listKnownFiles,
} from './downloaded-files.ts';
export { listExampleDispatches } from './examples.ts';
export {
  countDocumentsByFolio,
  findDispatchesByContainer,
  findDispatchesByNumber,
  hasLeadingZeros,
} from './find-dispatches.ts';
export { findDocuments } from './find-documents.ts';
export { readHome } from './home.ts';
export { listIndexableFiles, listTextDocuments } from './indexable-files.ts';
export { getJob } from './jobs.ts';
export { getDispatchNote, listPins } from './notes-and-pins.ts';
export { listPendingSearches } from './pending-searches.ts';
export { listOpenBatches } from './purge-downloads.ts';
export { listRefreshes } from './refreshes.ts';
export { clientsByUse, ownerOf, refusedClients } from './refused-clients.ts';
export { unlistedDocuments } from './removals.ts';
export {
  countUnreadableResultSets,
  listClientsWithout,
  listFoundDispatches,
  listItemPaths,
  listOutcomes,
  listRecentResultSets,
  readResultSet,
} from './result-sets.ts';
export { listSaved } from './saved-searches.ts';
export { listTasks, listTasksNotFound } from './search-tasks.ts';
export { documentsAt, listSelected, selectDocument, selectRows, selectSummary } from './selection.ts';

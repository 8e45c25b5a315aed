import type { DatabaseSync } from 'node:sqlite';
import { saveFirstRows } from './list-index/first-rows.ts';
import { pageReads } from './list-index/pages.ts';
import { mergeUnique } from './merge-unique.ts';
import { addStoredMembers } from './queries/add-stored-members.ts';
import { countBackgroundFetch, nextPartialDispatch } from './queries/background-fetches.ts';
import {
  listSeenTypes,
  listStoredConnections,
  readTypes,
  readTypesIncompleteReason,
} from './queries/catalogues.ts';
import { listChanges, listNewDocuments } from './queries/changes.ts';
import { viewDispatch } from './queries/dispatch-view.ts';
import {
  markComplete,
  saveDisbursements,
  saveTypes,
  updateDispatchStatus,
  updateStatuses,
} from './queries/dispatches.ts';
import { upsertPage } from './queries/documents.ts';
import { downloadReads, downloadWrites } from './queries/download-queries.ts';
import { listExampleDispatches } from './queries/examples.ts';
import { deleteExpiredDocuments, deleteExpiredResultSets } from './queries/expired-data.ts';
import {
  countDocumentsByFolio,
  findDispatchesByContainer,
  findDispatchesByNumber,
  hasLeadingZeros,
} from './queries/find-dispatches.ts';
import { findDocuments } from './queries/find-documents.ts';
import { readHome, saveMissingCounts } from './queries/home.ts';
import { listIndexableFiles, listTextDocuments } from './queries/indexable-files.ts';
import {
  beginJob,
  deleteExpiredJobs,
  endJob,
  getJob,
  renewJobs,
  resetJob,
  resetJobs,
  saveAttempts,
} from './queries/jobs.ts';
import { getDispatchNote, listPins, setDispatchNote, setPin } from './queries/notes-and-pins.ts';
import {
  addPendingSearch,
  dropPendingSearch,
  listPendingSearches,
  stopPendingSearch,
} from './queries/pending-searches.ts';
import { purgeDocuments, purgeRest } from './queries/purge-data.ts';
import { listOpenBatches, purgeDownloads } from './queries/purge-downloads.ts';
import { listRefreshes } from './queries/refreshes.ts';
import {
  clientsByUse,
  noteRefused,
  ownerOf,
  pruneRefused,
  refusedClients,
} from './queries/refused-clients.ts';
import { dropMembers, finishRun, markRemoved, noteDecided, unlistedDocuments } from './queries/removals.ts';
import {
  countUnreadableResultSets,
  listClientsWithout,
  listFoundDispatches,
  listItemPaths,
  listOutcomes,
  listRecentResultSets,
  readResultSet,
} from './queries/result-sets.ts';
import { listSaved, savedSearchWrites } from './queries/saved-searches.ts';
import {
  beginRun,
  claimResultSet,
  createResultSet,
  renewResultSets,
  updateSearchRun,
} from './queries/search-runs.ts';
import {
  endTask,
  listTasks,
  listTasksNotFound,
  planTasks,
  reopenForRemainingClients,
  reopenTasks,
} from './queries/search-tasks.ts';
import { selectionReads } from './queries/selection.ts';
import {
  dispatchesToDeliver,
  documentsOfDispatches,
  documentsToDeliver,
  findDispatches,
  getDelivery,
  listDeliveries,
} from './reports/deliveries.ts';
import { reportQueries, reportWrites } from './reports/reports.ts';
import { bindQueries } from './statements.ts';
import { textQueries } from './text-index/text-index-queries.ts';

const writes = {
  setDispatchNote,
  setPin,
  saveMissingCounts,
  upsertPage,
  updateStatuses,
  updateDispatchStatus,
  markComplete,
  saveDisbursements,
  saveTypes,
  createResultSet,
  claimResultSet,
  renewResultSets,
  beginRun,
  updateSearchRun,
  planTasks,
  endTask,
  reopenTasks,
  reopenForRemainingClients,
  noteRefused,
  pruneRefused,
  countBackgroundFetch,
  beginJob,
  endJob,
  renewJobs,
  saveAttempts,
  resetJob,
  resetJobs,
  deleteExpiredJobs,
  addStoredMembers,
  markRemoved,
  noteDecided,
  dropMembers,
  finishRun,
  addPendingSearch,
  dropPendingSearch,
  stopPendingSearch,
  saveFirstRows,
  deleteExpiredResultSets,
  deleteExpiredDocuments,
  purgeDocuments,
  purgeRest,
  purgeDownloads,
};

const reads = {
  getDispatchNote,
  listPins,
  readHome,
  findDocuments,
  readResultSet,
  countUnreadableResultSets,
  listRecentResultSets,
  listOutcomes,
  listClientsWithout,
  listFoundDispatches,
  listItemPaths,
  listSaved,
  findDispatchesByNumber,
  findDispatchesByContainer,
  countDocumentsByFolio,
  hasLeadingZeros,
  listStoredConnections,
  readTypes,
  readTypesIncompleteReason,
  listSeenTypes,
  listRefreshes,
  listPendingSearches,
  viewDispatch,
  listTasks,
  listTasksNotFound,
  refusedClients,
  ownerOf,
  clientsByUse,
  getJob,
  nextPartialDispatch,
  unlistedDocuments,
  listOpenBatches,
  listNewDocuments,
  listChanges,
  listExampleDispatches,
  listIndexableFiles,
  listTextDocuments,
  dispatchesToDeliver,
  findDispatches,
  documentsOfDispatches,
  documentsToDeliver,
  listDeliveries,
  getDelivery,
};

/**
 * Every query that writes, and the few reads that belong to them. They run in the writer, which no list and
 * no report may delay.
 */
export function createWrites(database: DatabaseSync) {
  return mergeUnique(
    bindQueries(database, writes),
    bindQueries(database, savedSearchWrites),
    bindQueries(database, downloadWrites),
    bindQueries(database, reportWrites),
  );
}

/**
 * Every query that only reads. They run in the reader, parallel to the writer, and see all writes that have
 * returned.
 */
export function createReads(database: DatabaseSync) {
  return mergeUnique(
    bindQueries(database, reads),
    pageReads(database),
    bindQueries(database, selectionReads),
    bindQueries(database, downloadReads),
  );
}

/** Slow queries that read much; they run in a separate worker, so that no list waits for them. */
export function createReports(database: DatabaseSync) {
  return bindQueries(database, reportQueries);
}

/** Queries about the words of documents; they run in a worker over their own file. */
export function createTextQueries(database: DatabaseSync) {
  return bindQueries(database, textQueries);
}

export type StoreQueries = ReturnType<typeof createWrites> &
  ReturnType<typeof createReads> &
  ReturnType<typeof createReports> &
  ReturnType<typeof createTextQueries>;

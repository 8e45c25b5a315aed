import type { DatabaseSync } from 'node:sqlite';
import { dispatchViewReads } from './list-index/dispatch-view.ts';
import { saveFirstRows } from './list-index/first-rows.ts';
import { lookupReads } from './list-index/lookup.ts';
import { pageReads } from './list-index/pages.ts';
import { knownReads, resultSetReads } from './list-index/result-sets.ts';
import { mergeUnique } from './merge-unique.ts';
import { backgroundFetchWrites } from './queries/background-fetches.ts';
import { newsReads } from './queries/changes.ts';
import { dispatchWrites } from './queries/dispatches.ts';
import { documentWrites } from './queries/documents.ts';
import { exampleReads } from './queries/examples.ts';
import { ledgerReads, ledgerWrites } from './queries/ledger.ts';
import { partialDispatchReads } from './queries/partial-dispatches.ts';
import { pendingSearchReads, pendingSearchWrites } from './queries/pending-searches.ts';
import { pruningWrites } from './queries/pruning.ts';
import { purgingReads, purgingWrites } from './queries/purging.ts';
import { referenceWriter } from './queries/references.ts';
import { refreshReads, refreshWrites } from './queries/refreshes.ts';
import { refusedClientReads, refusedClientWrites } from './queries/refused-clients.ts';
import { removalReads, removalWrites } from './queries/removals.ts';
import { savedSearchWrites } from './queries/saved-searches.ts';
import { searchRunWrites } from './queries/search-runs.ts';
import { searchTaskReads, searchTaskWrites } from './queries/search-tasks.ts';
import { selectionReads } from './queries/selection.ts';
import { storedMemberWrites } from './queries/stored-members.ts';
import { deliveryReads } from './reports/deliveries.ts';
import { reportQueries, reportQueryNames, reportWrites } from './reports/reports.ts';
import { bindQueries } from './statements.ts';

/**
 * Every query that writes, and the few reads that belong to them. They run in the writer, which no list and
 * no report may delay.
 */
export function createWrites(database: DatabaseSync) {
  const references = referenceWriter(database);
  return mergeUnique(
    documentWrites(database, references),
    dispatchWrites(database, references),
    searchRunWrites(database),
    searchTaskWrites(database),
    refusedClientWrites(database),
    backgroundFetchWrites(database),
    storedMemberWrites(database),
    removalWrites(database),
    bindQueries(database, savedSearchWrites),
    refreshWrites(database),
    pendingSearchWrites(database),
    bindQueries(database, { saveFirstRows }),
    pruningWrites(database, references),
    purgingWrites(database),
    bindQueries(database, ledgerWrites),
    reportWrites(database),
  );
}

/**
 * Every query that only reads. They run in the reader, parallel to the writer, and see all writes that have
 * returned.
 */
export function createReads(database: DatabaseSync) {
  return mergeUnique(
    pageReads(database),
    lookupReads(database),
    resultSetReads(database),
    knownReads(database),
    refreshReads(database),
    pendingSearchReads(database),
    dispatchViewReads(database),
    bindQueries(database, selectionReads),
    searchTaskReads(database),
    refusedClientReads(database),
    partialDispatchReads(database),
    removalReads(database),
    purgingReads(database),
    newsReads(database),
    deliveryReads(database),
    bindQueries(database, ledgerReads),
    exampleReads(database),
  );
}

/** Slow queries that read much; they run in a separate worker, so that no list waits for them. */
export const createReports = reportQueries;

/** Names of the report queries, known before that worker starts. */
export const reportNames: ReadonlySet<string> = new Set<keyof ReturnType<typeof createReports>>(
  reportQueryNames,
);

export type StoreQueries = ReturnType<typeof createWrites> &
  ReturnType<typeof createReads> &
  ReturnType<typeof createReports>;

import type { DatabaseSync } from 'node:sqlite';
import { dispatchViewReads } from './list-index/dispatch-view.ts';
import { findReads } from './list-index/lookup.ts';
import { firstRowsWrites, windowReads } from './list-index/pages.ts';
import { answerReads, knownReads } from './list-index/result-sets.ts';
import { oneOfEach } from './merge-unique.ts';
import { completingMethods } from './queries/background-fetches.ts';
import { newsReads } from './queries/changes.ts';
import { dispatchMethods } from './queries/dispatches.ts';
import { documentMethods } from './queries/documents.ts';
import { exampleReads } from './queries/examples.ts';
import { ledgerMethods, ledgerReads } from './queries/ledger.ts';
import { partialDispatchReads } from './queries/partial-dispatches.ts';
import { awaitedMethods, awaitedReads } from './queries/pending-responses.ts';
import { pruningMethods } from './queries/pruning.ts';
import { purgingMethods, purgingReads } from './queries/purging.ts';
import { referenceWriter } from './queries/references.ts';
import { refreshMethods, refreshReads } from './queries/refreshes.ts';
import { refusedClientMethods, refusedClientReads } from './queries/refused-clients.ts';
import { removalReads, removalWrites } from './queries/removals.ts';
import { savedMethods } from './queries/saved-searches.ts';
import { resultMethods } from './queries/search-runs.ts';
import { searchTaskReads, searchTaskWrites } from './queries/search-tasks.ts';
import { selectionMethods } from './queries/selection.ts';
import { keptMemberMethods } from './queries/stored-members.ts';
import { deliveryReads } from './reports/deliveries.ts';
import { dossierStudies, dossierStudyNames, dossierWrites } from './reports/reports.ts';

/** Every method that writes, and the few reads that belong to them; they run in the writer, which no list and no study may hold up. */
export function createWrites(database: DatabaseSync) {
  const references = referenceWriter(database);
  return oneOfEach(
    documentMethods(database, references),
    dispatchMethods(database, references),
    resultMethods(database),
    searchTaskWrites(database),
    refusedClientMethods(database),
    completingMethods(database),
    keptMemberMethods(database),
    removalWrites(database),
    savedMethods(database),
    refreshMethods(database),
    awaitedMethods(database),
    firstRowsWrites(database),
    pruningMethods(database, references),
    purgingMethods(database),
    ledgerMethods(database),
    dossierWrites(database),
  );
}

/** Every method that only reads; they run in the reader, beside what is being written, and see all that has been answered for. */
export function createReads(database: DatabaseSync) {
  return oneOfEach(
    windowReads(database),
    findReads(database),
    answerReads(database),
    knownReads(database),
    refreshReads(database),
    awaitedReads(database),
    dispatchViewReads(database),
    selectionMethods(database),
    searchTaskReads(database),
    refusedClientReads(database),
    partialDispatchReads(database),
    removalReads(database),
    purgingReads(database),
    newsReads(database),
    deliveryReads(database),
    ledgerReads(database),
    exampleReads(database),
  );
}

/** Methods that read much and take their time; they run in a worker of their own, so that no list that a person scrolls waits for them. */
export const createStudies = dossierStudies;

/** Their names, known before that worker is started. */
export const studyNames: ReadonlySet<string> = new Set<keyof ReturnType<typeof createStudies>>(
  dossierStudyNames,
);

export type StoreMethods = ReturnType<typeof createWrites> &
  ReturnType<typeof createReads> &
  ReturnType<typeof createStudies>;

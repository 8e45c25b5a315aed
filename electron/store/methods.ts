import type { DatabaseSync } from 'node:sqlite';
import { answerReads, knownReads } from './lists/answers.ts';
import { dispatchViewReads } from './lists/dispatch-view.ts';
import { findReads } from './lists/find.ts';
import { firstRowsWrites, windowReads } from './lists/windows.ts';
import { awaitedMethods, awaitedReads } from './methods/awaited.ts';
import { carpetaStudies, carpetaStudyNames, carpetaWrites } from './methods/carpeta.ts';
import { handoverReads } from './methods/carpeta-handovers.ts';
import { completingMethods } from './methods/completing-attempts.ts';
import { dispatchMethods } from './methods/dispatches.ts';
import { documentMethods } from './methods/documents.ts';
import { exampleReads } from './methods/examples.ts';
import { keptMemberMethods } from './methods/kept-members.ts';
import { ledgerMethods, ledgerReads } from './methods/ledger.ts';
import { newsReads } from './methods/news.ts';
import { partialDispatchReads } from './methods/partial-dispatches.ts';
import { pruningMethods } from './methods/pruning.ts';
import { purgingMethods, purgingReads } from './methods/purging.ts';
import { referenceWriter } from './methods/references.ts';
import { refreshMethods, refreshReads } from './methods/refreshes.ts';
import { refusedClientMethods, refusedClientReads } from './methods/refused-clients.ts';
import { resultMethods } from './methods/results.ts';
import { savedMethods } from './methods/saved.ts';
import { selectionMethods } from './methods/selection.ts';
import { settlingMethods, settlingReads } from './methods/settling.ts';
import { walkMethods, walkReads } from './methods/walks.ts';
import { oneOfEach } from './one-of-each.ts';

/** Every method that writes, and the few reads that belong to them; they run in the writer, which no list and no study may hold up. */
export function createWrites(database: DatabaseSync) {
  const references = referenceWriter(database);
  return oneOfEach(
    documentMethods(database, references),
    dispatchMethods(database, references),
    resultMethods(database),
    walkMethods(database),
    refusedClientMethods(database),
    completingMethods(database),
    keptMemberMethods(database),
    settlingMethods(database),
    savedMethods(database),
    refreshMethods(database),
    awaitedMethods(database),
    firstRowsWrites(database),
    pruningMethods(database, references),
    purgingMethods(database),
    ledgerMethods(database),
    carpetaWrites(database),
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
    walkReads(database),
    refusedClientReads(database),
    partialDispatchReads(database),
    settlingReads(database),
    purgingReads(database),
    newsReads(database),
    handoverReads(database),
    ledgerReads(database),
    exampleReads(database),
  );
}

/** Methods that read much and take their time; they run in a worker of their own, so that no list that a person scrolls waits for them. */
export const createStudies = carpetaStudies;

/** Their names, known before that worker is started. */
export const studyNames: ReadonlySet<string> = new Set<keyof ReturnType<typeof createStudies>>(
  carpetaStudyNames,
);

export type StoreMethods = ReturnType<typeof createWrites> &
  ReturnType<typeof createReads> &
  ReturnType<typeof createStudies>;

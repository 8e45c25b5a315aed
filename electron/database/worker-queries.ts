import type { DatabaseSync } from 'node:sqlite';
import { pageReads } from './list-index/pages.ts';
import * as reads from './queries/reads.ts';
import * as writes from './queries/writes.ts';
import * as reports from './reports/reports.ts';
import { bindQueries } from './statements.ts';
import * as texts from './text-index/texts.ts';

/** The queries of the writer. */
export function createWrites(database: DatabaseSync) {
  return bindQueries(database, writes);
}

/** The queries of the reader. */
export function createReads(database: DatabaseSync) {
  return { ...bindQueries(database, reads), ...pageReads(database) };
}

/** The queries of the worker for reports. */
export function createReports(database: DatabaseSync) {
  return bindQueries(database, reports);
}

/** The queries of the worker for the words of documents. */
export function createTextQueries(database: DatabaseSync) {
  return bindQueries(database, texts);
}

export type StoreQueries = ReturnType<typeof createWrites> &
  ReturnType<typeof createReads> &
  ReturnType<typeof createReports> &
  ReturnType<typeof createTextQueries>;

import { afterAll, expect } from 'vitest';
import { filterTokens } from '../../../electron/database/filter-tokens.ts';
import { openDatabase } from '../../../electron/database/open-database.ts';
import { createReads, createWrites } from '../../../electron/database/worker-queries.ts';
import type { StoredDocument } from '../../../shared/model/document.ts';
import type { RowsQuery } from '../../../shared/model/search-query.ts';
import { acme, document, octoberInvoices } from './documents.ts';

/** When the answers arrived. */
export const at = '2026-11-20T13:00:00.000Z';

/** A document of an answer, as far as a test says what it is. */
export type SampleDocument = Omit<Parameters<typeof document>[0], 'id'>;
type Shown = Partial<Omit<RowsQuery, 'resultSetId' | 'list'>>;

/** A store in memory for one file of tests, and what its tests do with it. */
export function resultSetsInMemory() {
  const { database } = openDatabase(':memory:');
  const store = { ...createWrites(database), ...createReads(database) };
  let results = 0;
  afterAll(() => database.close());

  /** An answer that holds these documents, in this order. */
  function answerOf(documents: readonly SampleDocument[]): string {
    // What a thousand runs leave behind would slow down the last of them.
    if (++results % 100 === 0) forgetAll();
    const resultSetId = `answer-${results}`;
    const query = { kind: 'range', connectionIds: ['agency'] } as never;
    store.createResultSet(resultSetId, query, at);
    store.upsertPage({
      connectionId: 'agency',
      rut: acme,
      query: octoberInvoices,
      at,
      documents: documents.map((sample, index) => document({ ...sample, id: `${resultSetId}-${index}` })),
      member: { resultSetId, taskId: 0 },
    });
    return resultSetId;
  }

  /** Forgets every answer. */
  function forgetAll(): void {
    store.deleteExpiredResultSets('9');
    while (store.deleteExpiredDocuments('9', 10_000) > 0);
  }

  /** A window of an answer's documents, counted; all of it unless the test says otherwise. */
  function windowOf(resultSetId: string, { filter = '', ...shown }: Shown = {}) {
    const query = { offset: 0, limit: 500, sort: [], group: 'none' as const, ...shown };
    const asked = { resultSetId, list: 'documents' as const, tokens: filterTokens(filter), ...query };
    const first = store.rowsPage(asked);
    // The first rows of a filter may come before they are counted; counted, they are the same.
    const window = first.total === undefined ? store.rowsPage(asked) : first;
    expect(window.rows).toEqual(first.rows);
    expect(window.total).toBeDefined();
    return { ...window, rows: window.rows as StoredDocument[] };
  }

  return { database, store, answerOf, forgetAll, windowOf };
}

/** The place of a row in the order of arrival. */
export const indexOf = ({ id }: { id: string }) => Number(id.split('-').at(-1));
/** The places of these rows. */
export const positionsOf = (rows: readonly { id: string }[]) => rows.map(indexOf);

import { expect, test } from 'vitest';
import type { Store } from '../../../../electron/database/index.ts';
import { findText } from '../../../../electron/text/find-text.ts';

test('a search that ends before the last page tells that there may be more', async () => {
  // More pages than a test stores, none of a document that the filter lets through.
  const store = {
    findTextPages: async (_: string, before: number, limit: number) =>
      Array.from({ length: limit }, (_, index) => ({
        ...{ connectionId: 'agency', id: 'd', page: 1, isPaged: true, row: before - 1 - index },
      })),
    listTextDocuments: async () => [],
  } as Partial<Store> as Store;
  const found = await findText(store, { text: 'puerto', filter: { types: ['DIN'] }, limit: 50 });
  expect(found).toEqual({ hits: [], hasMore: true, hasWords: true });
});

import { expect, test } from 'vitest';
import { temporaryStore } from '../../support/database/store.ts';
import { wrongPaths } from '../../support/faults/hostile-names.ts';

test('20,000 hostile names give distinct paths that every system takes and that stay inside the folder', {
  timeout: 120_000,
}, async () => {
  const { store, remove } = await temporaryStore();
  expect(await wrongPaths(store, 20_000).finally(remove)).toEqual([]);
});

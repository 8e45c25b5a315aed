import { expect, test } from 'vitest';
import { temporaryStore } from '../../support/database/store.ts';
import { reserve, templates, wrongPaths } from '../../support/faults/hostile-names.ts';

test('400 hostile names give distinct paths that every system takes and that stay inside the folder', async () => {
  const { store, remove } = await temporaryStore();
  expect(await wrongPaths(store, 400).finally(remove)).toEqual([]);
});

test('the same documents in the same order get the same names in another store', async () => {
  const stores = [await temporaryStore(), await temporaryStore()];
  const [template = ''] = templates;
  try {
    const [first, second] = await Promise.all(
      stores.map(({ store }) => reserve(store, template, '/home/ana/Otra', 300)),
    );
    expect(second).toEqual(first);
  } finally {
    for (const { remove } of stores) await remove();
  }
});

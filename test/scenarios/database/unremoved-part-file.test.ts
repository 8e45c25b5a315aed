import { expect, test } from 'vitest';
import { action, batchUuid, beginBatch, pauseWithPartFiles } from '../../support/database/ledger-batch.ts';
import { temporaryStore } from '../../support/database/store.ts';

test('a part that could not be removed is named again, until it is said to be gone', async () => {
  const { store, remove } = await temporaryStore();
  await pauseWithPartFiles(store, await beginBatch(store, ['one', 'two']));
  await action(store, 'cancel');

  const partFiles = await store.listLeftPartFiles(batchUuid, ['cancelled']);
  expect(partFiles.map(({ path }) => path)).toEqual(['d/one', 'd/two']);
  expect(await store.listLeftPartFiles(batchUuid, ['cancelled'])).toEqual(partFiles);
  await store.markPartRemoved(partFiles[0]?.id ?? 0, ['cancelled']);
  expect((await store.listLeftPartFiles(batchUuid, ['cancelled'])).map(({ path }) => path)).toEqual([
    'd/two',
  ]);
  await store.close();
  await remove();
});

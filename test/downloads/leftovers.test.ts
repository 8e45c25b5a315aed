import { mkdirSync, readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { createDestination } from '../../electron/downloads/disk/destination.ts';
import { type Disk, realDisk } from '../../electron/downloads/index.ts';
import { removeParts } from '../../electron/downloads/leftovers.ts';
import { systemClock as clock } from '../../electron/hosts/terminal/index.ts';
import { act, batchUuid, beginBatch, pauseTouched } from '../support/ledger-batch.ts';
import { temporaryStore } from '../support/store.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';

test('a document that is begun anew while others are tidied away keeps what it has', async () => {
  const { store, remove } = await temporaryStore();
  const folder = temporaryFolder();
  await pauseTouched(store, await beginBatch(store, ['one', 'two', 'three'], folder));
  await act(store, 'cancel');
  mkdirSync(join(folder, 'd'));
  for (const id of ['one', 'two', 'three']) writeFileSync(join(folder, 'd', `${id}.part`), 'half');
  const disk: Disk = {
    ...realDisk,
    async remove(path) {
      if (path.endsWith('one.part')) await act(store, 'retry', 'two');
      await realDisk.remove(path);
    },
  };
  const destination = createDestination(folder, disk, clock);
  await removeParts({ store, disk, clock }, { batch: { uuid: batchUuid }, destination }, ['cancelled']);
  expect(readdirSync(join(folder, 'd'))).toEqual(['two.part']);
  await store.close();
  await remove();
});

test('so does one that is begun anew while its drive is looked for', async () => {
  const { store, remove } = await temporaryStore();
  const folder = temporaryFolder();
  await pauseTouched(store, await beginBatch(store, ['one', 'two'], folder));
  await act(store, 'cancel');
  mkdirSync(join(folder, 'd'));
  for (const id of ['one', 'two']) writeFileSync(join(folder, 'd', `${id}.part`), 'half');
  const destination = createDestination(folder, realDisk, clock);
  const slow = {
    ...destination,
    async check() {
      await act(store, 'retry', 'one');
      return destination.check();
    },
  };
  await removeParts({ store, disk: realDisk, clock }, { batch: { uuid: batchUuid }, destination: slow }, [
    'cancelled',
  ]);
  expect(readdirSync(join(folder, 'd'))).toEqual(['one.part']);
  await store.close();
  await remove();
});

import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { recoverFile } from '../../../electron/downloads/files/commit.ts';
import { Destination } from '../../../electron/downloads/files/destination.ts';
import { createLedgerWriter } from '../../../electron/downloads/files/index.ts';
import { createFakeClock } from '../../support/app/fake-clock.ts';
import { batchOwner, batchUuid, beginBatch } from '../../support/database/ledger-batch.ts';
import { temporaryStore } from '../../support/database/store.ts';
import { content, sealed, withoutLinks } from '../../support/disk/disks-without-hard-links.ts';
import { temporaryFolder } from '../../support/disk/temporary-folder.ts';

const proven = { ...sealed, path: 'd/a.pdf' };

test('what a process had proven when it was killed is handed over, batch by batch, and once', async () => {
  const { store, remove } = await temporaryStore();
  const [first] = await beginBatch(store, ['a']);
  await store.writeSteps(batchOwner, [{ batch: batchUuid, id: first?.id ?? 0, kind: 'sealed', ...proven }]);
  await store.putBackTransfers(batchUuid, batchOwner);
  const [second] = await beginBatch(store, ['a'], '/f', 'second');
  expect(second).toMatchObject({ hasPartFile: true, sealed: proven });
  await store.putBackTransfers('second', batchOwner);
  const [third] = await beginBatch(store, ['a'], '/f', 'third');
  expect(third).toMatchObject({ hasPartFile: true, sealed: proven });
  const [again] = await store.takeTransfers(batchUuid, batchOwner, { limit: 1, now: 0 });
  // The third is at its place.
  expect(again).toBeUndefined();
  await store.close();
  await remove();
});

test('where files have no second names, the name that was reserved is filled by the next batch', async () => {
  const { store, remove } = await temporaryStore();
  const folder = temporaryFolder();
  const [first] = await beginBatch(store, ['a'], folder);
  await store.writeSteps(batchOwner, [{ batch: batchUuid, id: first?.id ?? 0, kind: 'sealed', ...proven }]);
  mkdirSync(join(folder, 'd'));
  writeFileSync(join(folder, 'd/a.part'), content);
  writeFileSync(join(folder, 'd/a.pdf'), '');
  await store.putBackTransfers(batchUuid, batchOwner);
  const [taken] = await beginBatch(store, ['a'], folder, 'second');
  if (!taken) throw new Error('nothing was taken');
  const clock = createFakeClock({ passes: () => true });
  const known = { hasFiles: async () => true, isAwaited: false };
  const landed = await recoverFile(
    {
      disk: withoutLinks,
      clock,
      store,
      ledger: createLedgerWriter(store, batchOwner),
      markAsForeign: async () => undefined,
    },
    {
      batch: 'second',
      taken,
      signal: new AbortController().signal,
      destination: new Destination(folder, withoutLinks, clock, known),
    },
  );
  expect(landed).toMatchObject({ state: 'done', path: 'd/a.pdf' });
  expect(readdirSync(join(folder, 'd'))).toEqual(['a.pdf']);
  expect(readFileSync(join(folder, 'd/a.pdf'))).toEqual(content);
  expect(existsSync(join(folder, 'd/a.part'))).toBe(false);
  await store.close();
  await remove();
});

import { expect, test } from 'vitest';
import { type Disk, type DiskFile, realDisk } from '../../../electron/downloads/index.ts';
import type { PracticeAgency } from '../../support/agency/practice-agency.ts';
import { shareAgency } from '../../support/agency/shared-agency.ts';
import { type DownloadsFixture, openFixture } from '../../support/app/downloads-fixture.ts';

let agency: PracticeAgency;
let fixture: DownloadsFixture;

shareAgency(
  (started) => {
    agency = started;
  },
  () => fixture,
);

test('a person’s quota that is used up on a disk with room holds the batch up until something can be written', async () => {
  let isUsedUp = false;
  let proofs = 0;
  const stored = (file: DiskFile): DiskFile => ({
    ...file,
    write: (chunks) =>
      isUsedUp
        ? Promise.reject(Object.assign(new Error('the quota is used up'), { code: 'EDQUOT' }))
        : file.write(chunks),
  });
  const disk: Disk = {
    ...realDisk,
    async create(path) {
      if (/\.carpeta-[^/\\]+\.part$/.test(path)) proofs++;
      return stored(await realDisk.create(path));
    },
    freeBytes: async () => 2 ** 50,
  };
  fixture = await openFixture({ agency, overrides: { disk } });
  fixture.settings.transfersAtOnce = 1;
  const documents = await fixture.find({ atMost: 24 });
  const fileCount = documents.filter(({ id }) => agency.data.document(id)?.file).length;
  const asked = () => agency.requests.files().requested;
  agency.faults.add({ kind: 'storage-slow', ms: 40 });
  const id = await fixture.start(documents);
  await fixture.whenDone(id, 2);
  isUsedUp = true;
  const paused = await fixture.until(id);
  expect(paused.state).toMatchObject({ kind: 'paused', why: 'disk-full', error: { code: 'DISK_FULL' } });
  await fixture.untilIdle();
  const [before, earlier] = [asked(), proofs];
  // Either it has been tried often enough whether something can be written, or documents were fetched for
  // nothing.
  await expect.poll(() => proofs >= earlier + 4 || asked() >= before + 4).toBe(true);
  expect(asked()).toBe(before);
  isUsedUp = false;
  const ended = await fixture.until(id, ({ state }) => state.kind === 'ended');
  expect(ended.counts).toMatchObject({ done: fileCount, failed: 0 });
  expect(await fixture.downloads.verify(fixture.folder)).toMatchObject({ good: fileCount, extra: [] });
});

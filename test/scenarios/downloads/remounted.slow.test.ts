import { mkdirSync, readdirSync, rmdirSync, statSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import { Destination } from '../../../electron/downloads/files/destination.ts';
import { type Disk, realDisk } from '../../../electron/downloads/index.ts';
import { systemClock } from '../../../electron/platform/terminal/index.ts';
import type { Batch } from '../../../shared/model/download.ts';
import type { PracticeAgency } from '../../support/agency/practice-agency.ts';
import {
  type DownloadsFixture,
  isEnded,
  openFixture,
  practice,
  removeHome,
} from '../../support/app/downloads-fixture.ts';
import { type MountedDisk, mountDisk, noMount } from '../../support/disk/mounted-disk.ts';
import { temporaryFolder } from '../../support/disk/temporary-folder.ts';
import { skippedFor } from '../../support/skipped.ts';

describe('a drive that comes back as another device', skippedFor(noMount), () => {
  let agency: PracticeAgency;
  let fixture: DownloadsFixture;
  let small: MountedDisk;
  let another: MountedDisk;
  /** How often the destination itself has been looked at. */
  let stats: number;
  let fileCount: number;

  beforeAll(async () => {
    agency = await practice();
  });
  afterAll(() => agency.close());
  beforeEach(async () => {
    agency.faults.clear();
    agency.requests.forget();
    small = mountDisk(50 * 2 ** 20);
    another = mountDisk(50 * 2 ** 20);
    stats = 0;
    const stat: Disk['stat'] = (path) => {
      if (path === small.folder) stats++;
      return realDisk.stat(path);
    };
    fixture = await openFixture({ agency, overrides: { disk: { ...realDisk, stat } } });
  });
  afterEach(async () => {
    await fixture.close();
    removeHome(fixture);
    small.remove();
    another.remove();
  });

  /** A batch whose drive has been taken away after a few documents. */
  async function pulledOut(
    copiesFiles: boolean,
    folder = small.folder,
  ): Promise<{ id: string; plugIn(): void }> {
    const documents = await fixture.find({ atMost: 24 });
    fileCount = documents.filter(({ id }) => agency.data.document(id)?.file).length;
    fixture.settings.transfersAtOnce = 1;
    agency.faults.add({ kind: 'storage-slow', ms: 40 });
    const id = await fixture.start(documents, { folder });
    await fixture.whenDone(id, 3);
    await fixture.downloads.control({ action: 'pause', batchId: id });
    await fixture.untilIdle();
    const before = statSync(small.folder).dev;
    const back = small.pullFor(another, copiesFiles);
    await fixture.downloads.control({ action: 'resume', batchId: id });
    expect((await fixture.until(id)).state).toMatchObject({ kind: 'paused', why: 'folder-gone' });
    expect(readdirSync(small.folder)).toEqual([]);
    function plugIn(): void {
      back();
      expect(statSync(small.folder).dev).not.toBe(before);
    }
    return { id, plugIn };
  }

  test('is known by its files: the batch goes on by itself and fetches nothing twice', async () => {
    const { id, plugIn } = await pulledOut(true);
    const came = (await fixture.verdicts(id)).filter(({ state }) => state === 'done');
    plugIn();
    const ended = await fixture.until(id, isEnded);
    expect(ended.counts).toMatchObject({ done: fileCount, failed: 0 });
    expect(came.map(({ documentId }) => agency.requests.file(documentId).requested)).toEqual(
      came.map(() => 1),
    );
    expect(await fixture.downloads.verify(small.folder)).toMatchObject({
      good: fileCount,
      missing: [],
      changed: [],
      extra: [],
    });
  });

  test('with nothing on it is another one, into which nothing is written', async () => {
    const { id, plugIn } = await pulledOut(false);
    plugIn();
    const before = stats;
    await expect.poll(() => stats).toBeGreaterThanOrEqual(before + 3);
    expect((await fixture.downloads.list()).find((batch) => batch.id === id)?.state.kind).toBe('paused');
    expect(readdirSync(small.folder)).toEqual([]);
  });

  test('is known through a link that a person has made to it', async () => {
    const link = join(fixture.home, 'link');
    symlinkSync(small.folder, link);
    const { id, plugIn } = await pulledOut(true, link);
    plugIn();
    expect((await fixture.until(id, isEnded)).counts).toMatchObject({ done: fileCount, failed: 0 });
  });

  test('gets nothing while the app is started before it is there, until a person says so', async () => {
    const { id } = await pulledOut(true);
    await fixture.close();
    fixture = await fixture.another();
    const state = async () => (await fixture.downloads.list()).find((batch) => batch.id === id)?.state;
    const before = stats;
    await expect.poll(() => stats).toBeGreaterThanOrEqual(before + 3);
    await vi.waitFor(async () => expect(await state()).toMatchObject({ why: 'folder-gone' }), 30_000);
    expect(readdirSync(small.folder)).toEqual([]);
    await fixture.downloads.control({ action: 'resume', batchId: id });
    expect((await fixture.until(id, isEnded)).counts).toMatchObject({ done: fileCount, failed: 0 });
    expect(await fixture.downloads.verify(small.folder)).toMatchObject({
      good: fileCount,
      missing: [],
      extra: [],
    });
  });

  test('gets nothing at its empty place because a person resumed while not even that was there', async () => {
    const { id } = await pulledOut(true);
    await fixture.close();
    rmdirSync(small.folder);
    fixture = await fixture.another();
    const isPausedForFolder = ({ state }: Batch) => state.kind === 'paused' && state.why === 'folder-gone';
    await fixture.until(id, isPausedForFolder);
    await fixture.downloads.control({ action: 'resume', batchId: id });
    await fixture.until(id, isPausedForFolder);
    mkdirSync(small.folder);
    const before = stats;
    await expect.poll(() => stats).toBeGreaterThanOrEqual(before + 3);
    expect((await fixture.downloads.list()).find((batch) => batch.id === id)).toSatisfy(isPausedForFolder);
    expect(readdirSync(small.folder)).toEqual([]);
  });
});

test('an empty folder that a person has accepted is the destination for all who look at it at once', async () => {
  const awaited = { hasFiles: () => Promise.resolve(false), isAwaited: true };
  const stats: Promise<void>[] = [];
  const disk: Disk = {
    ...realDisk,
    async stat(path) {
      await stats.shift();
      return realDisk.stat(path);
    },
  };
  const destination = new Destination(temporaryFolder(), disk, systemClock, awaited);
  await expect(destination.check()).rejects.toMatchObject({ code: 'FOLDER_GONE' });
  destination.accept();
  const slow = Promise.withResolvers<void>();
  stats.push(slow.promise);
  const first = destination.check();
  await destination.check();
  slow.resolve();
  await first;
});

import { appendFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import { type Disk, realDisk } from '../../../electron/downloads/index.ts';
import type { PracticeAgency } from '../../../electron/practice/index.ts';
import { shareAgency } from '../../support/agency/shared-agency.ts';
import {
  clockOf,
  type DownloadDesk,
  filesIn,
  openDesk,
  practice,
  removeHome,
} from '../../support/app/download-desk.ts';

describe('a batch that is forgotten before its index was told of it', () => {
  let agency: PracticeAgency;
  let desk: DownloadDesk;

  beforeAll(async () => {
    agency = await practice();
  });
  afterAll(() => agency.close());
  beforeEach(async () => {
    agency.misbehave.clear();
    desk = await openDesk({ agency });
    desk.settings.transfersAtOnce = 1;
  });
  afterEach(async () => {
    await desk.close();
    removeHome(desk);
  });

  /** What another computer does with a lock that it holds, until it lets go. */
  async function touch(path: string, signal: AbortSignal): Promise<void> {
    while (!signal.aborted) {
      appendFileSync(path, '.');
      await clockOf(agency)
        .sleep(1_000, signal)
        .catch(() => undefined);
    }
  }

  async function inTheMiddle(): Promise<string> {
    agency.misbehave.add({ kind: 'storage-slow', ms: 40 });
    const id = await desk.start(await desk.find({ atMost: 24 }));
    await desk.whenDone(id, 3);
    return id;
  }

  test('leaves no file without its line, though another computer keeps the index to itself', async () => {
    const path = join(desk.folder, 'indice.csv.lock');
    const id = await inTheMiddle();
    writeFileSync(path, 'another/1/a-mark');
    const letting = new AbortController();
    const touching = touch(path, letting.signal);
    await desk.downloads.forget(id).finally(() => letting.abort());
    await touching;
    expect(await desk.downloads.list()).toEqual([]);
    rmSync(path);
    const files = filesIn(desk.folder).size;
    expect(files).toBeGreaterThanOrEqual(3);
    const verification = await desk.downloads.verify(desk.folder);
    expect(verification).toMatchObject({ good: files, missing: [], extra: [] });
    expect(await desk.store.ledgerPendingFolders()).toEqual([]);
  });

  test('is told to the index of a drive that was away when it is back, by the next start too', async () => {
    const id = await inTheMiddle();
    await desk.downloads.control({ action: 'pause', batchId: id });
    renameSync(desk.folder, `${desk.folder}-away`);
    await desk.downloads.forget(id);
    await desk.close();
    renameSync(`${desk.folder}-away`, desk.folder);
    desk = await desk.another();
    expect(await desk.downloads.list()).toEqual([]);
    await expect(desk.downloads.control({ action: 'resume', batchId: id })).rejects.toMatchObject({
      code: 'BATCH_GONE',
    });
    const files = filesIn(desk.folder).size;
    expect(await desk.downloads.verify(desk.folder)).toMatchObject({ good: files, missing: [], extra: [] });
    expect(await desk.store.ledgerPendingFolders()).toEqual([]);
  });
});

describe('a batch that is being forgotten', () => {
  let agency: PracticeAgency;
  let desk: DownloadDesk;
  shareAgency(
    (started) => {
      agency = started;
    },
    () => desk,
    { fileBytes: 9 * 2 ** 20, documents: 60 },
  );

  test('is not gone on with by whoever resumes it meanwhile', async () => {
    const [removing, goingOn] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
    let isForgetting = false;
    const disk: Disk = {
      ...realDisk,
      async remove(path) {
        if (isForgetting) {
          removing.resolve();
          await goingOn.promise;
        }
        return realDisk.remove(path);
      },
    };
    desk = await openDesk({ agency, parts: { disk } });
    const found = await desk.find({ atMost: 8 });
    agency.misbehave.add({ kind: 'storage-stall', after: 0.5 });
    const id = await desk.start(found.filter((one) => agency.data.document(one.id)?.file).slice(0, 2));
    const parts = () => [...filesIn(desk.folder).keys()].filter((path) => path.endsWith('.part'));
    await vi.waitFor(() => expect(parts()).toHaveLength(2), { timeout: 60_000 });

    isForgetting = true;
    const forgetting = desk.downloads.forget(id);
    await removing.promise;
    const resuming = expect(desk.downloads.control({ action: 'resume', batchId: id })).rejects.toMatchObject({
      code: 'BATCH_GONE',
    });
    const resumingAll = desk.downloads.control({ action: 'resume' });
    // Time enough for whoever would not wait.
    for (let rounds = 0; rounds < 8; rounds++) await desk.downloads.list();
    goingOn.resolve();
    await Promise.all([forgetting, resuming, resumingAll]);
    expect(await desk.downloads.list()).toEqual([]);
    expect(parts()).toEqual([]);
    expect(desk.downloads.isBusy()).toBe(false);
  });
});

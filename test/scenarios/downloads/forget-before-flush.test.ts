import { appendFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import { type Disk, realDisk } from '../../../electron/downloads/index.ts';
import type { PracticeAgency } from '../../support/agency/practice-agency.ts';
import { shareAgency } from '../../support/agency/shared-agency.ts';
import {
  clockOf,
  type DownloadsFixture,
  filesIn,
  openFixture,
  practice,
  removeHome,
} from '../../support/app/downloads-fixture.ts';

describe('a batch that is forgotten before its index was told of it', () => {
  let agency: PracticeAgency;
  let fixture: DownloadsFixture;

  beforeAll(async () => {
    agency = await practice();
  });
  afterAll(() => agency.close());
  beforeEach(async () => {
    agency.faults.clear();
    fixture = await openFixture({ agency });
    fixture.settings.transfersAtOnce = 1;
  });
  afterEach(async () => {
    await fixture.close();
    removeHome(fixture);
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
    agency.faults.add({ kind: 'storage-slow', ms: 40 });
    const id = await fixture.start(await fixture.find({ atMost: 24 }));
    await fixture.whenDone(id, 3);
    return id;
  }

  test('leaves no file without its line, though another computer keeps the index to itself', async () => {
    const path = join(fixture.folder, 'indice.csv.lock');
    const id = await inTheMiddle();
    writeFileSync(path, 'another/1/a-mark');
    const letting = new AbortController();
    const touching = touch(path, letting.signal);
    await fixture.downloads.forget(id).finally(() => letting.abort());
    await touching;
    expect(await fixture.downloads.list()).toEqual([]);
    rmSync(path);
    const files = filesIn(fixture.folder).size;
    expect(files).toBeGreaterThanOrEqual(3);
    const verification = await fixture.downloads.verify(fixture.folder);
    expect(verification).toMatchObject({ good: files, missing: [], extra: [] });
    expect(await fixture.store.listFoldersToIndex()).toEqual([]);
  });

  test('is told to the index of a drive that was away when it is back, by the next start too', async () => {
    const id = await inTheMiddle();
    await fixture.downloads.control({ action: 'pause', batchId: id });
    renameSync(fixture.folder, `${fixture.folder}-away`);
    await fixture.downloads.forget(id);
    await fixture.close();
    renameSync(`${fixture.folder}-away`, fixture.folder);
    fixture = await fixture.another();
    expect(await fixture.downloads.list()).toEqual([]);
    await expect(fixture.downloads.control({ action: 'resume', batchId: id })).rejects.toMatchObject({
      code: 'BATCH_GONE',
    });
    const files = filesIn(fixture.folder).size;
    expect(await fixture.downloads.verify(fixture.folder)).toMatchObject({
      good: files,
      missing: [],
      extra: [],
    });
    expect(await fixture.store.listFoldersToIndex()).toEqual([]);
  });
});

describe('a batch that is being forgotten', () => {
  let agency: PracticeAgency;
  let fixture: DownloadsFixture;
  shareAgency(
    (started) => {
      agency = started;
    },
    () => fixture,
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
    fixture = await openFixture({ agency, overrides: { disk } });
    const found = await fixture.find({ atMost: 8 });
    agency.faults.add({ kind: 'storage-stall', after: 0.5 });
    const id = await fixture.start(found.filter((one) => agency.data.document(one.id)?.file).slice(0, 2));
    const partFiles = () => [...filesIn(fixture.folder).keys()].filter((path) => path.endsWith('.part'));
    await vi.waitFor(() => expect(partFiles()).toHaveLength(2), { timeout: 60_000 });

    isForgetting = true;
    const forgetting = fixture.downloads.forget(id);
    await removing.promise;
    const resuming = expect(
      fixture.downloads.control({ action: 'resume', batchId: id }),
    ).rejects.toMatchObject({
      code: 'BATCH_GONE',
    });
    const resumingAll = fixture.downloads.control({ action: 'resume' });
    // Time enough for whoever would not wait.
    for (let rounds = 0; rounds < 8; rounds++) await fixture.downloads.list();
    goingOn.resolve();
    await Promise.all([forgetting, resuming, resumingAll]);
    expect(await fixture.downloads.list()).toEqual([]);
    expect(partFiles()).toEqual([]);
    expect(fixture.downloads.isBusy()).toBe(false);
  });
});

import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { type Disk, type DiskFile, realDisk } from '../../../electron/downloads/index.ts';
import type { DocumentKey } from '../../../shared/model/document.ts';
import type { PracticeAgency } from '../../support/agency/practice-agency.ts';
import {
  clockOf,
  type DownloadsFixture,
  filesIn,
  openFixture,
  practice,
  removeHome,
} from '../../support/app/downloads-fixture.ts';

describe('a batch whose index cannot be written at once', () => {
  let agency: PracticeAgency;
  let fixture: DownloadsFixture;
  let documents: DocumentKey[];
  let fileCount: number;
  /** Makes the lock of an index. */
  let makeLock: Disk['create'];
  let locksMade: number;
  const isLock = (path: string) => path.endsWith('.lock');
  beforeEach(async () => {
    locksMade = 0;
    makeLock = realDisk.create;
    const disk: Disk = {
      ...realDisk,
      create(path) {
        if (!isLock(path)) return realDisk.create(path);
        locksMade++;
        return makeLock(path);
      },
    };
    const machine = { computer: 'here', user: 'ana', processId: 1, isAlive: (id: number) => id === 1 };
    agency = await practice({ documents: 120 });
    fixture = await openFixture({ agency, overrides: { disk, machine, onError: () => undefined } });
    documents = await fixture.find({ atMost: 10 });
    fileCount = documents.filter(({ id }) => agency.data.document(id)?.file).length;
  });
  afterEach(async () => {
    await fixture.close();
    await agency.close();
    removeHome(fixture);
  });

  const counted = async () => {
    const [batch] = await fixture.downloads.list();
    return [batch?.state.kind, batch?.counts.done, batch?.counts.failed, batch?.counts.waiting];
  };

  test('does not end while a person retries documents of it', async () => {
    const heal = agency.faults.add({ kind: 'storage-answer', status: 404, page: 'xml' });
    mkdirSync(fixture.folder, { recursive: true });
    const lock = join(fixture.folder, 'indice.csv.lock');
    writeFileSync(lock, 'elsewhere/1/x');
    const id = await fixture.start(documents);
    await expect.poll(() => locksMade).toBeGreaterThan(0);
    expect(await counted()).toEqual(['running', 0, fileCount, 0]);
    heal();
    agency.faults.add({ kind: 'storage-slow', ms: 400 });
    await fixture.downloads.control({ action: 'retry', batchId: id });
    rmSync(lock);
    await expect.poll(counted).toEqual(['ended', fileCount, 0, 0]);
    expect(filesIn(fixture.folder).size).toBe(fileCount);
  });

  test('whose process ends just as a person retries documents of it is gone on with by the next', async () => {
    const heal = agency.faults.add({ kind: 'storage-answer', status: 404, page: 'xml' });
    const id = await fixture.start(documents);
    await fixture.until(id);
    heal();
    const dead = 'here/3/x';
    await fixture.store.claimBatch(id, '', dead, clockOf(agency).now() + 20_000);
    await fixture.store.applyBatchAction(id, dead, 'retry', new Date(clockOf(agency).now()).toISOString());
    await expect.poll(counted).toEqual(['ended', fileCount, 0, 0]);
  });

  test('keeps its lease while a share does not answer', async () => {
    fixture.settings.transfersAtOnce = 1;
    agency.faults.add({ kind: 'storage-slow', ms: 3_000 });
    const { promise, reject } = Promise.withResolvers<DiskFile>();
    promise.catch(() => undefined);
    makeLock = () => promise;
    const id = await fixture.start(documents);
    try {
      await expect.poll(() => locksMade).toBeGreaterThan(0);
      const leaseUntil = async () => (await fixture.store.getBatch(id)).leaseUntil;
      const first = await leaseUntil();
      await expect.poll(leaseUntil).toBeGreaterThan(first);
    } finally {
      reject(Object.assign(new Error('gone'), { code: 'EIO' }));
    }
  });
});

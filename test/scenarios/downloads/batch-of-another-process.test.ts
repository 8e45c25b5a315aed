import { basename } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { type Disk, type DiskFile, type Machine, realDisk } from '../../../electron/downloads/index.ts';
import type { DocumentKey } from '../../../shared/model/document.ts';
import type { PracticeAgency } from '../../support/agency/practice-agency.ts';
import {
  clockOf,
  type DownloadsFixture,
  filesIn,
  isEnded,
  openFixture,
  practice,
  removeHome,
} from '../../support/app/downloads-fixture.ts';

/** This app is process 1; process 2 lives, and began on tuesday. */
const machine: Machine = {
  computer: 'here',
  user: 'ana',
  processId: 1,
  isAlive: (id) => id === 1 || id === 2,
  startOf: (id) => (id === 2 ? 'tuesday' : ''),
};

describe('a batch', () => {
  let agency: PracticeAgency;
  let fixture: DownloadsFixture;
  let documents: DocumentKey[];
  beforeEach(async () => {
    agency = await practice({ documents: 120 });
    fixture = await openFixture({ agency, settings: { transfersAtOnce: 2 }, overrides: { machine } });
    documents = await fixture.find({ atMost: 20 });
    agency.faults.add({ kind: 'storage-slow', ms: 2000 });
  });
  afterEach(async () => {
    await fixture.close();
    await agency.close();
    removeHome(fixture);
  });

  test.each([true, false])(
    'that was taken away and that nobody has is taken again (adopting: %s)',
    async (adopts) => {
      await fixture.close();
      fixture = await fixture.another({ overrides: { machine, adopts } });
      const id = await fixture.start(documents);
      await fixture.whenDone(id, 2);
      const { owner } = await fixture.store.getBatch(id);
      expect(await fixture.store.claimBatch(id, owner, '', 0)).toBeDefined();
      const ended = await fixture.until(id, isEnded);
      expect(ended.counts).toMatchObject({ failed: 0, waiting: 0, transferring: 0 });
      expect(filesIn(fixture.folder).size).toBe(ended.counts.done + ended.counts.here);
    },
  );

  test('that was taken by a living process is left to it, and told as elsewhere', async () => {
    const id = await fixture.start(documents);
    await fixture.whenDone(id, 2);
    const { owner } = await fixture.store.getBatch(id);
    await fixture.store.claimBatch(id, owner, 'here/2/x/tuesday', clockOf(agency).now());
    const emitted = () =>
      fixture.messages.flatMap(({ batches }) => batches).findLast((batch) => batch.id === id);
    await expect.poll(() => emitted()?.isElsewhere).toBe(true);
    await fixture.untilIdle();
    expect((await fixture.store.getBatch(id)).owner).toBe('here/2/x/tuesday');
  });

  test('that another process has ended reads as ended, and is told so', async () => {
    const id = await fixture.start(documents);
    await fixture.whenDone(id, 2);
    const { owner } = await fixture.store.getBatch(id);
    const at = new Date(clockOf(agency).now()).toISOString();
    const other = 'here/2/x/tuesday';
    await fixture.store.claimBatch(id, owner, other, clockOf(agency).now());
    await fixture.store.applyBatchAction(id, other, 'cancel', at);
    expect(await fixture.store.setBatchState(id, other, { kind: 'ended', at })).toBe(true);
    await fixture.store.releaseBatches(other, id);
    const emitted = () =>
      fixture.messages.flatMap(({ batches }) => batches).findLast((batch) => batch.id === id);
    await expect.poll(() => emitted()?.state.kind).toBe('ended');
    const ended = await fixture.until(id, isEnded);
    // The state is emitted at once, the counts once the tasks here have stopped.
    await expect.poll(emitted).toMatchObject({ counts: ended.counts, isElsewhere: false });
    expect(ended.counts).toMatchObject({ waiting: 0, transferring: 0 });
    expect(ended.counts.cancelled).toBeGreaterThan(0);
  });

  test('of which a disk keeps something from resting costs no other batch its lease', async () => {
    await fixture.close();
    const opening = Promise.withResolvers<DiskFile>();
    opening.promise.catch(() => undefined);
    let openings = 0;
    const disk: Disk = {
      ...realDisk,
      create(path) {
        // The folder is tried with a file of another name.
        if (!path.endsWith('.part') || basename(path).startsWith('.') || openings > 0)
          return realDisk.create(path);
        openings++;
        return opening.promise;
      },
    };
    fixture = await fixture.another({ overrides: { machine, disk } });
    try {
      const id = await fixture.start(documents.slice(0, 1), { force: true });
      await expect.poll(() => openings).toBe(1);
      const other = await fixture.start(documents.slice(1), { force: true });
      await fixture.downloads.control({ action: 'pause', batchId: other });
      const { owner } = await fixture.store.getBatch(id);
      await fixture.store.claimBatch(id, owner, 'here/2/x/tuesday', clockOf(agency).now());
      const leaseUntil = async () => (await fixture.store.getBatch(other)).leaseUntil;
      const first = await leaseUntil();
      await expect.poll(leaseUntil).toBeGreaterThan(first + 30_000);
    } finally {
      opening.reject(Object.assign(new Error('gone'), { code: 'EIO' }));
    }
  });

  test.each([
    ['stays with a process that sleeps', 'tuesday', true],
    ['is taken from a dead one whose number is another’s', 'monday', false],
  ])('whose lease is long over %s', async (_, start, isElsewhere) => {
    const id = await fixture.start(documents);
    await fixture.downloads.control({ action: 'pause', batchId: id });
    const { owner } = await fixture.store.getBatch(id);
    await fixture.store.claimBatch(id, owner, `here/2/x/${start}`, 0);
    await fixture.close();
    fixture = await fixture.another();
    const resumed = fixture.downloads.control({ action: 'resume', batchId: id });
    if (isElsewhere) await expect(resumed).rejects.toMatchObject({ code: 'BATCH_OWNED_ELSEWHERE' });
    else expect((await resumed.then(() => fixture.until(id, isEnded))).counts.failed).toBe(0);
  });
});

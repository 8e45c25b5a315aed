import { mkdirSync, renameSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { type Disk, type Machine, realDisk } from '../../../electron/downloads/index.ts';
import type { Clock } from '../../../electron/host.ts';
import { leaseMs, renewEvery } from '../../../electron/jobs/lease.ts';
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

const computer = 'here';

/** Process 1 is this app's, 2 is another's; 3 is nobody's. */
function machine(processId: number): Machine {
  return { computer, user: 'ana', processId, isAlive: (id) => id === 1 || id === 2 };
}

describe('two processes on one store', () => {
  let agency: PracticeAgency;
  let fixture: DownloadsFixture;
  let other: DownloadsFixture | undefined;
  let documents: DocumentKey[];
  let clock: Clock;
  const endings: AbortController[] = [];
  beforeEach(async () => {
    agency = await practice({ documents: 120 });
    clock = clockOf(agency);
    fixture = await openFixture({
      agency,
      settings: { transfersAtOnce: 2 },
      overrides: { machine: machine(1) },
    });
    documents = await fixture.find({ atMost: 20 });
    agency.requests.forget();
  });
  afterEach(async () => {
    for (const ending of endings.splice(0)) ending.abort();
    await other?.close();
    other = undefined;
    await fixture.close();
    await agency.close();
    removeHome(fixture);
  });

  /**
   * Takes a batch from its owner and holds it as a process that lives does: renewed by the clock, which skips
   * no further than to the next renewal. Gives the way to release it.
   */
  async function takeOver(id: string, from: string, owner: string): Promise<() => Promise<void>> {
    const { store } = fixture;
    await store.claimBatch(id, from, owner, clock.now() + leaseMs);
    const ending = new AbortController();
    endings.push(ending);
    const renew = async (): Promise<void> => {
      await clock.sleep(renewEvery, ending.signal);
      await store.renewBatches(owner, clock.now() + leaseMs);
      return renew();
    };
    // Ended by its signal alone.
    const renewed = renew().catch(() => undefined);
    return async () => {
      ending.abort();
      await renewed;
      await store.releaseBatches(owner);
    };
  }

  /** A batch as a process leaves it that ended before it had added a single document. */
  async function leftBehind(owner: string, leaseFor: number): Promise<string> {
    mkdirSync(fixture.folder, { recursive: true });
    const { uuid } = await fixture.store.beginBatch({
      uuid: crypto.randomUUID(),
      name: 'Lote',
      folder: fixture.folder,
      template: fixture.settings.template,
      startedAt: '2026-11-20T12:00:00.000Z',
      selection: { kind: 'some', documents },
      withInactive: false,
      force: false,
      owner,
      leaseUntil: clock.now() + leaseFor,
    });
    return uuid;
  }

  test('a batch has one owner: to the other it is elsewhere, and nobody else touches it', async () => {
    // However long the other one takes to be there.
    const hurry = agency.faults.add({ kind: 'storage-slow', ms: 2000 });
    const id = await fixture.start(documents);
    other = await fixture.another({ overrides: { machine: machine(2) } });
    const [seen] = await other.downloads.list();
    expect(seen).toMatchObject({ id, isElsewhere: true });
    for (const action of ['pause', 'resume', 'cancel', 'retry'] as const) {
      await expect(other.downloads.control({ action, batchId: id })).rejects.toMatchObject({
        code: 'BATCH_OWNED_ELSEWHERE',
      });
    }
    await expect(other.downloads.forget(id)).rejects.toMatchObject({ code: 'BATCH_OWNED_ELSEWHERE' });
    await other.downloads.control({ action: 'cancel' });
    hurry();
    const ended = await fixture.until(id);
    expect(ended.counts).toMatchObject({ cancelled: 0, failed: 0 });
    expect(agency.requests.files().served).toBe(ended.counts.done);
    expect(other.downloads.isBusy()).toBe(false);
    // Heard, not asked: a list that nobody asks for again would show it running for ever.
    const received = () => other?.messages.flatMap(({ batches }) => batches).at(-1)?.state.kind;
    await expect.poll(received).toBe('ended');
    expect(await other.downloads.list()).toMatchObject([
      { id, state: { kind: 'ended' }, isElsewhere: false },
    ]);
  });

  test.each([
    ['a dead process', `${computer}/3/x`, 15_000],
    // Written by a clock that was wrong by a day.
    ['a lease from the far future', 'elsewhere/1/x', 24 * 3_600_000],
  ])('what %s holds is gone on with at once, from wherever it was', async (_, owner, leaseFor) => {
    await fixture.close();
    fixture = await fixture.another({ overrides: { machine: machine(1), adopts: false } });
    const id = await leftBehind(owner, leaseFor);
    other = await fixture.another({ overrides: { machine: machine(2) } });
    const ended = await other.until(id, ({ state }) => state.kind === 'ended');
    expect(ended.documents).toBe(20);
    expect(ended.counts.done + ended.counts['no-file']).toBe(20);
    expect(filesIn(fixture.folder).size).toBe(ended.counts.done);
  });

  test('a command that downloads what a killed one was at waits neither for its lease nor for its .part', async () => {
    await fixture.close();
    // A lease never passes on such a clock: whoever waits for that waits for ever.
    const began = clock.now();
    const status = { ...clock, now: () => began };
    fixture = await fixture.another({ clock: status, overrides: { machine: machine(3), adopts: false } });
    agency.faults.add({ kind: 'storage-stall', after: 0.3 });
    const killed = await fixture.start(documents);
    // The ledger has it that a .part may be there, before there is one.
    const withPartFiles = () => fixture.store.listLeftPartFiles(killed, ['waiting', 'transferring']);
    await expect.poll(withPartFiles).not.toEqual([]);
    const partPath = join(fixture.folder, (await withPartFiles())[0]?.path ?? '');
    mkdirSync(dirname(partPath), { recursive: true });
    writeFileSync(`${partPath}.part`, 'what it had fetched');
    agency.faults.clear();

    other = await fixture.another({ clock: status, overrides: { machine: machine(2), adopts: false } });
    const { counts } = await other.until(await other.start(documents));
    expect(counts.done + counts.here + counts['no-file']).toBe(20);
    expect([...filesIn(fixture.folder).keys()].filter((path) => path.endsWith('.part'))).toEqual([]);
    expect(await other.downloads.list()).toMatchObject([{}, { id: killed, isElsewhere: false }]);
  });

  test('what a process that lives, or another computer, holds is left alone until its lease has passed', async () => {
    await fixture.close();
    fixture = await fixture.another({ overrides: { machine: machine(1), adopts: false } });
    const until = clock.now() + 20_000;
    const ids = [await leftBehind(`${computer}/1/x`, 20_000), await leftBehind('elsewhere/3/x', 20_000)];
    other = await fixture.another({ overrides: { machine: machine(2) } });
    const elsewhere = { isElsewhere: true, documents: 0 };
    expect(await other.downloads.list()).toMatchObject([elsewhere, elsewhere]);
    for (const id of ids) await other.until(id, ({ isElsewhere }) => !isElsewhere);
    expect(clock.now()).toBeGreaterThan(until);
    for (const id of ids) {
      const { counts } = await other.until(id, ({ state }) => state.kind === 'ended');
      expect(counts.done + counts.here).toBeGreaterThan(0);
    }
  });

  test('one that has lost its lease writes nothing more, and takes the batch back when it is free', async () => {
    agency.faults.add({ kind: 'storage-slow', ms: 80 });
    const id = await fixture.start(documents);
    await fixture.whenDone(id, 2);
    const [{ owner } = { owner: '' }] = await fixture.store.listBatches();
    const release = await takeOver(id, owner, `${computer}/2/x`);
    const before = (await fixture.store.getBatch(id)).counts;
    await expect.poll(() => fixture.downloads.isBusy()).toBe(false);
    expect((await fixture.store.getBatch(id)).counts).toEqual(before);
    expect(await fixture.downloads.list()).toMatchObject([{ id, isElsewhere: true }]);

    await release();
    const ended = await fixture.until(id, ({ state }) => state.kind === 'ended');
    expect(ended.counts.done + ended.counts['no-file']).toBe(20);
    expect(filesIn(fixture.folder).size).toBe(ended.counts.done);
    expect(await fixture.downloads.verify(fixture.folder)).toMatchObject({
      missing: [],
      changed: [],
      extra: [],
    });
  });

  test('one that has lost a batch which waits for its folder does not say that it goes on when the folder is back', async () => {
    await fixture.close();
    let stats = 0;
    const stat: Disk['stat'] = (path) => {
      if (path === fixture.folder) stats++;
      return realDisk.stat(path);
    };
    fixture = await fixture.another({ overrides: { machine: machine(1), disk: { ...realDisk, stat } } });
    agency.faults.add({ kind: 'storage-slow', ms: 100 });
    const id = await fixture.start(documents);
    await fixture.whenDone(id, 1);
    renameSync(fixture.folder, `${fixture.folder}-away`);
    expect((await fixture.until(id)).state).toMatchObject({ kind: 'paused', why: 'folder-gone' });

    const { owner } = await fixture.store.getBatch(id);
    await takeOver(id, owner, 'elsewhere/1/x');
    const stillElsewhere = async () => (await fixture.downloads.list())[0]?.isElsewhere;
    await expect.poll(stillElsewhere).toBe(true);
    const before = fixture.messages.length;
    const received = () => fixture.messages.slice(before).flatMap(({ batches }) => batches);
    renameSync(`${fixture.folder}-away`, fixture.folder);
    stats = 0;
    await expect.poll(async () => (await stillElsewhere()) && stats).toBeGreaterThan(0);
    // Told of it as of another's, once more, at the latest when what it may have said itself has come.
    const soFar = received().length;
    await expect
      .poll(async () => (await stillElsewhere()) && received().slice(soFar).at(-1)?.isElsewhere)
      .toBe(true);
    expect(received().map(({ state, isElsewhere }) => [state.kind, isElsewhere])).not.toContainEqual([
      'running',
      false,
    ]);
  });

  test('a document of two batches comes once, whoever works on them', async () => {
    other = await fixture.another({ overrides: { machine: machine(2) } });
    const first = await fixture.start(documents);
    const second = await other.start(documents.toReversed());
    const third = await fixture.start(documents);
    const ended = [await fixture.until(first), await other.until(second), await fixture.until(third)];
    const fileCount = ended[0]?.counts.done ?? 0;
    for (const { state, counts } of ended) {
      expect(state.kind).toBe('ended');
      expect(counts.done + counts.here + counts['no-file']).toBe(20);
    }
    expect(filesIn(fixture.folder).size + (ended[0]?.counts['no-file'] ?? 0)).toBe(20);
    expect(agency.requests.files().served).toBe(filesIn(fixture.folder).size);
    expect(fileCount + (ended[1]?.counts.done ?? 0)).toBe(filesIn(fixture.folder).size);
  });
});

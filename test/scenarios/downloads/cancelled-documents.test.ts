import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import { openStore, type Store } from '../../../electron/database/index.ts';
import { type Disk, realDisk } from '../../../electron/downloads/index.ts';
import { AppError } from '../../../shared/errors.ts';
import type { DocumentKey } from '../../../shared/model/document.ts';
import type { PracticeAgency } from '../../support/agency/practice-agency.ts';
import {
  clockOf,
  type DownloadsFixture,
  filesIn,
  openFixture,
  practice,
} from '../../support/app/downloads-fixture.ts';
import { temporaryFolder } from '../../support/disk/temporary-folder.ts';

describe('what a person has cancelled is never fetched', () => {
  let agency: PracticeAgency;
  let fixture: DownloadsFixture;
  let store: Store;
  let documents: DocumentKey[];
  beforeAll(async () => {
    agency = await practice({ fileBytes: 2 ** 20 });
  });
  afterAll(() => agency.close());
  beforeEach(() => agency.faults.clear());
  afterEach(async () => {
    await fixture.close();
    await store.close();
  });

  /** An app whose ledger does some things in its own way. */
  async function open(own: (store: Store) => Partial<Store>, disk: Disk = realDisk): Promise<void> {
    const home = temporaryFolder('never-fetched');
    store = await openStore(join(home, 'carpeta.db'));
    const ways = own(store);
    const overrides = {
      disk,
      store: new Proxy(store, { get: (target, name) => Reflect.get(name in ways ? ways : target, name) }),
      onError: () => undefined,
    };
    fixture = await openFixture({ agency, home, overrides });
    documents = (await fixture.find({ atMost: 30 })).filter(({ id }) => agency.data.document(id)?.file);
  }
  const partFiles = () => [...filesIn(fixture.folder).keys()].filter((path) => path.endsWith('.part'));

  test('though another program holds what had come of it; that goes as soon as it lets go', async () => {
    let isLocked = false;
    const remove: Disk['remove'] = (path) =>
      isLocked && path.endsWith('.part')
        ? Promise.reject(Object.assign(new Error('held'), { code: 'EBUSY' }))
        : realDisk.remove(path);
    await open(() => ({}), { ...realDisk, remove });
    agency.faults.add({ kind: 'storage-stall', after: 0.5 });
    const id = await fixture.start(documents);
    await vi.waitFor(() => expect(partFiles().length).toBeGreaterThan(1), { timeout: 20_000 });
    isLocked = true;
    await fixture.downloads.control({ action: 'cancel', batchId: id });
    agency.faults.clear();
    const ended = await fixture.until(id);
    expect(ended.counts).toMatchObject({ done: 0, cancelled: documents.length });
    expect(partFiles().length).toBeGreaterThan(1);
    isLocked = false;
    await vi.waitFor(() => expect(partFiles()).toEqual([]), { timeout: 20_000 });
    expect(filesIn(fixture.folder).size).toBe(0);
  });

  describe('though it was just being taken from the ledger', () => {
    let asked: PromiseWithResolvers<void>;
    let started: PromiseWithResolvers<void>;
    beforeEach(async () => {
      [asked, started] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
      await open((own) => ({
        async takeTransfers(...asking) {
          const taken = await own.takeTransfers(...asking);
          asked.resolve();
          await started.promise;
          return taken;
        },
      }));
    });
    // By the app's clock, which stands while the act is still being written down.
    const soon = () => void clockOf(agency).sleep(200).then(started.resolve);

    test('with its batch', async () => {
      const id = await fixture.start(documents);
      await asked.promise;
      soon();
      await fixture.downloads.control({ action: 'cancel', batchId: id });
      expect((await fixture.until(id)).counts).toMatchObject({ done: 0, cancelled: documents.length });
    });

    test('with its batch, which had been paused a moment before', async () => {
      const id = await fixture.start(documents);
      await asked.promise;
      const paused = fixture.downloads.control({ action: 'pause', batchId: id });
      soon();
      await Promise.all([paused, fixture.downloads.control({ action: 'cancel', batchId: id })]);
      const ended = await fixture.until(id, ({ state }) => state.kind === 'ended');
      expect(ended.counts).toMatchObject({ done: 0, cancelled: documents.length });
    });

    test.each(['cancel', 'pause'] as const)('alone (%s)', async (action) => {
      const id = await fixture.start(documents);
      await asked.promise;
      soon();
      const document = documents.at(-1);
      await fixture.downloads.control({ action, batchId: id, document });
      const state = action === 'cancel' ? 'cancelled' : 'paused';
      const rest = documents.length - 1;
      const batch = await fixture.until(id, ({ counts }) => counts.done === rest);
      expect(batch.counts).toMatchObject({ done: rest, [state]: 1 });
      const verdicts = await fixture.verdicts(id);
      expect(verdicts.find(({ documentId }) => documentId === document?.id)?.state).toBe(state);
    });
  });

  test('though it was under way, and work is looked for before that is written down', async () => {
    const [writing, checked] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
    await open((own) => ({
      async writeSteps(owner, steps) {
        if (steps.some(({ kind }) => kind === 'cancelled')) {
          writing.resolve();
          await checked.promise;
        }
        return own.writeSteps(owner, steps);
      },
    }));
    const [one, two] = documents;
    if (!one) throw new Error('the agency has no papers');
    agency.faults.add({ kind: 'storage-slow', ms: 60_000, documents: [one.id] });
    const id = await fixture.start(documents);
    const rest = documents.length - 1;
    await fixture.until(id, ({ counts }) => counts.done === rest && counts.transferring === 1);
    const cancelled = fixture.downloads.control({ action: 'cancel', batchId: id, document: one });
    await writing.promise;
    agency.faults.clear();
    await fixture.downloads.control({ action: 'pause', batchId: id, document: two });
    checked.resolve();
    await cancelled;
    const ended = await fixture.until(id);
    expect(ended.counts).toMatchObject({ waiting: 0, transferring: 0, paused: 0, cancelled: 1, done: rest });
    expect(filesIn(fixture.folder).size).toBe(rest);
  });

  test('though the ledger could not be written while it was being stopped', async () => {
    let isFull = false;
    await open((own) => ({
      writeSteps: (...asking) =>
        isFull ? Promise.reject(new AppError('DISK_FULL', 'no room')) : own.writeSteps(...asking),
    }));
    agency.faults.add({ kind: 'storage-slow', ms: 60_000 });
    const id = await fixture.start(documents);
    await fixture.until(id, ({ counts }) => counts.transferring > 1);
    isFull = true;
    await fixture.downloads.control({ action: 'cancel', batchId: id });
    isFull = false;
    agency.faults.clear();
    const ended = await fixture.until(id, ({ state }) => state.kind === 'ended');
    expect(ended.counts).toMatchObject({ done: 0, cancelled: documents.length });
  });
});

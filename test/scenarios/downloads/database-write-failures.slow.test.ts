import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { openStore, type Store } from '../../../electron/database/index.ts';
import { AppError } from '../../../shared/errors.ts';
import type { DocumentKey } from '../../../shared/model/document.ts';
import type { PracticeAgency } from '../../support/agency/practice-agency.ts';
import {
  type DownloadsFixture,
  filesIn,
  openFixture,
  practice,
} from '../../support/app/downloads-fixture.ts';
import { temporaryFolder } from '../../support/disk/temporary-folder.ts';

/** A store that cannot be written by these of its methods, as on a disk that is full. */
function withFailures(store: Store, errorOf: (method: string) => AppError | undefined): Store {
  return new Proxy(store, {
    get(target, name, receiver) {
      const error = typeof name === 'string' ? errorOf(name) : undefined;
      return error ? () => Promise.reject(error) : Reflect.get(target, name, receiver);
    },
  });
}

describe('a ledger that cannot be written for a while', () => {
  let agency: PracticeAgency;
  let fixture: DownloadsFixture;
  let store: Store;
  let documents: DocumentKey[];
  let errorOf: (method: string) => AppError | undefined;
  beforeAll(async () => {
    agency = await practice();
  });
  afterAll(() => agency.close());
  beforeEach(async () => {
    agency.faults.clear();
    errorOf = () => undefined;
    const home = temporaryFolder('ledger');
    store = await openStore(join(home, 'carpeta.db'));
    fixture = await openFixture({
      agency,
      home,
      settings: { transfersAtOnce: 2 },
      overrides: { store: withFailures(store, (method) => errorOf(method)), onError: () => undefined },
    });
    documents = await fixture.find();
  });
  afterEach(async () => {
    errorOf = () => undefined;
    await fixture.close();
    await store.close();
  });

  test.each([
    ['DISK_FULL', 'disk-full'],
    ['STORE_BUSY', 'store-unwritable'],
    ['STORE_STOPPED', 'store-unwritable'],
  ] as const)(
    'with %s is told as %s and gets back what had been taken from it: the batch ends without a restart',
    async (code, why) => {
      agency.faults.add({ kind: 'storage-slow', ms: 60 });
      const some = documents.slice(0, 30);
      const id = await fixture.start(some);
      await fixture.whenDone(id, 2);
      const unwritable = new AppError(code, 'not now');
      errorOf = (method) => (['writeSteps', 'setBatchState'].includes(method) ? unwritable : undefined);
      const paused = await fixture.until(id);
      expect(paused.state).toMatchObject({ kind: 'paused', why, error: { code } });
      const { waits } = await fixture.until(id, (batch) => batch.waits !== undefined);
      expect(waits?.for).toBe(why === 'disk-full' ? 'disk' : 'store');
      await fixture.untilIdle();
      errorOf = () => undefined;
      const state = async () => (await fixture.downloads.list())[0]?.state.kind;
      await expect.poll(state).toBe('ended');
      const { counts } = await fixture.until(id);
      expect(counts.done + counts.here + counts['no-file']).toBe(30);
      expect(filesIn(fixture.folder).size).toBe(counts.done + counts.here);
      expect(await fixture.downloads.verify(fixture.folder)).toMatchObject({
        missing: [],
        changed: [],
        extra: [],
      });
    },
  );

  test.each(['running', 'paused'] as const)(
    'does not leave a batch that was %s before a restart standing after it',
    async (kind) => {
      agency.faults.add({ kind: 'storage-slow', ms: 60 });
      const some = documents.slice(0, 30);
      const id = await fixture.start(some);
      await fixture.whenDone(id, 2);
      if (kind === 'paused') {
        agency.faults.add({ kind: 'storage-answer', status: 503, page: 'xml' });
        expect((await fixture.until(id)).state).toMatchObject({ kind: 'paused', why: 'offline' });
      }
      await fixture.close();
      agency.faults.clear();
      let refused = 0;
      errorOf = (method) =>
        method === 'setBatchState' && ++refused <= 2 ? new AppError('STORE_BUSY', 'not now') : undefined;
      fixture = await fixture.another();
      const state = async () => (await fixture.downloads.list())[0]?.state.kind;
      await expect.poll(state).toBe('ended');
      expect(refused).toBeGreaterThan(1);
      expect((await fixture.until(id)).counts.failed).toBe(0);
    },
  );

  test.each(['STORE_BUSY', 'STORE_STOPPED', 'DISK_FULL'] as const)(
    'gets the rest of a long batch later (%s)',
    async (code) => {
      expect(documents.length).toBeGreaterThan(100);
      let calls = 0;
      errorOf = (method) =>
        method === 'addTransfers' && ++calls === 2 ? new AppError(code, 'not now') : undefined;
      const ended = await fixture.until(await fixture.start(documents));
      expect(ended.state.kind).toBe('ended');
      expect(ended.documents).toBe(documents.length);
    },
  );

  test('keeps a person’s pause, written down as soon as it can be', async () => {
    agency.faults.add({ kind: 'storage-slow', ms: 60 });
    const id = await fixture.start(documents.slice(0, 30));
    await fixture.whenDone(id, 2);
    errorOf = (method) => (method === 'setBatchState' ? new AppError('STORE_BUSY', 'not now') : undefined);
    await fixture.downloads.control({ action: 'pause', batchId: id });
    expect((await store.getBatch(id)).state.kind).toBe('running');
    errorOf = () => undefined;
    const stored = async () => (await store.getBatch(id)).state;
    await expect.poll(stored).toEqual({ kind: 'paused', why: 'person' });
  });

  test('tells who begins a batch that not even its first documents could be written down', async () => {
    errorOf = (method) =>
      method === 'addTransfers' ? new AppError('DISK_FULL', 'the store has no room') : undefined;
    await expect(fixture.start(documents)).rejects.toMatchObject({ code: 'DISK_FULL' });
    expect(await fixture.downloads.list()).toEqual([]);
  });
});

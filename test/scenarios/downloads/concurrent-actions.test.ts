import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, onTestFinished, test } from 'vitest';
import type { GetApiClient } from '../../../electron/api/index.ts';
import { openStore, type Store, type StoredBatch } from '../../../electron/database/index.ts';
import { type Disk, realDisk } from '../../../electron/downloads/index.ts';
import { createHttpClient } from '../../../electron/platform/terminal/index.ts';
import { AppError } from '../../../shared/errors.ts';
import type { DocumentKey } from '../../../shared/model/document.ts';
import type { BatchState } from '../../../shared/model/download.ts';
import type { PracticeAgency } from '../../support/agency/practice-agency.ts';
import {
  apiClientAt,
  connectionId,
  type DownloadsFixture,
  filesIn,
  isEnded,
  openFixture,
  practice,
} from '../../support/app/downloads-fixture.ts';
import { temporaryFolder } from '../../support/disk/temporary-folder.ts';

describe('what happens to a batch while its state is being stored', () => {
  let agency: PracticeAgency;
  let fixture: DownloadsFixture;
  let store: Store;
  let documents: DocumentKey[];
  let isKeyRefused: boolean;
  /** What a test does in place of these calls of the store. */
  let ways: {
    setBatchState?(uuid: string, owner: string, state: BatchState): Promise<boolean>;
    putBackTransfers?(uuid: string, owner: string): Promise<void>;
    addTransfers?(...args: Parameters<Store['addTransfers']>): ReturnType<Store['addTransfers']>;
    markEnumerated?(uuid: string, leftOut?: number): Promise<void>;
    selectBatchRows?(...args: Parameters<Store['selectBatchRows']>): ReturnType<Store['selectBatchRows']>;
    getBatch?(uuid: string): Promise<StoredBatch>;
    applyBatchAction?(): Promise<never>;
    forgetBatch?(): Promise<never>;
  };
  /** Called before a complete file gets its name. */
  let onName: (() => void) | undefined;
  const http = createHttpClient();

  beforeAll(async () => {
    agency = await practice();
  });
  afterAll(async () => {
    http.close();
    await agency.close();
  });
  beforeEach(async () => {
    ways = {};
    isKeyRefused = false;
    const home = temporaryFolder('concurrent');
    store = await openStore(join(home, 'carpeta.db'));
    const getApiClient: GetApiClient = (_connectionId, options) =>
      isKeyRefused
        ? Promise.reject(new AppError('API_KEY_INVALID', 'refused', { status: 401 }))
        : Promise.resolve(apiClientAt(agency, { httpGet: http.httpGet, ...options }));
    const watched = new Proxy(store, {
      get: (target, name) => Reflect.get(name in ways ? ways : target, name),
    });
    onName = undefined;
    const disk: Disk = {
      ...realDisk,
      link: (from, to) => {
        onName?.();
        return realDisk.link(from, to);
      },
      rename: (from, to) => {
        if (from.endsWith('.part')) onName?.();
        return realDisk.rename(from, to);
      },
    };
    const overrides = { store: watched, disk, getApiClient, onError: () => undefined };
    fixture = await openFixture({ agency, home, overrides });
    documents = await fixture.find({ atMost: 10 });
  });
  afterEach(async () => {
    ways = {};
    await fixture.close();
    await store.close();
  });

  const stateOf = async (batchId: string): Promise<BatchState | undefined> =>
    (await fixture.downloads.list()).find(({ id }) => id === batchId)?.state;

  /** A batch that the connection's rejected key has paused. */
  async function startRefused(some: readonly DocumentKey[], folder = fixture.folder): Promise<string> {
    isKeyRefused = true;
    for (const { id } of some) fixture.links.forget(connectionId, id);
    const batchId = await fixture.start(some, { folder });
    const paused = await fixture.until(batchId);
    expect(paused.state).toMatchObject({ kind: 'paused', why: 'connection-refused' });
    return batchId;
  }

  test('a new key resumes each batch, also where the ledger cannot store that of another at first', async () => {
    const first = await startRefused(documents.slice(0, 5), join(fixture.home, 'first'));
    const second = await startRefused(documents.slice(5), join(fixture.home, 'second'));
    let isBusy = true;
    ways.setBatchState = (uuid, owner, state) =>
      isBusy && uuid === first
        ? Promise.reject(new AppError('STORE_BUSY', 'another process writes'))
        : store.setBatchState(uuid, owner, state);
    isKeyRefused = false;
    await fixture.downloads.resumeConnection(connectionId).catch(() => undefined);
    await fixture.until(second, isEnded);
    expect(await stateOf(first)).toMatchObject({ kind: 'paused', why: 'connection-refused' });
    isBusy = false;
    await fixture.until(first, isEnded);
  });

  test('a pause by a person during a resume by the app holds, also in the ledger', async () => {
    const batchId = await startRefused(documents);
    let pausing: Promise<void> | undefined;
    ways.putBackTransfers = (uuid, owner) => {
      pausing ??= fixture.downloads.control({ action: 'pause', batchId });
      return store.putBackTransfers(uuid, owner);
    };
    isKeyRefused = false;
    await fixture.downloads.resumeConnection(connectionId);
    await pausing;
    const byPerson = { kind: 'paused', why: 'person' };
    expect(await stateOf(batchId)).toEqual(byPerson);
    expect((await store.getBatch(batchId)).state).toEqual(byPerson);
  });

  test('two resumes that cannot be stored leave the batch paused', async () => {
    const batchId = await startRefused(documents);
    isKeyRefused = false;
    ways.setBatchState = async (uuid) => {
      await store.getBatch(uuid);
      throw new AppError('STORE_BUSY', 'another process writes');
    };
    const resume = () => fixture.downloads.control({ action: 'resume', batchId });
    const results = await Promise.allSettled([resume(), resume()]);
    expect(results.map(({ status }) => status)).toEqual(['rejected', 'rejected']);
    expect(await stateOf(batchId)).toMatchObject({ kind: 'paused', why: 'connection-refused' });
  });

  test('a resume that is stored goes on, also where the ledger cannot be read after it', async () => {
    const batchId = await startRefused(documents);
    isKeyRefused = false;
    ways.setBatchState = (uuid, owner, state) => {
      delete ways.setBatchState;
      ways.getBatch = () => {
        delete ways.getBatch;
        return Promise.reject(new AppError('STORE_BUSY', 'another process writes'));
      };
      return store.setBatchState(uuid, owner, state);
    };
    await fixture.downloads.resumeConnection(connectionId);
    await fixture.until(batchId, isEnded);
  });

  test('a retry of an ended batch goes on, also where it is asked for twice', async () => {
    fixture.settings.afterRestart = 'ask';
    const heal = agency.faults.add({ kind: 'storage-answer', status: 404, page: 'xml' });
    const batchId = await fixture.start(documents);
    const { counts: before } = await fixture.until(batchId, isEnded);
    expect(before.failed).toBeGreaterThan(0);
    heal();
    const retry = () => fixture.downloads.control({ action: 'retry', batchId });
    await Promise.all([retry(), retry()]);
    const { state, counts } = await fixture.until(batchId);
    expect([state.kind, counts.failed, counts.waiting]).toEqual(['ended', 0, 0]);
  });

  test('a retry of an ended batch that cannot be stored whole is gone on with', async () => {
    const heal = agency.faults.add({ kind: 'storage-answer', status: 404, page: 'xml' });
    const batchId = await fixture.start(documents);
    await fixture.until(batchId, isEnded);
    heal();
    ways.setBatchState = () => {
      delete ways.setBatchState;
      return Promise.reject(new AppError('STORE_BUSY', 'another process writes'));
    };
    const retried = fixture.downloads.control({ action: 'retry', batchId });
    await expect(retried).rejects.toMatchObject({ code: 'STORE_BUSY' });
    await fixture.until(
      batchId,
      ({ state, counts }) => isEnded({ state }) && counts.failed + counts.waiting === 0,
    );
  });

  test('a pause while the end is being stored leaves the batch ended', async () => {
    let pausing: Promise<void> | undefined;
    ways.setBatchState = (uuid, owner, state) => {
      const result = store.setBatchState(uuid, owner, state);
      if (state.kind === 'ended') pausing = fixture.downloads.control({ action: 'pause', batchId: uuid });
      return result;
    };
    const batchId = await fixture.start(documents);
    await fixture.until(batchId, isEnded);
    await pausing;
    expect((await store.getBatch(batchId)).state.kind).toBe('ended');
    expect((await stateOf(batchId))?.kind).toBe('ended');
  });

  test.each([
    ['cancel', 'applyBatchAction'],
    ['removal', 'forgetBatch'],
  ] as const)('a %s that cannot be stored leaves the batch running', async (action, call) => {
    agency.faults.add({ kind: 'storage-slow', ms: 500 });
    onTestFinished(() => agency.faults.clear());
    const batchId = await fixture.start(documents);
    ways[call] = () => Promise.reject(new AppError('STORE_BUSY', 'another process writes'));
    const acting =
      action === 'cancel'
        ? fixture.downloads.control({ action, batchId })
        : fixture.downloads.forget(batchId);
    await expect(acting).rejects.toMatchObject({ code: 'STORE_BUSY' });
    delete ways[call];
    expect((await fixture.until(batchId, isEnded)).counts).toMatchObject({ cancelled: 0, paused: 0 });
  });

  test('a cancel that cannot be stored while documents are added leaves the batch whole, and can be repeated', async () => {
    const others = await fixture.find({ client: 1 });
    const all = [...(await fixture.find()), ...others];
    expect(all.length).toBeGreaterThan(200);
    const gate = Promise.withResolvers<void>();
    let calls = 0;
    ways.addTransfers = async (...args) => {
      if (++calls > 1) await gate.promise;
      return store.addTransfers(...args);
    };
    const batchId = await fixture.start(all);
    ways.markEnumerated = () => Promise.reject(new AppError('STORE_BUSY', 'another process writes'));
    const cancel = () => fixture.downloads.control({ action: 'cancel', batchId });
    const cancelling = cancel();
    gate.resolve();
    await expect(cancelling).rejects.toMatchObject({ code: 'STORE_BUSY' });
    delete ways.markEnumerated;
    await fixture.until(batchId, ({ documents: added }) => added === all.length);
    await cancel();
    await fixture.until(batchId, isEnded);
    expect((await store.getBatch(batchId)).toEnumerate).toBeUndefined();
  }, 30_000);

  test('a cancel that cannot be stored adds nothing once the app closes', async () => {
    const all = [...(await fixture.find()), ...(await fixture.find({ client: 1 }))];
    expect(all.length).toBeGreaterThan(200);
    const gate = Promise.withResolvers<void>();
    let calls = 0;
    ways.addTransfers = async (...args) => {
      if (++calls > 1) await gate.promise;
      return store.addTransfers(...args);
    };
    const batchId = await fixture.start(all);
    const marked = Promise.withResolvers<void>();
    const answer = Promise.withResolvers<void>();
    ways.markEnumerated = (uuid, leftOut) => {
      if (leftOut !== undefined) return store.markEnumerated(uuid, leftOut);
      marked.resolve();
      return answer.promise;
    };
    const cancelling = fixture.downloads.control({ action: 'cancel', batchId });
    cancelling.catch(() => undefined);
    await store.getBatch(batchId);
    gate.resolve();
    await marked.promise;
    await fixture.downloads.close();
    let reads = 0;
    ways.selectBatchRows = (...args) => {
      reads++;
      return store.selectBatchRows(...args);
    };
    answer.reject(new AppError('STORE_BUSY', 'another process writes'));
    await expect(cancelling).rejects.toMatchObject({ code: 'STORE_BUSY' });
    expect(reads).toBe(0);
    expect((await store.getBatch(batchId)).toEnumerate).toBeDefined();
  }, 30_000);

  test.each(['pause', 'cancel'] as const)(
    'a %s while a file gets its name loses no file, and none comes twice',
    async (action) => {
      let acting: Promise<void> | undefined;
      onName = () => {
        acting ??= fixture.downloads.list().then(([batch]) => {
          return fixture.downloads.control({ action, batchId: batch?.id });
        });
      };
      const batchId = await fixture.start(documents);
      await expect.poll(() => acting !== undefined).toBe(true);
      await acting;
      await fixture.downloads.control({ action: action === 'pause' ? 'resume' : 'retry', batchId });
      const { counts } = await fixture.until(batchId, isEnded);
      expect(counts.done + counts['no-file']).toBe(documents.length);
      expect(filesIn(fixture.folder).size).toBe(counts.done);
      expect(await fixture.downloads.verify(fixture.folder)).toMatchObject({
        missing: [],
        changed: [],
        extra: [],
      });
    },
  );
});

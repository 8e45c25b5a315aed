import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, onTestFinished, test } from 'vitest';
import { openStore, type Store } from '../../../electron/database/index.ts';
import type { Machine } from '../../../electron/downloads/index.ts';
import { leaseMs } from '../../../electron/jobs/lease.ts';
import { AppError } from '../../../shared/errors.ts';
import type { DocumentKey } from '../../../shared/model/document.ts';
import type { PracticeAgency } from '../../support/agency/practice-agency.ts';
import {
  clockOf,
  type DownloadsFixture,
  isEnded,
  openFixture,
  practice,
} from '../../support/app/downloads-fixture.ts';
import { temporaryFolder } from '../../support/disk/temporary-folder.ts';

/** A process of this computer after which every other one is dead. */
const machineOf = (processId: number): Machine => ({
  computer: 'here',
  user: 'ana',
  processId,
  isAlive: (id) => id === processId,
});

describe('the next start', () => {
  let agency: PracticeAgency;
  let fixture: DownloadsFixture;
  let documents: DocumentKey[];

  beforeAll(async () => {
    agency = await practice();
  });
  afterAll(() => agency.close());
  beforeEach(async () => {
    fixture = await openFixture({
      agency,
      home: temporaryFolder('next-start'),
      overrides: { machine: machineOf(1) },
    });
    documents = await fixture.find({ atMost: 10 });
  });
  afterEach(() => {
    agency.faults.clear();
    return fixture.close();
  });

  test.each(['cancel', 'forget'] as const)(
    'does not go on with a batch that was killed in the middle of its %s',
    async (action) => {
      await fixture.close();
      const [reached, gate] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
      const hold = async () => {
        reached.resolve();
        await gate.promise;
        throw new AppError('STORE_BUSY', 'killed before this');
      };
      const own = await openStore(join(fixture.home, 'carpeta.db'));
      onTestFinished(() => own.close());
      const store = new Proxy(own, {
        get: (target, name) =>
          name === 'applyBatchAction' || name === 'forgetBatch' ? hold : Reflect.get(target, name),
      });
      fixture = await fixture.another({ overrides: { machine: machineOf(1), store } });
      agency.faults.add({ kind: 'storage-stall', after: 0.5 });
      const batchId = await fixture.start(documents);
      const acting =
        action === 'cancel'
          ? fixture.downloads.control({ action: 'cancel', batchId })
          : fixture.downloads.forget(batchId);
      acting.catch(() => undefined);
      await reached.promise;
      const next = await fixture.another({ overrides: { machine: machineOf(2) } });
      try {
        await expect.poll(async () => (await next.store.getBatch(batchId)).owner).toContain('here/2/');
        expect((await next.store.getBatch(batchId)).state).toEqual({ kind: 'paused', why: 'person' });
      } finally {
        gate.resolve();
        await next.close();
      }
    },
  );

  test.each(['a document', 'the batch'])(
    'has cancelled %s that was transferring when the app was killed in the middle of its cancel',
    async (what) => {
      await fixture.close();
      const [reached, gate] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
      const own = await openStore(join(fixture.home, 'carpeta.db'));
      onTestFinished(() => own.close());
      const writeSteps: Store['writeSteps'] = async (owner, steps) => {
        if (!steps.some(({ kind }) => kind === 'cancelled')) return own.writeSteps(owner, steps);
        reached.resolve();
        await gate.promise;
        throw new AppError('STORE_BUSY', 'killed before this');
      };
      const store = new Proxy(own, {
        get: (target, name) => (name === 'writeSteps' ? writeSteps : Reflect.get(target, name)),
      });
      fixture = await fixture.another({ overrides: { machine: machineOf(1), store } });
      agency.faults.add({ kind: 'storage-stall', after: 0.5 });
      const batchId = await fixture.start(documents);
      const transferring = async () =>
        (await fixture.verdicts(batchId)).filter(({ state, bytes }) => state === 'transferring' && bytes > 0);
      await expect.poll(async () => (await transferring()).length).toBeGreaterThan(0);
      const [document] = await transferring();
      const key = { connectionId: document?.connectionId ?? '', id: document?.documentId ?? '' };
      const request = { action: 'cancel', batchId, ...(what === 'a document' && { document: key }) } as const;
      fixture.downloads.control(request).catch(() => undefined);
      await reached.promise;
      agency.faults.clear();
      const next = await fixture.another({ overrides: { machine: machineOf(2) } });
      try {
        await next.until(batchId, isEnded);
        const found = (await next.verdicts(batchId)).find(({ documentId }) => documentId === key.id);
        expect(found?.state).toBe('cancelled');
      } finally {
        gate.resolve();
        await next.close();
      }
    },
  );

  test('ends a batch of which all was cancelled when the app was killed', async () => {
    agency.faults.add({ kind: 'storage-stall', after: 0.5 });
    const batchId = await fixture.start(documents);
    await fixture.downloads.control({ action: 'pause', batchId });
    await fixture.store.applyBatchAction(
      batchId,
      (await fixture.store.getBatch(batchId)).owner,
      'cancel',
      new Date().toISOString(),
    );
    const next = await fixture.another({ overrides: { machine: machineOf(2) } });
    const { counts } = await next.until(batchId, isEnded);
    await next.close();
    expect(counts.cancelled).toBeGreaterThan(0);
  });

  describe('with batches of an app that was closed, of which the first is slow to go on', () => {
    const away = 'there/7/x/';
    let store: Store;
    let next: DownloadsFixture;
    let ids: string[];
    let gate: PromiseWithResolvers<void>;

    beforeEach(async () => {
      gate = Promise.withResolvers<void>();
      agency.faults.add({ kind: 'storage-stall', after: 0.5 });
      const start = (name: string, some: readonly DocumentKey[]) =>
        fixture.start(some, { folder: join(fixture.home, name) });
      ids = [await start('first', documents.slice(0, 4)), await start('second', documents.slice(4, 7))];
      ids.push(await start('third', documents.slice(7)));
      await fixture.downloads.close();
      agency.faults.clear();
      store = await openStore(join(fixture.home, 'carpeta.db'));
      await store.claimBatch(ids[2] ?? '', '', away, clockOf(agency).now() - 1);
      const resuming = Promise.withResolvers<void>();
      const setBatchState: Store['setBatchState'] = async (uuid, owner, state) => {
        if (uuid === ids[0] && state.kind === 'running') {
          resuming.resolve();
          await gate.promise;
        }
        return store.setBatchState(uuid, owner, state);
      };
      const slow = new Proxy(store, {
        get: (target, name) => (name === 'setBatchState' ? setBatchState : Reflect.get(target, name)),
      });
      next = await fixture.another({ overrides: { machine: machineOf(2), store: slow } });
      await resuming.promise;
    });
    afterEach(async () => {
      gate.resolve();
      await next.close();
      await store.close();
    });

    test('leaves the third to another computer that has woken since, and has renewed its lease', async () => {
      const [first = '', second = '', third = ''] = ids;
      await store.renewBatches(away, clockOf(agency).now() + 2 * leaseMs - 1);
      gate.resolve();
      await next.until(first, isEnded);
      await next.until(second, isEnded);
      expect((await store.getBatch(third)).owner).toBe(away);
    });

    test('does not take up the second as it was before a person cancelled it', async () => {
      const [first = '', second = ''] = ids;
      await next.downloads.control({ action: 'cancel', batchId: second });
      await next.until(second, isEnded);
      next.messages.length = 0;
      gate.resolve();
      await next.until(first, isEnded);
      await next.untilIdle();
      expect((await store.getBatch(second)).owner).toBe('');
      const shown = next.messages.flatMap(({ batches }) => batches).filter(({ id }) => id === second);
      expect(shown.filter(({ state }) => state.kind !== 'ended')).toEqual([]);
    });
  });
});

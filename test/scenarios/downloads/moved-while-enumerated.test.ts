import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import { openStore, type Store } from '../../../electron/database/index.ts';
import type { Machine } from '../../../electron/downloads/index.ts';
import { AppError } from '../../../shared/errors.ts';
import { errorOf } from '../../support/agency/client.ts';
import type { PracticeAgency } from '../../support/agency/practice-agency.ts';
import {
  clockOf,
  type DownloadsFixture,
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
const documents = 150;

let agency: PracticeAgency;
let fixture: DownloadsFixture;
let store: Store;
let id: string;
let isBusy: boolean;
let refused: number;
/** What the store waits for before it puts back what was taken of a batch. */
let beforePuttingBack: () => Promise<unknown>;

beforeAll(async () => {
  agency = await practice({ documents: 400 });
});
afterAll(() => agency.close());

/** A batch whose first documents are added; the others cannot be, as long as the store is busy. */
beforeEach(async () => {
  fixture = await openFixture({ agency });
  const { home } = fixture;
  await fixture.close();
  store = await openStore(join(home, 'carpeta.db'));
  [isBusy, refused] = [true, 0];
  beforePuttingBack = () => Promise.resolve();
  let pages = 0;
  const slow: Pick<Store, 'addTransfers' | 'putBackTransfers'> = {
    async addTransfers(...input) {
      if (pages > 0 && isBusy) {
        refused++;
        throw new AppError('STORE_BUSY', 'the store is busy');
      }
      pages++;
      return store.addTransfers(...input);
    },
    async putBackTransfers(...input) {
      await beforePuttingBack();
      return store.putBackTransfers(...input);
    },
  };
  const watched = new Proxy(store, {
    get: (target, name: keyof Store) =>
      name === 'addTransfers' || name === 'putBackTransfers' ? slow[name] : target[name],
  });
  const onError = () => undefined;
  fixture = await openFixture({ agency, home, overrides: { store: watched, machine, onError } });
  id = await fixture.start(await fixture.find({ atMost: documents }));
  await expect.poll(() => refused).toBeGreaterThan(0);
});
afterEach(async () => {
  await fixture.close();
  await store.close();
  removeHome(fixture);
});

const move = () => fixture.downloads.move(id, join(fixture.home, 'Otra'));

test('a move that waits for the rest of a selection keeps nobody from cancelling', async () => {
  const moved = errorOf(move());
  const seen = refused;
  await expect.poll(() => refused).toBeGreaterThan(seen);
  await fixture.downloads.control({ action: 'cancel', batchId: id });
  expect((await moved).code).toBe('NOTHING_SELECTED');
  expect((await fixture.until(id, isEnded)).counts.waiting).toBe(0);
});

test('a move that comes as the batch has just ended says that nothing is left, not that it is another’s', async () => {
  isBusy = false;
  await fixture.until(id, isEnded);
  const { owner, startedAt } = await store.getBatch(id);
  expect(owner).toBe('');
  const next = { uuid: 'next', folder: join(fixture.home, 'Otra'), startedAt };
  const draft = store.draftMovedBatch(id, 'here/1/x/monday', {
    ...next,
    owner: 'here/1/x/monday',
    leaseUntil: 0,
  });
  expect((await errorOf(draft)).code).toBe('NOTHING_SELECTED');
});

test('a batch that is cancelled while it is to be moved ends, whichever comes first', async () => {
  const moved = errorOf(move());
  const seen = refused;
  await expect.poll(() => refused).toBeGreaterThan(seen);
  let asked = 0;
  // The first time it is being cancelled; the second time it would go on, and the move has its turn before.
  beforePuttingBack = async () => {
    asked++;
    if (asked === 2) await moved;
  };
  await fixture.downloads.control({ action: 'cancel', batchId: id });
  expect((await moved).code).toBe('NOTHING_SELECTED');
  expect((await fixture.until(id, isEnded)).counts.waiting).toBe(0);
});

test('a move of a batch that another process takes meanwhile says whose it is', async () => {
  const moved = errorOf(move());
  const { owner } = await fixture.store.getBatch(id);
  await fixture.store.claimBatch(id, owner, 'here/2/x/tuesday', clockOf(agency).now());
  expect((await moved).code).toBe('BATCH_OWNED_ELSEWHERE');
  expect(await fixture.downloads.list()).toHaveLength(1);
});

test('a move that waits ends with the app', async () => {
  const moved = errorOf(move());
  const seen = refused;
  await expect.poll(() => refused).toBeGreaterThan(seen);
  await fixture.close();
  expect((await moved).code).toBe('CANCELLED');
});

test('a move takes what is added while it waits', async () => {
  // Else a quick machine has downloaded all of them before the move has its turn.
  const goOn = agency.faults.add({ kind: 'storage-stall', after: 0 });
  const moved = move();
  isBusy = false;
  const { batchId } = await moved.finally(goOn);
  const rest = await fixture.until(batchId, isEnded);
  const [before] = (await fixture.downloads.list()).filter((batch) => batch.id === id);
  expect((before?.documents ?? 0) + rest.documents).toBe(documents);
});

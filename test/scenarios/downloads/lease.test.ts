import { expect, test } from 'vitest';
import type { Store, StoredBatch } from '../../../electron/database/index.ts';
import { createBatchLeases } from '../../../electron/downloads/queue/adopt-batches.ts';
import { AppError } from '../../../shared/errors.ts';
import { createFakeClock } from '../../support/app/fake-clock.ts';

/** A lease over a ledger with these abandoned batches, of which some cannot be claimed. */
function leaseOver(batches: readonly string[], failing: readonly string[]) {
  const store: Pick<Store, 'getBatch' | 'claimBatch' | 'listBatchesOfOthers'> = {
    getBatch: () => Promise.reject(new AppError('BATCH_GONE', 'not asked for')),
    listBatchesOfOthers: () =>
      Promise.resolve(batches.map((uuid) => ({ uuid, owner: 'pc/7/x', leaseUntil: 0 }))),
    claimBatch: (uuid) =>
      failing.includes(uuid)
        ? Promise.reject(new AppError('STORE_BUSY', 'busy'))
        : Promise.resolve({ uuid } as StoredBatch),
  };
  const machine = { computer: 'pc', processId: 1, isAlive: () => false };
  return createBatchLeases({ store, clock: createFakeClock(), uuid: () => 'me', ...machine });
}

/** The batches that are adopted, in their order. */
async function adoptAll(lease: ReturnType<typeof leaseOver>): Promise<string[]> {
  const adopted: string[] = [];
  for await (const { uuid } of lease.adopt()) adopted.push(uuid);
  return adopted;
}

test('a batch that cannot be claimed now does not cost those that were', async () => {
  expect(await adoptAll(leaseOver(['a', 'b', 'c'], ['b']))).toEqual(['a', 'c']);
});

test('adopting says why when nothing could be claimed', async () => {
  await expect(adoptAll(leaseOver(['a'], ['a']))).rejects.toMatchObject({ code: 'STORE_BUSY' });
});

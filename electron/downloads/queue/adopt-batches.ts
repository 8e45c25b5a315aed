import type { Store, StoredBatch } from '../../database/index.ts';
import { createLeaseOwner, type LeaseOwner, type LeaseOwnerOptions } from '../../jobs/index.ts';

/** The leases of this process, and adoption of abandoned batches. */
export interface BatchLeases extends LeaseOwner {
  /**
   * Claims every abandoned batch that the store allows. Rejects with the store's error if none could be
   * claimed.
   */
  adopt(): Promise<StoredBatch[]>;
  /** Clears the dead owners of abandoned batches, so that any process may claim them. */
  free(): Promise<void>;
  /** Claims one batch; undefined if another process owns it. */
  claim(uuid: string): Promise<StoredBatch | undefined>;
}

interface BatchLeasesOptions extends LeaseOwnerOptions {
  store: Pick<Store, 'getBatch' | 'claimBatch' | 'listBatchesOfOthers'>;
}

export function createBatchLeases({ store, ...options }: BatchLeasesOptions): BatchLeases {
  const leaseOwner = createLeaseOwner(options);
  const { owner, until, isElsewhere } = leaseOwner;

  const abandoned = async () =>
    (await store.listBatchesOfOthers(owner)).filter((batch) => !isElsewhere(batch));

  return {
    ...leaseOwner,
    async adopt() {
      const claimed: StoredBatch[] = [];
      const failures: unknown[] = [];
      for (const batch of await abandoned()) {
        try {
          const mine = await store.claimBatch(batch.uuid, batch.owner, owner, until());
          if (mine) claimed.push(mine);
        } catch (error) {
          failures.push(error);
        }
      }
      // Claimed batches must be run: nobody else will. The others are retried next time.
      if (claimed.length === 0 && failures.length > 0) throw failures[0];
      return claimed;
    },
    async free() {
      for (const { uuid: id, owner: dead } of await abandoned()) {
        if (dead !== '') await store.claimBatch(id, dead, '', 0);
      }
    },
    async claim(id) {
      for (;;) {
        const batch = await store.getBatch(id);
        if (batch.owner === owner) return batch;
        if (isElsewhere(batch)) return undefined;
        const claimed = await store.claimBatch(id, batch.owner, owner, until());
        // The lease may have been released since the read.
        if (claimed) return claimed;
      }
    },
  };
}

import { createHolder, type Holder, type HolderParts } from '../../leases/index.ts';
import type { LedgerBatch, Store } from '../../store/index.ts';

/** How this process owns batches, and takes over what a dead one left. */
export interface Lease extends Holder {
  /** Takes over every batch that nobody works on any more, as far as the store lets it. Rejects as the store does when there is none. */
  adopt(): Promise<LedgerBatch[]>;
  /** Lets go of what nobody works on any more, for whoever wants it: nothing of it holds up others. */
  free(): Promise<void>;
  /** Takes over one batch, if nobody works on it; undefined when somebody does. */
  claim(uuid: string): Promise<LedgerBatch | undefined>;
}

export interface LeaseDeps extends HolderParts {
  store: Pick<Store, 'ledgerBatch' | 'ledgerClaim' | 'ledgerOthers'>;
}

/** The leases of one process. */
export function createLease({ store, ...parts }: LeaseDeps): Lease {
  const holder = createHolder(parts);
  const { owner, until, isElsewhere } = holder;

  const abandoned = async () => (await store.ledgerOthers(owner)).filter((batch) => !isElsewhere(batch));

  return {
    ...holder,
    async adopt() {
      const claimed: LedgerBatch[] = [];
      const failures: unknown[] = [];
      for (const batch of await abandoned()) {
        try {
          const mine = await store.ledgerClaim(batch.uuid, batch.owner, owner, until());
          if (mine) claimed.push(mine);
        } catch (thrown) {
          failures.push(thrown);
        }
      }
      // What has been claimed must be worked on: nobody else will. The rest is still there for the next time.
      if (claimed.length === 0 && failures.length > 0) throw failures[0];
      return claimed;
    },
    async free() {
      for (const { uuid: id, owner: dead } of await abandoned()) {
        if (dead !== '') await store.ledgerClaim(id, dead, '', 0);
      }
    },
    async claim(id) {
      for (;;) {
        const batch = await store.ledgerBatch(id);
        if (batch.owner === owner) return batch;
        if (isElsewhere(batch)) return undefined;
        const claimed = await store.ledgerClaim(id, batch.owner, owner, until());
        // It may only have been let go of since it was looked at.
        if (claimed) return claimed;
      }
    },
  };
}

import type { TransferState } from '../../../shared/model/download.ts';
import type { Store } from '../../store/index.ts';
import type { Disk } from '../destination/disk.ts';
import { knownDestination } from '../manifest/known-destination.ts';
import { type Left, type LeftoverMeans, removeParts } from './leftovers.ts';
import type { Run } from './run.ts';

/** Removes what is left of documents that are not coming any more, once nobody else holds it. */
export interface Tidier {
  /** Of one batch. Never rejects: what cannot go yet is told once, and stays noted. */
  tidy(left: Left): Promise<void>;
  /**
   * Of every batch of this process, and of those that are over, whoever had them; once the signal has fired, of no further one. Rejects as the
   * ledger does.
   */
  tidyAll(signal: AbortSignal): Promise<void>;
}

export interface TidierParts extends LeftoverMeans {
  store: Store;
  disk: Disk;
  owner: string;
  runs: ReadonlyMap<string, Run>;
  onProblem(thrown: unknown): void;
}

/** What a person can still bring about is not among them: what waits or is paused is continued. */
const settled: readonly TransferState[] = ['failed', 'no-file', 'unsigned', 'cancelled'];

/** A tidier that has met no trouble yet. */
export function createTidier({ owner, runs, onProblem, ...means }: TidierParts): Tidier {
  const { store } = means;
  const told = new Set<string>();

  async function tidy(left: Left): Promise<void> {
    const { uuid } = left.batch;
    try {
      await removeParts(means, left, settled);
      told.delete(uuid);
    } catch (thrown) {
      if (!told.has(uuid)) onProblem(thrown);
      told.add(uuid);
    }
  }

  return {
    tidy,
    async tidyAll(signal) {
      for (const { uuid, folder } of await store.ledgerUntidy(owner)) {
        // Each may take seconds, or minutes on a share that does not answer: whoever closes the app waits for one at most.
        if (signal.aborted) return;
        const destination = runs.get(uuid)?.destination ?? knownDestination(folder, true, means);
        await tidy({ batch: { uuid }, destination });
      }
    },
  };
}

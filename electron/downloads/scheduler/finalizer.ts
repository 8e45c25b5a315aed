import type { BatchState } from '../../../shared/model/download.ts';
import type { Clock } from '../../host.ts';
import type { Store } from '../../store/index.ts';
import type { Disk } from '../destination/index.ts';
import type { Run } from './run.ts';

/** Ends batches, each when all of its documents have their verdict. */
export interface Finalizer {
  /** Looks whether a batch is over, and ends it then. Never rejects. */
  endIfOver(run: Run): Promise<void>;
}

/** What ending a batch needs of the queue. */
export interface FinalizerDeps {
  store: Store;
  disk: Disk;
  clock: Clock;
  owner: string;
  isRunning(run: Run): boolean;
  /** Nothing of it is under way or taken from the ledger. */
  isIdle(run: Run): boolean;
  /** Looks for work again in a while. */
  later(run: Run, thrown?: unknown): void;
  /** Counts anew, and goes on. */
  recount(run: Run): Promise<void>;
  pump(): void;
  /** All documents have their verdict. Rejects when the batch cannot end yet. */
  onEnding(run: Run): Promise<void>;
  onEnded(run: Run): void;
}

/** A finalizer of a queue's batches. */
export function createFinalizer(parts: FinalizerDeps): Finalizer {
  const { store, disk, clock, owner, isRunning, isIdle, later, recount, pump } = parts;

  async function endIfOver(run: Run): Promise<void> {
    if (!run.isDry || !run.isGathered || !isIdle(run)) return;
    if (run.isEnding) {
      run.isAskedAgain = true;
      return;
    }
    run.isEnding = true;
    try {
      await tryToEnd(run);
    } catch (thrown) {
      later(run, thrown);
    } finally {
      run.isEnding = false;
    }
    // What was looked at may have changed while it was.
    if (run.isAskedAgain) {
      run.isAskedAgain = false;
      pump();
    }
  }

  async function tryToEnd(run: Run): Promise<void> {
    const batch = await store.ledgerBatch(run.batch.uuid);
    const { waiting, transferring, paused } = batch.counts;
    if (!isRunning(run) || !run.isDry) return;
    if (waiting + transferring > 0) return later(run);
    if (paused > 0) return;
    // The ledger may have failed what it could not read, and is what counts.
    if (batch.counts.failed !== run.counters.counts.failed) run.counters.reset(batch);
    run.isDoubtful ||= run.destination.wasDoubted();
    if (run.isDoubtful && (await findLost(store, disk, owner, run)) > 0) return await recount(run);
    await parts.onEnding(run);
    if (isRunning(run)) await end(run);
  }

  async function end(run: Run): Promise<void> {
    const state: BatchState = { kind: 'ended', at: new Date(clock.now()).toISOString() };
    // A person may have set documents back to waiting since they were counted.
    if (!(await store.ledgerSetState(run.batch.uuid, owner, state))) return later(run);
    await store.ledgerRelease(owner, run.batch.uuid);
    run.state = state;
    parts.onEnded(run);
  }

  return { endIfOver };
}

/** Sets documents whose files were done and are not there any more back to waiting; gives how many. */
export async function findLost(store: Store, disk: Disk, owner: string, run: Run): Promise<number> {
  const { uuid } = run.batch;
  let lost = 0;
  for (let after = 0; ; ) {
    const files = await store.ledgerDone(uuid, after, 500);
    const last = files.at(-1);
    if (!last) break;
    after = last.id;
    const missing: number[] = [];
    for (const { id, path, size } of files) {
      const found = await disk.look(run.destination.at(path));
      if (found?.kind !== 'file' || found.size !== size) missing.push(id);
    }
    if (missing.length > 0) await store.ledgerLost(uuid, owner, missing);
    lost += missing.length;
  }
  run.isDoubtful = false;
  return lost;
}

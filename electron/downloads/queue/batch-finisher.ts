import { join } from 'node:path';
import type { BatchState, TransferState } from '../../../shared/model/download.ts';
import type { LeftPart, SealedFile, Store } from '../../database/index.ts';
import type { Clock } from '../../host.ts';
import {
  type Destination,
  type Disk,
  fileIdentity,
  giveUpReserved,
  hasContent,
  isLocked,
  removeIfThere,
  removePart,
  toDiskError,
} from '../files/index.ts';
import { knownDestination, type Run } from './batch-run.ts';

/** Ends batches, each when all of its documents have their verdict. */
export interface BatchFinisher {
  /** Looks whether a batch is over, and ends it then. Never rejects. */
  endIfOver(run: Run): Promise<void>;
  /**
   * Ends a batch of which nothing is to come, whether its folder is there or not. Gives whether it has ended.
   */
  end(run: Run): Promise<boolean>;
}

/** What ending a batch needs of the queue. */
export interface BatchFinisherDeps {
  store: Store;
  disk: Disk;
  clock: Clock;
  owner: string;
  isRunning(run: Run): boolean;
  /** Nothing of it is under way or taken from the ledger. */
  isIdle(run: Run): boolean;
  /** Looks for work again in a while. */
  later(run: Run, error?: unknown): void;
  /** Counts anew, and goes on. */
  recount(run: Run): Promise<void>;
  pump(): void;
  /** All documents have their verdict. Rejects when the batch cannot end yet. */
  onEnding(run: Run): Promise<void>;
  onEnded(run: Run): void;
}

/** The finisher of a queue's batches. */
export function createBatchFinisher(parts: BatchFinisherDeps): BatchFinisher {
  const { store, disk, clock, owner, isRunning, isIdle, later, recount, pump } = parts;

  async function endIfOver(run: Run): Promise<void> {
    if (!run.isDry || !run.isEnumerated || !isIdle(run)) return;
    if (run.isEnding) {
      run.mustRecheckEnd = true;
      return;
    }
    run.isEnding = true;
    try {
      await tryToEnd(run);
    } catch (error) {
      later(run, error);
    } finally {
      run.isEnding = false;
    }
    // What was looked at may have changed while it was.
    if (run.mustRecheckEnd) {
      run.mustRecheckEnd = false;
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
    run.mayHaveLostFiles ||= run.destination.wasInvalidated();
    if (run.mayHaveLostFiles && (await findLost(store, disk, owner, run)) > 0) return await recount(run);
    await parts.onEnding(run);
    if (isRunning(run) && !(await end(run))) later(run);
  }

  async function end(run: Run): Promise<boolean> {
    const state: BatchState = { kind: 'ended', at: new Date(clock.now()).toISOString() };
    // A person may have set documents back to waiting since they were counted.
    if (!(await store.ledgerSetState(run.batch.uuid, owner, state))) return false;
    await store.ledgerRelease(owner, run.batch.uuid);
    run.state = state;
    parts.onEnded(run);
    return true;
  }

  return { endIfOver, end };
}

/** Sets documents whose files were done and are not there any more back to waiting; gives how many. */
async function findLost(store: Store, disk: Disk, owner: string, run: Run): Promise<number> {
  const { uuid } = run.batch;
  let lost = 0;
  for (let after = 0; ; ) {
    const files = await store.ledgerDone(uuid, after, 500);
    const last = files.at(-1);
    if (!last) break;
    after = last.id;
    const missing: number[] = [];
    for (const { id, path, size } of files) {
      const at = run.destination.at(path);
      const found = await disk.stat(at).catch((error: unknown) => {
        throw toDiskError(error, at);
      });
      if (found?.kind !== 'file' || found.size !== size) missing.push(id);
    }
    if (missing.length > 0) await store.ledgerLost(uuid, owner, missing);
    lost += missing.length;
  }
  run.mayHaveLostFiles = false;
  return lost;
}

/** Removes what is left of documents that are not coming any more, once nobody else holds it. */
export interface Cleanup {
  /**
   * Removes the part files of one batch. Never rejects: what cannot go yet is reported once, and stays noted.
   */
  cleanUp(where: BatchFolder): Promise<void>;
  /**
   * Of every batch of this process, and of those that are over, whoever had them; once the signal has fired,
   * of no further one. Rejects as the ledger does.
   */
  cleanUpAll(signal: AbortSignal): Promise<void>;
}

export interface CleanupDeps extends PartFileDeps {
  store: Store;
  clock: Clock;
  owner: string;
  runs: ReadonlyMap<string, Run>;
  onError(error: unknown): void;
}

/** What a person can still bring about is not among them: what waits or is paused is continued. */
const finished: readonly TransferState[] = ['failed', 'no-file', 'unsigned', 'cancelled'];

/** A cleanup that has met no problem yet. */
export function createCleanup({ owner, runs, onError, ...deps }: CleanupDeps): Cleanup {
  const { store } = deps;
  const reported = new Set<string>();

  async function cleanUp(where: BatchFolder): Promise<void> {
    const { uuid } = where.batch;
    try {
      await removeParts(deps, where, finished);
      reported.delete(uuid);
    } catch (error) {
      if (!reported.has(uuid)) onError(error);
      reported.add(uuid);
    }
  }

  return {
    cleanUp,
    async cleanUpAll(signal) {
      for (const { uuid, folder } of await store.ledgerBatchesWithPartFiles(owner)) {
        // Each may take seconds, or minutes on a share that does not answer: whoever closes the app waits for
        // one at most.
        if (signal.aborted) return;
        const destination = runs.get(uuid)?.destination ?? knownDestination(folder, true, deps);
        await cleanUp({ batch: { uuid }, destination });
      }
    },
  };
}

/** What removing part files needs of the app. */
export interface PartFileDeps {
  disk: Disk;
  store: Pick<Store, 'ledgerPartFiles' | 'ledgerPartFileRemoved'>;
}

/** A batch, and the folder in which part files of its documents may be left. */
export interface BatchFolder {
  batch: Pick<Run['batch'], 'uuid'>;
  destination: Destination;
}

/**
 * Removes the part files of a batch's documents in these states. What is on a drive that is away stays noted,
 * to be removed when it is back; so does what another program holds. Rejects with what the disk or the ledger
 * says, when all of it has been tried.
 */
export async function removeParts(
  { store, disk }: PartFileDeps,
  { batch: { uuid }, destination }: BatchFolder,
  states: readonly TransferState[],
): Promise<void> {
  const locked = new Map<number, unknown>();
  let isKnownThere = false;
  for (;;) {
    // Asked anew for each: what has been set back to waiting meanwhile may have been begun again.
    const partFile = (await store.ledgerPartFiles(uuid, states)).find(({ id }) => !locked.has(id));
    if (!partFile) break;
    if (!isKnownThere) {
      // A share that does not answer takes minutes.
      if (!(await isThere(destination))) return;
      isKnownThere = true;
      continue;
    }
    const part = destination.at(`${partFile.path}.part`);
    let isFirstTry = true;
    const isOurs = async () => {
      // What was held for a while may have been set back to waiting meanwhile, and begun again.
      const isLeft =
        isFirstTry || (await store.ledgerPartFiles(uuid, states)).some(({ id }) => id === partFile.id);
      isFirstTry = false;
      return isLeft;
    };
    try {
      if (partFile.sealed) await removeNameless(disk, destination, part, partFile.sealed);
      // Who holds one for longer may hold many.
      await removePart(disk, part, { isOurs, isPatient: locked.size === 0 });
    } catch (error) {
      if (!isLocked(error)) throw error;
      locked.set(partFile.id, error);
      continue;
    }
    // Not before: a process that ends here leaves what is still there to be removed.
    await store.ledgerPartFileRemoved(partFile.id, states);
  }
  for (const error of locked.values()) throw error;
}

/**
 * Removes what a batch had begun from the folder that its own folder has become: only what is proven to be
 * its own, by its hash or as the file that it is, and what is empty. What cannot be removed is told as soon
 * as its document is fetched.
 */
export async function removeMovedParts(
  disk: Disk,
  folder: string,
  partFiles: readonly LeftPart[],
): Promise<void> {
  for (const { path, identity, sealed } of partFiles) {
    const part = join(folder, `${path}.part`);
    try {
      const found = await disk.stat(part);
      if (found?.kind !== 'file') continue;
      const isSame = identity !== '' && fileIdentity(found) === identity;
      const isOurs = found.size === 0 || isSame || (sealed && (await hasContent(disk, part, sealed)));
      if (isOurs) await removePart(disk, part);
    } catch {
      // Told by whoever fetches it.
    }
  }
}

/**
 * What a process leaves besides that ended while it gave a proven file its name: its name reserved, or the
 * `.part` under the name before.
 */
async function removeNameless(
  disk: Disk,
  destination: Destination,
  part: string,
  sealed: Pick<SealedFile, 'path' | 'size' | 'sha256'>,
): Promise<void> {
  await giveUpReserved(disk, part, destination.at(sealed.path));
  const elder = destination.at(`${sealed.path.slice(0, sealed.path.lastIndexOf('.'))}.part`);
  // Under that name somebody else may have begun another since.
  if (elder !== part && (await hasContent(disk, elder, sealed))) await removeIfThere(disk, elder);
}

function isThere(destination: Destination): Promise<boolean> {
  return destination.check().then(
    () => true,
    () => false,
  );
}

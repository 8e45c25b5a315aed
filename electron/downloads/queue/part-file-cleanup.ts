import { join } from 'node:path';
import type { TransferState } from '../../../shared/model/download.ts';
import type { LeftPart, SealedFile, Store } from '../../database/index.ts';
import { succeeds } from '../../lib/async.ts';
import {
  type Destination,
  type Disk,
  fileIdentity,
  hasContent,
  isLocked,
  removeIfThere,
  removePart,
  removeReservation,
} from '../files/index.ts';
import type { TransferContext } from '../transfer/index.ts';
import { knownDestination, type Run } from './batch-run.ts';
import type { QueueContext } from './queue.ts';

type CleanupContext = Pick<QueueContext, 'owner' | 'runs' | 'closing' | 'onError'> & {
  transferContext: Pick<TransferContext, 'store' | 'disk' | 'clock'>;
};

/** Without waiting and paused documents: those can resume. */
const finished: readonly TransferState[] = ['failed', 'no-file', 'unsigned', 'cancelled'];

/** Removes part files of documents that are not downloaded any more, once no program locks them. */
export class Cleanup {
  readonly #context: CleanupContext;
  /** Batches whose failure was reported. */
  readonly #reported = new Set<string>();

  constructor(context: CleanupContext) {
    this.#context = context;
  }

  /**
   * Removes the part files of one batch. Never rejects: a failure is reported once, and the files stay
   * recorded.
   */
  async cleanUp(where: BatchFolder): Promise<void> {
    const { uuid } = where.batch;
    try {
      await removePartFiles(this.#context.transferContext, where, finished);
      this.#reported.delete(uuid);
    } catch (error) {
      if (!this.#reported.has(uuid)) this.#context.onError(error);
      this.#reported.add(uuid);
    }
  }

  /**
   * Cleans up this process's batches and all finished ones. Once the app closes it starts no further batch.
   * Rejects as the ledger does.
   */
  async cleanUpAll(): Promise<void> {
    const { owner, runs, transferContext, closing } = this.#context;
    for (const { uuid, folder } of await transferContext.store.batchesWithPartFiles(owner)) {
      // One batch may take minutes on an unresponsive share: closing waits for one at most.
      if (closing.aborted) return;
      const destination = runs.get(uuid)?.destination ?? knownDestination(folder, true, transferContext);
      await this.cleanUp({ batch: { uuid }, destination });
    }
  }
}

/** What removing part files needs. */
export interface PartFileContext {
  disk: Disk;
  store: Pick<Store, 'listLeftPartFiles' | 'markPartRemoved'>;
}

/** A batch and its folder, which may contain part files. */
export interface BatchFolder {
  batch: Pick<Run['batch'], 'uuid'>;
  destination: Destination;
}

/**
 * Removes the part files of documents in these states. Files on an absent drive, and locked ones, stay
 * recorded for later. Rejects with the first disk or ledger error after all were tried.
 */
export async function removePartFiles(
  { store, disk }: PartFileContext,
  { batch: { uuid }, destination }: BatchFolder,
  states: readonly TransferState[],
): Promise<void> {
  const locked = new Map<number, unknown>();
  let isKnownThere = false;
  for (;;) {
    // Read for each file: a document set to waiting meanwhile may be running again.
    const partFile = (await store.listLeftPartFiles(uuid, states)).find(({ id }) => !locked.has(id));
    if (!partFile) break;
    if (!isKnownThere) {
      // Checked only if needed: an unresponsive share takes minutes.
      if (!(await succeeds(destination.check()))) return;
      isKnownThere = true;
      continue;
    }
    const part = destination.at(`${partFile.path}.part`);
    let isFirstTry = true;
    const isOurs = async () => {
      // During the wait for a lock the document may have been set to waiting and started.
      const isLeft =
        isFirstTry || (await store.listLeftPartFiles(uuid, states)).some(({ id }) => id === partFile.id);
      isFirstTry = false;
      return isLeft;
    };
    try {
      if (partFile.sealed) await removeNameless(disk, destination, part, partFile.sealed);
      // After one lock, wait for no other: the same program may lock many files.
      await removePart(disk, part, { isOurs, isPatient: locked.size === 0 });
    } catch (error) {
      if (!isLocked(error)) throw error;
      locked.set(partFile.id, error);
      continue;
    }
    // Only now: a crash before this leaves the file recorded.
    await store.markPartRemoved(partFile.id, states);
  }
  for (const error of locked.values()) throw error;
}

/**
 * Removes the part files of a moved batch from the new folder. Only empty files and those with the recorded
 * identity or hash are removed. Failures surface when the document is fetched.
 */
export async function removeMovedPartFiles(
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
      // Reported when the document is fetched.
    }
  }
}

/**
 * Removes what a crash during the rename may leave: the reserved name, or the `.part` under the earlier name.
 */
async function removeNameless(
  disk: Disk,
  destination: Destination,
  part: string,
  sealed: Pick<SealedFile, 'path' | 'size' | 'sha256'>,
): Promise<void> {
  await removeReservation(disk, part, destination.at(sealed.path));
  const elder = destination.at(`${sealed.path.slice(0, sealed.path.lastIndexOf('.'))}.part`);
  // Another process may have started a `.part` of that name since.
  if (elder !== part && (await hasContent(disk, elder, sealed))) await removeIfThere(disk, elder);
}

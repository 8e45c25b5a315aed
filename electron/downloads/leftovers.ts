import type { TransferState } from '../../shared/model/download.ts';
import type { Clock } from '../host.ts';
import type { Store, TakenTransfer } from '../store/index.ts';
import type { Destination } from './disk/destination.ts';
import type { Disk } from './disk/disk.ts';
import { patiently } from './disk/trouble.ts';
import type { Run } from './run.ts';
import type { FetchJob } from './transfer/fetch-document.ts';
import { removeIfThere, reopenPartFile } from './transfer/part-file.ts';
import { readHashes } from './transfer/storage-answer.ts';

interface Means {
  disk: Disk;
  clock: Clock;
}

/**
 * Makes the place of a `.part` ready for a fetch: what an earlier attempt of ours left is continued where it can be proven in the end, and
 * removed where not. Anything else that stands there is left alone, what somebody else has put in its place meanwhile too.
 */
export async function claimPart(
  { disk, clock }: Means,
  fetch: FetchJob,
  taken: Pick<TakenTransfer, 'isTouched' | 'begun'>,
): Promise<void> {
  if (fetch.part || !taken.isTouched) return;
  const { begun } = taken;
  if (begun && begun.part !== '') {
    const part = await reopenPartFile(disk, fetch.partPath, readHashes(begun.proof), begun.part);
    // Not before: what cannot be opened now is still known at the next try.
    delete taken.begun;
    if (part && part.bytes > 0 && part.bytes <= begun.size) {
      fetch.part = part;
      fetch.begun = begun;
      return;
    }
    await part?.discard();
  } else await patiently(clock, () => removeIfThere(disk, fetch.partPath));
  taken.isTouched = false;
}

/**
 * Removes what is left beside the places of a batch's documents in these states. What is on a drive that is away stays noted, to be removed when it
 * is back. Rejects with what the disk or the ledger says.
 */
export async function removeParts(
  { store, disk, clock }: Means & { store: Pick<Store, 'ledgerTouched' | 'ledgerUntouched'> },
  { batch: { uuid }, destination }: { batch: Pick<Run['batch'], 'uuid'>; destination: Destination },
  states: readonly TransferState[],
): Promise<void> {
  let isKnownThere = false;
  for (;;) {
    // Asked anew for each: what has been set back to waiting meanwhile may have been begun again.
    const [left] = await store.ledgerTouched(uuid, states);
    if (!left) return;
    if (!isKnownThere) {
      // A share that does not answer takes minutes.
      if (!(await isThere(destination))) return;
      isKnownThere = true;
      continue;
    }
    await patiently(clock, () => removeIfThere(disk, destination.at(`${left.path}.part`)));
    // Not before: a process that ends here leaves what is still there to be removed.
    await store.ledgerUntouched(left.id, states);
  }
}

function isThere(destination: Destination): Promise<boolean> {
  return destination.check().then(
    () => true,
    () => false,
  );
}

// A program that is at work writes at least this often, ms.
const sign = 60_000;
const glance = 2_000;

/** Waits until the `.part` that somebody else has here is gone; one that nobody writes to any more is removed. */
export async function untilFree({ disk, clock }: Means, path: string, signal: AbortSignal): Promise<void> {
  let last = '';
  let since = clock.elapsed();
  for (;;) {
    const found = await disk.look(path);
    if (!found) return;
    const now = `${found.size} ${found.modified}`;
    if (now !== last) {
      last = now;
      since = clock.elapsed();
    } else if (clock.elapsed() - since >= sign) {
      await patiently(clock, () => removeIfThere(disk, path), signal);
      return;
    }
    await clock.sleep(glance, signal);
  }
}

import type { TransferState } from '../../shared/model/download.ts';
import type { Clock } from '../host.ts';
import type { LeftTransfer, Store, TakenTransfer } from '../store/index.ts';
import type { Destination } from './disk/destination.ts';
import type { Disk } from './disk/disk.ts';
import { holds, isLeftReserved } from './disk/publish.ts';
import { patiently } from './disk/trouble.ts';
import { sealedPart } from './landing.ts';
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
 * removed where not. Anything else that stands there is left alone.
 */
export async function claimPart(
  { disk, clock }: Means,
  fetch: FetchJob,
  taken: TakenTransfer,
): Promise<void> {
  if (fetch.part || !taken.isTouched) return;
  const { begun } = taken;
  const part = begun && (await reopenPartFile(disk, fetch.partPath, readHashes(begun.proof)));
  if (begun && part && part.bytes > 0 && part.bytes <= begun.size) {
    fetch.part = part;
    fetch.begun = begun;
    return;
  }
  delete taken.begun;
  await patiently(clock, () => removeIfThere(disk, fetch.partPath));
  taken.isTouched = false;
}

/** Removes what an attempt that nobody goes on with has left of a document: its `.part`, and a name that was reserved for what it had proven. */
export async function removeLeft(
  means: Means,
  { at }: Pick<Destination, 'at'>,
  { path, sealed }: Pick<LeftTransfer, 'path' | 'sealed'>,
): Promise<void> {
  const { disk, clock } = means;
  const own = at(`${path}.part`);
  const proven = sealed && at(sealedPart(sealed));
  let last = own;
  if (proven && (await holds(disk, proven, sealed))) {
    // Where the `.part` was about to get another name, that name may be another computer's.
    const next = proven === own ? at(sealed.path) : own;
    const isOurs = proven !== own && (await holds(disk, next, sealed));
    if (isOurs || (await isReserved(means, next, proven))) await patiently(clock, () => disk.remove(next));
    last = proven;
  }
  // Last: it proves whose the reserved name is, also to whoever comes after a process that ends here.
  await patiently(clock, () => removeIfThere(disk, last));
}

/** Whether an empty file reserves a name for what stands proven at another: what is older was there before, and is somebody's own. */
async function isReserved({ disk, clock }: Means, name: string, proven: string): Promise<boolean> {
  const [found, proof] = [await disk.look(name), await disk.look(proven)];
  if (!found || !proof || found.modified < proof.modified) return false;
  return isLeftReserved(disk, clock, name);
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
    await removeLeft({ disk, clock }, destination, left);
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

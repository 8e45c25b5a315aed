import type { TransferState } from '../../../shared/model/download.ts';
import type { Clock } from '../../host.ts';
import type { SealedFile, Store, TakenTransfer } from '../../store/index.ts';
import type { Destination } from '../destination/destination.ts';
import type { Disk } from '../destination/disk.ts';
import { isHeld, patiently } from '../destination/disk-error.ts';
import { giveUpReserved, holds } from '../destination/move-exclusive.ts';
import { removeIfThere, reopenPartFile } from '../destination/part-file.ts';
import { readHashes } from '../links/storage-answer.ts';
import type { FetchJob } from '../transfer/fetch-document.ts';
import type { Run } from './run.ts';

interface Means {
  disk: Disk;
  clock: Clock;
}

/** What removing leftovers needs of the app. */
export interface LeftoverMeans extends Means {
  store: Pick<Store, 'ledgerTouched' | 'ledgerUntouched'>;
}

/** A batch beside whose documents something may be left. */
export interface Left {
  batch: Pick<Run['batch'], 'uuid'>;
  destination: Destination;
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
 * is back; so does what another program holds. Rejects with what the disk or the ledger says, when all of it has been tried.
 */
export async function removeParts(
  { store, disk, clock }: LeftoverMeans,
  { batch: { uuid }, destination }: Left,
  states: readonly TransferState[],
): Promise<void> {
  const held = new Map<number, unknown>();
  let isKnownThere = false;
  for (;;) {
    // Asked anew for each: what has been set back to waiting meanwhile may have been begun again.
    const left = (await store.ledgerTouched(uuid, states)).find(({ id }) => !held.has(id));
    if (!left) break;
    if (!isKnownThere) {
      // A share that does not answer takes minutes.
      if (!(await isThere(destination))) return;
      isKnownThere = true;
      continue;
    }
    const part = destination.at(`${left.path}.part`);
    let isFirstTry = true;
    const remove = async () => {
      // What was held for a while may have been set back to waiting meanwhile, and begun again.
      const isLeft = isFirstTry || (await store.ledgerTouched(uuid, states)).some(({ id }) => id === left.id);
      isFirstTry = false;
      if (isLeft) await removeIfThere(disk, part);
    };
    try {
      if (left.sealed) await removeNameless({ disk, clock }, destination, part, left.sealed);
      // Who holds one for longer may hold many.
      await (held.size === 0 ? patiently(clock, remove) : remove());
    } catch (thrown) {
      if (!isHeld(thrown)) throw thrown;
      held.set(left.id, thrown);
      continue;
    }
    // Not before: a process that ends here leaves what is still there to be removed.
    await store.ledgerUntouched(left.id, states);
  }
  for (const thrown of held.values()) throw thrown;
}

/** What a process leaves besides that ended while it gave a proven file its name: its name reserved, or the `.part` under the name before. */
async function removeNameless(
  { disk, clock }: Means,
  destination: Destination,
  part: string,
  sealed: Pick<SealedFile, 'path' | 'size' | 'sha256'>,
): Promise<void> {
  await giveUpReserved(disk, clock, part, destination.at(sealed.path));
  const elder = destination.at(`${sealed.path.slice(0, sealed.path.lastIndexOf('.'))}.part`);
  // Under that name somebody else may have begun another since.
  if (elder !== part && (await holds(disk, elder, sealed))) await removeIfThere(disk, elder);
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
      await patiently(clock, () => removeIfThere(disk, path), { signal });
      return;
    }
    await clock.sleep(glance, signal);
  }
}

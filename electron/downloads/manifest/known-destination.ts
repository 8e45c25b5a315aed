import { join } from 'node:path';
import type { Clock } from '../../host.ts';
import type { Store } from '../../store/index.ts';
import { createDestination, type Destination } from '../destination/destination.ts';
import type { Disk } from '../destination/disk.ts';
import { indexStamp } from './index-writer.ts';

// Of files that are known to stand there, so many are looked for.
const mostLooks = 20;

/**
 * Whether a folder holds something that the ledger knows to be in it: the index as it was last seen, or a file of the size that it had. Of an empty
 * mount point, or another drive, neither is so. Undefined when nothing is known of it. Rejects with what the disk or the ledger says.
 */
export async function holdsWhatIsKnown(
  store: Store,
  disk: Disk,
  folder: string,
): Promise<boolean | undefined> {
  const stamp = await store.ledgerIndexStamp(folder);
  if (stamp !== '' && (await indexStamp(disk, folder)) === stamp) return true;
  const known = await store.ledgerHoldings(folder, '', mostLooks);
  for (const { path, size } of known) {
    const found = await disk.look(join(folder, ...path.split('/')));
    if (found?.kind === 'file' && found.size === size) return true;
  }
  return known.length > 0 || stamp !== '' ? false : undefined;
}

/** A destination of which the ledger knows what it holds; with `isAwaited` an earlier process has filled it. */
export function knownDestination(
  folder: string,
  isAwaited: boolean,
  { store, disk, clock }: { store: Store; disk: Disk; clock: Clock },
): Destination {
  const stands = () => holdsWhatIsKnown(store, disk, folder);
  return createDestination(folder, disk, clock, { stands, isAwaited });
}

import type { Holding } from '../../store/index.ts';
import type { Destination } from './destination.ts';
import type { Disk } from './disk.ts';
import { sha256Of } from './move-exclusive.ts';

/**
 * Whether a file that the ledger knows still stands there with its size and hash; read again unless its disk says that nobody has written
 * to it since. Gives what is known of it now, or undefined.
 */
export async function heldIntact(
  disk: Disk,
  destination: Destination,
  held: Holding,
  signal?: AbortSignal,
): Promise<Holding | undefined> {
  const path = destination.at(held.path);
  const found = await disk.look(path);
  if (found?.kind !== 'file' || found.size !== held.size) return undefined;
  if (found.modified === held.modified) return held;
  // What a cloud took from here it took whole; it is not fetched back to be hashed.
  if (found.isPlaceholder) return { ...held, modified: found.modified };
  if ((await sha256Of(disk, path, signal)) !== held.sha256) return undefined;
  return { ...held, modified: found.modified };
}

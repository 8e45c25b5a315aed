import { cannotLink, hasCode } from './retry-while-locked.ts';

/** What a rename asks of a disk. */
export interface RenamingDisk {
  /** `EEXIST` when anything exists there. */
  create(path: string, mode: number): Promise<{ close(): Promise<void> }>;
  /** As `create`; one of {@link cannotLink} where the file system has no hard links. */
  link(from: string, to: string): Promise<void>;
  rename(from: string, to: string): Promise<void>;
  remove(path: string): Promise<void>;
  isEmptyFile(path: string): Promise<boolean>;
}

/**
 * Renames without overwriting: creates a hard link, then removes the old name. Without hard links an empty
 * file reserves the name and is replaced. `isLeftReserved` says whether a taken name is the reservation of an
 * earlier attempt. Returns whether the name was free.
 */
export async function renameNoOverwrite(
  disk: RenamingDisk,
  from: string,
  to: string,
  isLeftReserved: () => Promise<boolean> = async () => false,
): Promise<'renamed' | 'taken'> {
  try {
    await disk.link(from, to);
  } catch (error) {
    const isTaken = hasCode(error, 'EEXIST');
    if (!isTaken && !hasCode(error, ...cannotLink)) throw error;
    if ((isTaken || !(await reserve(disk, to))) && !(await isLeftReserved())) return 'taken';
    await replaceReserved(disk, from, to);
    return 'renamed';
  }
  await disk.remove(from);
  return 'renamed';
}

/** Returns whether the name was free; then it is reserved. */
async function reserve(disk: RenamingDisk, path: string): Promise<boolean> {
  try {
    await (await disk.create(path, 0o644)).close();
    return true;
  } catch (error) {
    if (hasCode(error, 'EEXIST')) return false;
    throw error;
  }
}

async function replaceReserved(disk: RenamingDisk, from: string, to: string): Promise<void> {
  try {
    await disk.rename(from, to);
  } catch (error) {
    // If this fails too, the next attempt finds its reservation.
    if (await disk.isEmptyFile(to).catch(() => false)) await disk.remove(to).catch(() => undefined);
    throw error;
  }
}

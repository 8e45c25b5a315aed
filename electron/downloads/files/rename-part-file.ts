import type { DownloadedFile } from '../../database/index.ts';
import type { Clock } from '../../host.ts';
import { createDigests } from '../../lib/hashes.ts';
import { renameNoOverwrite } from '../../lib/rename-no-overwrite.ts';
import { cannotLink } from '../../lib/retry-while-locked.ts';
import type { Destination } from './destination.ts';
import { type Disk, hasCode } from './disk.ts';
import { readInto } from './part-file.ts';

// Longer than any process takes to rename a file onto its reservation, ms.
const maxReservationMs = 10_000;

/**
 * Renames a document with {@link renameNoOverwrite}. With `isRetry` an existing empty file counts as an
 * earlier attempt's reservation, after ten unused seconds. Rejects if the signal aborts that wait.
 */
export function renamePartFile(
  disk: Disk,
  clock: Pick<Clock, 'sleep'>,
  from: string,
  to: string,
  signal: AbortSignal,
  isRetry = false,
): Promise<'renamed' | 'taken'> {
  const names = { ...disk, isEmptyFile: (path: string) => isEmptyFile(disk, path) };
  return renameNoOverwrite(
    names,
    from,
    to,
    async () => isRetry && (await isLeftReserved(disk, clock, from, to, signal)),
  );
}

/** Whether the process that reserved a name has ended: a live one renames its file a moment later. */
async function isLeftReserved(
  disk: Disk,
  clock: Pick<Clock, 'sleep'>,
  from: string,
  to: string,
  signal: AbortSignal,
): Promise<boolean> {
  // EEXIST is reported even without support for hard links; with it, nobody reserves names.
  if (!(await isEmptyFile(disk, to)) || (await hasSecondNames(disk, from))) return false;
  await clock.sleep(maxReservationMs, signal);
  return isEmptyFile(disk, to);
}

/** Whether the file system has hard links, by creating one and removing it. */
async function hasSecondNames(disk: Disk, path: string): Promise<boolean> {
  // Same length as `path`, which may be the maximum.
  const second = `${path.slice(0, -1)}2`;
  try {
    await disk.link(path, second);
  } catch (error) {
    if (hasCode(error, ...cannotLink)) return false;
    if (!hasCode(error, 'EEXIST')) throw error;
    // Another file: not ours. The document gets another name, which is always safe.
    if (!(await areOneFile(disk, path, second))) return true;
    // The link of an earlier process that crashed before it removed it.
  }
  await disk.remove(second);
  return true;
}

/** Whether two names are hard links of one file; false if the file system has no inodes. */
async function areOneFile(disk: Disk, one: string, other: string): Promise<boolean> {
  const [first, second] = [await disk.stat(one), await disk.stat(other)];
  return (
    first !== undefined &&
    first.inode !== 0n &&
    first.inode === second?.inode &&
    first.size === second.size &&
    first.modified === second.modified
  );
}

async function isEmptyFile(disk: Disk, path: string): Promise<boolean> {
  const found = await disk.stat(path);
  return found?.kind === 'file' && found.size === 0;
}

/** Removes the reservation of a crashed process whose document is no longer wanted. */
export async function removeReservation(disk: Disk, from: string, to: string): Promise<void> {
  if (!(await isEmptyFile(disk, to)) || !(await disk.stat(from))) return;
  // With hard links nobody reserves names: the file belongs to somebody else.
  if (await hasSecondNames(disk, from)) return;
  // While the file was locked, another computer may have renamed its own onto it.
  await disk.remove(to, { isOurs: () => isEmptyFile(disk, to) });
}

/** Whether the path is a regular file with this content. */
export async function hasContent(
  disk: Disk,
  path: string,
  content: { size: number; sha256: string },
): Promise<boolean> {
  const found = await disk.stat(path);
  if (found?.kind !== 'file' || found.size !== content.size) return false;
  return (await sha256Of(disk, path)) === content.sha256;
}

/** The SHA-256 of a file, lower-case hex. */
export async function sha256Of(disk: Disk, path: string, signal?: AbortSignal): Promise<string> {
  const digests = createDigests({});
  await readInto(disk, path, (chunk) => digests.add(chunk), signal);
  return digests.finish().sha256;
}

/**
 * Whether a known file still has its size and hash. It is read only if its modification time changed. Returns
 * its current record, or undefined.
 */
export async function verifyExisting(
  disk: Disk,
  destination: Destination,
  existing: DownloadedFile,
  signal?: AbortSignal,
): Promise<DownloadedFile | undefined> {
  const path = destination.at(existing.path);
  const found = await disk.stat(path);
  if (found?.kind !== 'file' || found.size !== existing.size) return undefined;
  if (found.modified === existing.modified) return existing;
  // A cloud client uploads whole files; downloading the file to hash it is not worth it.
  if (found.isPlaceholder) return { ...existing, modified: found.modified };
  if ((await sha256Of(disk, path, signal)) !== existing.sha256) return undefined;
  return { ...existing, modified: found.modified };
}

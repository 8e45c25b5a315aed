import type { DownloadedFile } from '../../database/index.ts';
import type { Clock } from '../../host.ts';
import { cannotLink } from '../../lib/retry-while-locked.ts';
import { createDigests } from './content-type.ts';
import { type Disk, hasCode } from './disk.ts';
import type { Destination } from './folder.ts';
import { readInto } from './part-file.ts';

// Longer than anybody takes to move a file to the name that he has reserved, ms.
const maxReservationMs = 10_000;

/**
 * Gives a finished file its name, never over anything that stands there: a second name, which must be free,
 * then the first one goes. Where the file system has no second names, an empty file reserves the name and is
 * replaced; with `isAgain` one that stands there already counts as the reservation of an earlier attempt,
 * once nobody has used it for ten seconds. Gives whether the name was free. Rejects when the signal ends that
 * wait.
 */
export async function renameNoOverwrite(
  disk: Disk,
  clock: Pick<Clock, 'sleep'>,
  from: string,
  to: string,
  signal: AbortSignal,
  isRetry = false,
): Promise<'renamed' | 'taken'> {
  try {
    await disk.link(from, to);
  } catch (error) {
    if (!hasCode(error, 'EEXIST', ...cannotLink)) throw error;
    // That a name is taken is told first also where no file has a second one: it may be a reservation all the
    // same.
    const isTaken =
      hasCode(error, 'EEXIST') &&
      !(isRetry && (await isEmptyFile(disk, to)) && !(await hasSecondNames(disk, from)));
    if (isTaken) return 'taken';
    return renameReserved(disk, clock, from, to, signal, isRetry);
  }
  await disk.remove(from);
  return 'renamed';
}

async function renameReserved(
  disk: Disk,
  clock: Pick<Clock, 'sleep'>,
  from: string,
  to: string,
  signal: AbortSignal,
  isRetry: boolean,
): Promise<'renamed' | 'taken'> {
  if (!(await reserve(disk, to)) && !(isRetry && (await isLeftReserved(disk, clock, to, signal)))) {
    return 'taken';
  }
  try {
    await disk.rename(from, to);
  } catch (error) {
    // Where even that is refused, the next attempt finds its reservation.
    if (await isEmptyFile(disk, to).catch(() => false)) await disk.remove(to).catch(() => undefined);
    throw error;
  }
  return 'renamed';
}

/** Gives whether the name was free, and is ours now. */
async function reserve(disk: Disk, path: string): Promise<boolean> {
  try {
    const file = await disk.create(path);
    await file.close();
    return true;
  } catch (error) {
    if (hasCode(error, 'EEXIST')) return false;
    throw error;
  }
}

/**
 * Whether a name was reserved by somebody who has ended since: another, who has just reserved it, has moved
 * his file there a moment later.
 */
async function isLeftReserved(
  disk: Disk,
  clock: Pick<Clock, 'sleep'>,
  path: string,
  signal: AbortSignal,
): Promise<boolean> {
  if (!(await isEmptyFile(disk, path))) return false;
  await clock.sleep(maxReservationMs, signal);
  return isEmptyFile(disk, path);
}

/** Whether a file can have a second name here, as giving it one tells; that one goes again. */
async function hasSecondNames(disk: Disk, path: string): Promise<boolean> {
  // As long as the first, which may be as long as a path can be.
  const second = `${path.slice(0, -1)}2`;
  try {
    await disk.link(path, second);
  } catch (error) {
    if (hasCode(error, ...cannotLink)) return false;
    if (!hasCode(error, 'EEXIST')) throw error;
    // What stands there is not ours; the document gets another name, which is safe in any case.
    if (!(await areOneFile(disk, path, second))) return true;
    // An earlier process gave it, and ended before it had taken it away.
  }
  await disk.remove(second);
  return true;
}

/** Whether two names are of one file; where the file system does not number its files, nobody knows. */
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

/**
 * Takes away the empty file by which a process that has ended reserved the name of a file that nobody wants
 * any more.
 */
export async function giveUpReserved(disk: Disk, from: string, to: string): Promise<void> {
  if (!(await isEmptyFile(disk, to)) || !(await disk.stat(from))) return;
  // Where files have second names nobody reserves any: it is somebody's.
  if (await hasSecondNames(disk, from)) return;
  // Another computer that has reserved it may have moved its file there while it was held.
  await disk.remove(to, { isOurs: () => isEmptyFile(disk, to) });
}

/** Makes a new file with this content, on disk for sure, or none. */
export async function syncFile(disk: Disk, path: string, chunks: readonly Uint8Array[]): Promise<void> {
  const file = await disk.create(path);
  try {
    await file.write(chunks);
    await file.sync();
    await file.close();
  } catch (error) {
    await file.close();
    // What does not fit leaves its room to others.
    await disk.remove(path).catch(() => undefined);
    throw error;
  }
}

/** Whether a regular file with this content stands at a path. */
export async function hasContent(
  disk: Disk,
  path: string,
  content: { size: number; sha256: string },
  signal?: AbortSignal,
): Promise<boolean> {
  const found = await disk.stat(path);
  if (found?.kind !== 'file' || found.size !== content.size) return false;
  return (await sha256Of(disk, path, signal)) === content.sha256;
}

/** The SHA-256 of a file, lower-case hex. */
export async function sha256Of(disk: Disk, path: string, signal?: AbortSignal): Promise<string> {
  const digests = createDigests({});
  await readInto(disk, path, (chunk) => digests.add(chunk), signal);
  return digests.finish().sha256;
}

/**
 * Whether a file that the ledger knows still stands there with its size and hash; read again unless its disk
 * says that nobody has written to it since. Gives what is known of it now, or undefined.
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
  // What a cloud took from here it took whole; it is not fetched back to be hashed.
  if (found.isPlaceholder) return { ...existing, modified: found.modified };
  if ((await sha256Of(disk, path, signal)) !== existing.sha256) return undefined;
  return { ...existing, modified: found.modified };
}

import { userInfo } from 'node:os';
import { AppError } from '../../../shared/errors.ts';
import type { Clock } from '../../host.ts';
import { type ProcessIdentity, thisProcess } from '../../jobs/index.ts';
import { cannotLink } from '../../lib/retry-while-locked.ts';
import { type Disk, type DiskFile, hasCode, removeIfThere } from '../files/index.ts';

/** This computer, process and user, as named in indexes and leases. */
export interface Machine extends ProcessIdentity {
  user: string;
}

/** A process that writes to a shared folder. */
export interface Writer extends Machine {
  /** A fresh unique id. */
  uuid(): string;
}

// Ms. A lock that is not touched for this long is abandoned; its owner touches it three times as often.
const abandonedAfterMs = 30_000;
const touchIntervalMs = 10_000;
const pollIntervalMs = 200;

/** A lock that this process owns. */
export interface FolderLock {
  /** Identifies this owner. */
  readonly uuid: string;
  /** Rejects with `FILE_LOCKED` if another process considered this one dead and removed the lock. */
  checkOwned(): Promise<void>;
}

/**
 * Runs an action under a lock file that excludes all other computers, without a time limit. An abandoned lock
 * is removed. Rejects with `FILE_LOCKED` after waiting two minutes.
 */
export async function underLock<T>(
  disk: Disk,
  clock: Clock,
  path: string,
  writer: Writer,
  action: (lock: FolderLock) => Promise<T>,
  signal?: AbortSignal,
): Promise<T> {
  const uuid = writer.uuid();
  const mark = `${writer.computer}/${writer.processId}/${uuid}`;
  const file = await lock(disk, clock, path, writer, mark, signal);
  const isOurs = async () => (await content(disk, path))?.startsWith(mark) === true;
  const ending = new AbortController();
  const touching = touchUntilAborted(file, clock, ending.signal);
  try {
    return await action({
      uuid,
      async checkOwned() {
        if (!(await isOurs())) throw lockedElsewhere(path);
      },
    });
  } finally {
    ending.abort();
    await touching;
    await file.close();
    // A process that considered us dead may have replaced the lock: then it is not removed.
    await disk.remove(path, { isOurs });
  }
}

/** Writes through the open file, so that a foreign lock at the path is never touched. */
async function touchUntilAborted(file: DiskFile, clock: Clock, signal: AbortSignal): Promise<void> {
  try {
    for (;;) {
      await clock.sleep(touchIntervalMs, signal);
      await file.write([Buffer.from('.')]);
    }
  } catch {
    // Aborted; or the share is lost, which the action notices itself.
  }
}

function lockedElsewhere(path: string): AppError {
  return new AppError('FILE_LOCKED', 'somebody else keeps the index', { values: { path } });
}

async function lock(
  disk: Disk,
  clock: Clock,
  path: string,
  writer: Writer,
  mark: string,
  signal?: AbortSignal,
): Promise<DiskFile> {
  let seen: string | undefined;
  let since = clock.elapsed();
  for (const begun = clock.elapsed(); clock.elapsed() - begun < 4 * abandonedAfterMs; ) {
    signal?.throwIfAborted();
    const file = await create(disk, path, mark);
    if (file) return file;
    const current = await content(disk, path);
    if (current === undefined) continue;
    if (current !== seen) {
      seen = current;
      since = clock.elapsed();
    }
    if (isAbandoned(current, writer) || clock.elapsed() - since >= abandonedAfterMs) {
      await removeDeadLock(disk, path, current, mark);
    } else await clock.sleep(pollIntervalMs, signal);
  }
  throw lockedElsewhere(path);
}

async function create(disk: Disk, path: string, mark: string): Promise<DiskFile | undefined> {
  let file: DiskFile;
  try {
    file = await disk.create(path);
  } catch (error) {
    // Windows reports other codes while a file of that name is being removed.
    if (hasCode(error, 'EEXIST') || (hasCode(error, 'EPERM', 'EBUSY') && (await disk.stat(path))))
      return undefined;
    throw error;
  }
  try {
    await file.write([Buffer.from(mark)]);
    return file;
  } catch (error) {
    await file.close();
    // A full disk may allow the name but not the content.
    await removeIfThere(disk, path);
    throw error;
  }
}

/** The content of a lock file; undefined if absent. */
async function content(disk: Disk, path: string): Promise<string | undefined> {
  try {
    const file = await disk.read(path);
    try {
      const buffer = Buffer.alloc(1024);
      return buffer.toString('utf8', 0, await file.read(buffer, 0));
    } finally {
      await file.close();
    }
  } catch (error) {
    if (hasCode(error, 'ENOENT')) return undefined;
    if (hasCode(error, 'EPERM', 'EBUSY', 'EACCES')) return '';
    throw error;
  }
}

function isAbandoned(current: string, writer: Writer): boolean {
  const [computer, processId] = current.split('/');
  const id = Number(processId);
  return (
    computer === writer.computer && Number.isInteger(id) && id !== writer.processId && !writer.isAlive(id)
  );
}

/**
 * Removes a dead lock by a rename, which only one process can win. If the lock turns out to be live, it is
 * restored.
 */
async function removeDeadLock(disk: Disk, path: string, current: string, mark: string): Promise<void> {
  const aside = `${path}.${mark.slice(mark.lastIndexOf('/') + 1)}`;
  try {
    await disk.rename(path, aside);
  } catch (error) {
    if (hasCode(error, 'ENOENT')) return;
    throw error;
  }
  if ((await content(disk, aside)) !== current) {
    // Without hard links the lock is lost. Its owner calls `checkOwned` before each write, and restarts.
    await disk.link(aside, path).catch((error: unknown) => {
      if (!hasCode(error, 'EEXIST', 'ENOENT', ...cannotLink)) throw error;
    });
  }
  await removeIfThere(disk, aside);
}

/** The current machine. */
export function thisMachine(): Machine {
  return { ...thisProcess(), user: userName() };
}

function userName(): string {
  try {
    return userInfo().username;
  } catch {
    // A user without a passwd entry has no name.
    return '';
  }
}

import { userInfo } from 'node:os';
import { AppError } from '../../../shared/errors.ts';
import type { Clock } from '../../host.ts';
import { type ProcessIdentity, thisProcess } from '../../jobs/index.ts';
import { cannotLink } from '../../lib/retry-while-locked.ts';
import { type Disk, type DiskFile, hasCode, removeIfThere } from '../files/index.ts';

/** This computer, this process and its user, as indexes and leases name them. */
export interface Machine extends ProcessIdentity {
  user: string;
}

/** Who writes to a shared folder. */
export interface Writer extends Machine {
  /** A fresh mark that nobody else has. */
  uuid(): string;
}

// A lock that nobody has touched for so long was left behind; one in use is touched three times as often.
const abandonedAfter = 30_000;
const touchEvery = 10_000;
const pollIntervalMs = 200;

/** A lock that this process has. */
export interface FolderLock {
  /** Tells this owner of the lock from every other. */
  readonly uuid: string;
  /** Rejects with `FILE_LOCKED` when somebody who thought us dead has taken the lock away. */
  insist(): Promise<void>;
}

/**
 * Does an act while no other computer does one under the same lock file, however long it takes. Waits for its
 * turn; a lock that was left behind is taken away. Rejects with `FILE_LOCKED` after two minutes.
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
      async insist() {
        if (!(await isOurs())) throw lockedElsewhere(path);
      },
    });
  } finally {
    ending.abort();
    await touching;
    await file.close();
    // Taken away by somebody who thought us dead: then it is not ours to remove.
    await disk.remove(path, { isOurs });
  }
}

/** Through the open file: whatever stands at the path by then, only our own lock is written to. */
async function touchUntilAborted(file: DiskFile, clock: Clock, signal: AbortSignal): Promise<void> {
  try {
    for (;;) {
      await clock.sleep(touchEvery, signal);
      await file.write([Buffer.from('.')]);
    }
  } catch {
    // Ended; or a share that is gone, which the act finds out for itself.
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
  for (const begun = clock.elapsed(); clock.elapsed() - begun < 4 * abandonedAfter; ) {
    signal?.throwIfAborted();
    const file = await create(disk, path, mark);
    if (file) return file;
    const current = await content(disk, path);
    if (current === undefined) continue;
    if (current !== seen) {
      seen = current;
      since = clock.elapsed();
    }
    if (isLeftBehind(current, writer) || clock.elapsed() - since >= abandonedAfter) {
      await takeAway(disk, path, current, mark);
    } else await clock.sleep(pollIntervalMs, signal);
  }
  throw lockedElsewhere(path);
}

async function create(disk: Disk, path: string, mark: string): Promise<DiskFile | undefined> {
  let file: DiskFile;
  try {
    file = await disk.create(path);
  } catch (error) {
    // Windows says that a name is taken in other words while its file is being removed.
    if (hasCode(error, 'EEXIST') || (hasCode(error, 'EPERM', 'EBUSY') && (await disk.stat(path))))
      return undefined;
    throw error;
  }
  try {
    await file.write([Buffer.from(mark)]);
    return file;
  } catch (error) {
    await file.close();
    // A full disk takes the name and not what says whose it is.
    await removeIfThere(disk, path);
    throw error;
  }
}

/** What a lock file says; undefined when there is none. */
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

function isLeftBehind(current: string, writer: Writer): boolean {
  const [computer, processId] = current.split('/');
  const id = Number(processId);
  return (
    computer === writer.computer && Number.isInteger(id) && id !== writer.processId && !writer.isAlive(id)
  );
}

/**
 * Takes a dead lock away: by a rename, which only one can do, and back again if it was no longer the dead
 * one.
 */
async function takeAway(disk: Disk, path: string, current: string, mark: string): Promise<void> {
  const aside = `${path}.${mark.slice(mark.lastIndexOf('/') + 1)}`;
  try {
    await disk.rename(path, aside);
  } catch (error) {
    if (hasCode(error, 'ENOENT')) return;
    throw error;
  }
  if ((await content(disk, aside)) !== current) {
    // Where no file has a second name it is lost: whoever holds it insists before each writing, and begins
    // again.
    await disk.link(aside, path).catch((error: unknown) => {
      if (!hasCode(error, 'EEXIST', 'ENOENT', ...cannotLink)) throw error;
    });
  }
  await removeIfThere(disk, aside);
}

/** The machine that this runs on. */
export function thisMachine(): Machine {
  return { ...thisProcess(), user: userName() };
}

function userName(): string {
  try {
    return userInfo().username;
  } catch {
    // A user without an entry in the system's list has no name.
    return '';
  }
}

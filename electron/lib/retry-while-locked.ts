import {
  appendFileSync,
  closeSync,
  constants,
  fstatSync,
  ftruncateSync,
  openSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { type FileHandle, link, mkdir, open, rename, unlink } from 'node:fs/promises';
import { setTimeout as wait } from 'node:timers/promises';
import type { Clock } from '../host.ts';
import { anyTextOfBytes } from './decode-text.ts';
import { checkOwnFile, notRegular } from './own-file.ts';

/** Whether an error of the system carries one of these codes. */
export function hasCode(error: unknown, ...codes: readonly string[]): boolean {
  return error instanceof Error && 'code' in error && codes.includes(String(error.code));
}

/** Whether another program may just be holding the file: a virus scanner, a synchroniser, a viewer. */
export function isLocked(error: unknown): boolean {
  return hasCode(error, 'EPERM', 'EBUSY', 'EACCES');
}

/**
 * Whether another program holds the file for sure: the other codes of {@link isLocked} may also say that an
 * act is not allowed here.
 */
export function isBusy(error: unknown): boolean {
  return hasCode(error, 'EBUSY');
}

// Three seconds and a little: what a scanner holds a fresh file for.
const waits = [50, 100, 200, 400, 800, 1600];

/** How long to be patient, and with what. */
export interface RetryOptions {
  signal?: AbortSignal;
  /** Which errors may go by themselves. Default: {@link isLocked}. */
  mayPass?: (error: unknown) => boolean;
}

/** Does an act again for a few seconds while the system says that somebody else holds the file. */
export async function patiently<T>(
  clock: Pick<Clock, 'sleep'>,
  action: () => Promise<T>,
  { signal, mayPass = isLocked }: RetryOptions = {},
): Promise<T> {
  for (const ms of waits) {
    try {
      return await action();
    } catch (error) {
      if (!mayPass(error)) throw error;
      await clock.sleep(ms, signal);
    }
  }
  return action();
}

/** Half of {@link waits}' last: nothing else runs in this thread meanwhile. */
const maxPauseMs = 800;

/**
 * As {@link patiently}, for acts that cannot wait in any other way than by holding up their thread: for a
 * second and a half.
 */
export function patientlySync<T>(action: () => T, pause: (ms: number) => void = pauseThread): T {
  for (const ms of waits.filter((one) => one <= maxPauseMs)) {
    try {
      return action();
    } catch (error) {
      if (!isLocked(error)) throw error;
      pause(ms);
    }
  }
  return action();
}

function pauseThread(ms: number): void {
  Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, ms);
}

/** The time of this machine, for acts that are patient by themselves. */
export const machineTime: Pick<Clock, 'sleep'> = {
  sleep: (ms, signal) => wait(ms, undefined, signal && { signal }),
};

/**
 * The acts that open a file, give a name or take one away: what Windows refuses while anybody has the file
 * open, and for the name of one that was removed until everybody has closed it. Lint keeps the rest of main
 * from doing them in any other way.
 */
export interface FileNames {
  /** A new file, to write to; `EEXIST` when anything stands there. */
  create(path: string, mode: number): Promise<FileHandle>;
  /** A file that stands there; `flags` are those of `node:fs`, by number. */
  open(path: string, flags: number): Promise<FileHandle>;
  /** `EEXIST` when anything stands there. */
  makeFolder(path: string): Promise<void>;
  /**
   * Gives a file a second name; `EEXIST` when anything stands there, one of {@link cannotLink} where files
   * have one alone.
   */
  link(from: string, to: string): Promise<void>;
  rename(from: string, to: string): Promise<void>;
  /** Where nothing stands there is nothing to do. */
  remove(path: string): Promise<void>;
}

/** What file systems without second names answer. */
export const cannotLink = [
  'EPERM',
  'ENOTSUP',
  'EOPNOTSUPP',
  'ENOSYS',
  'EMLINK',
  'EINVAL',
  'EACCES',
  'EXDEV',
  'UNKNOWN',
  // Windows on exFAT and FAT32: libuv reads its ERROR_INVALID_FUNCTION so.
  'EISDIR',
];

/** The disk's own, which refuse at once. */
export const diskNames: FileNames = {
  create: (path, mode) => open(path, 'wx', mode),
  open,
  makeFolder: (path) => mkdir(path),
  link,
  rename,
  remove: unlink,
};

/** The same of a disk, patiently. */
export function patientNames(
  disk: FileNames = diskNames,
  clock: Pick<Clock, 'sleep'> = machineTime,
): FileNames {
  return {
    create: (path, mode) => patiently(clock, () => disk.create(path, mode)),
    // Whoever is not allowed to read a file need not wait to hear it.
    open: (path, flags) =>
      patiently(clock, () => disk.open(path, flags), isForReading(flags) ? { mayPass: isBusy } : {}),
    makeFolder: (path) => patiently(clock, () => disk.makeFolder(path)),
    // Other refusals may say that there are no second names here.
    link: (from, to) => patiently(clock, () => disk.link(from, to), { mayPass: isBusy }),
    rename: (from, to) => patiently(clock, () => disk.rename(from, to)),
    remove: async (path) => {
      try {
        await patiently(clock, () => disk.remove(path));
      } catch (error) {
        if (!hasCode(error, 'ENOENT')) throw error;
      }
    },
  };
}

function isForReading(flags: number): boolean {
  return (flags & (constants.O_WRONLY | constants.O_RDWR)) === 0;
}

/**
 * What a file holds, patiently. Rejects as the system does, with `EFTYPE` for a pipe or a device, which may
 * never end.
 */
export async function readWhole(
  path: string,
  names: FileNames = patientNames(),
): Promise<Buffer<ArrayBuffer>> {
  // Without waiting: a pipe would keep its thread until somebody writes to it.
  await using file = await names.open(path, constants.O_RDONLY | (constants.O_NONBLOCK ?? 0));
  if (!(await file.stat()).isFile()) throw notRegular(path);
  return await file.readFile();
}

/**
 * Removes what an act that failed has left behind, as far as that can be: the act's own failure is what is
 * told.
 */
export async function removeAfterFailure(names: FileNames, path: string): Promise<void> {
  await names.remove(path).catch(() => undefined);
}

/** Removes what nobody needs any more; where another program holds it, it stays. */
export async function removeUnlessLocked(names: FileNames, path: string): Promise<void> {
  try {
    await names.remove(path);
  } catch (error) {
    if (!isLocked(error)) throw error;
  }
}

/** {@link FileNames} for whoever cannot wait for a promise. */
export interface FileNamesSync {
  /** A new file, to write to, by its descriptor; `EEXIST` when anything stands there. */
  create(path: string, mode: number): number;
  /** The text of a file. */
  read(path: string): string;
  /** Puts a text in place of what a file holds, or makes the file. */
  write(path: string, text: string, mode: number): void;
  /** Adds a text to the end of a file, or makes the file. */
  append(path: string, text: string, mode: number): void;
  rename(from: string, to: string): void;
  /** Where nothing stands there is nothing to do. */
  remove(path: string): void;
}

/** Opens a file of the app's own, as `checkOwnFile` says, and does something with its descriptor. */
function withOwnFile<T>(path: string, flags: number, work: (file: number) => T, mode?: number): T {
  // Where the system has no O_NOFOLLOW, the look comes first; what is put there later is not waited for.
  checkOwnFile(path);
  const file = openSync(path, flags | (constants.O_NOFOLLOW ?? 0) | (constants.O_NONBLOCK ?? 0), mode);
  try {
    if (!fstatSync(file).isFile()) throw notRegular(path);
    return work(file);
  } finally {
    closeSync(file);
  }
}

/** {@link diskNames} for whoever cannot wait for a promise. */
export const diskNamesSync: FileNamesSync = {
  create: (path, mode) => openSync(path, 'wx', mode),
  read: (path) => withOwnFile(path, constants.O_RDONLY, (file) => anyTextOfBytes(readFileSync(file))),
  write: (path, text, mode) =>
    withOwnFile(
      path,
      constants.O_WRONLY | constants.O_CREAT,
      (file) => {
        ftruncateSync(file);
        writeFileSync(file, text);
      },
      mode,
    ),
  append: (path, text, mode) => {
    const flags = constants.O_WRONLY | constants.O_CREAT | constants.O_APPEND;
    withOwnFile(path, flags, (file) => appendFileSync(file, text), mode);
  },
  rename: renameSync,
  remove: (path) => rmSync(path, { force: true }),
};

/** The same of a disk, patiently. */
export function patientNamesSync(
  disk: FileNamesSync = diskNamesSync,
  pause?: (ms: number) => void,
): FileNamesSync {
  return {
    create: (path, mode) => patientlySync(() => disk.create(path, mode), pause),
    read: (path) => patientlySync(() => disk.read(path), pause),
    write: (path, text, mode) => patientlySync(() => disk.write(path, text, mode), pause),
    append: (path, text, mode) => patientlySync(() => disk.append(path, text, mode), pause),
    rename: (from, to) => patientlySync(() => disk.rename(from, to), pause),
    remove: (path) => patientlySync(() => disk.remove(path), pause),
  };
}

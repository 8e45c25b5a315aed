import {
  appendFileSync,
  closeSync,
  constants,
  fstatSync,
  ftruncateSync,
  lstatSync,
  openSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { type FileHandle, link, mkdir, open, rename, unlink } from 'node:fs/promises';
import { setTimeout as wait } from 'node:timers/promises';
import { anyTextOfBytes } from '../../shared/decode-text.ts';
import type { Clock } from '../host.ts';

/** The code of an error of the system or of Node, such as `ENOENT`; `''` without one. */
export function systemCode(error: unknown): string {
  return error instanceof Error && 'code' in error ? String(error.code) : '';
}

/** Whether an error of the system carries one of these codes. */
export function hasCode(error: unknown, ...codes: readonly string[]): boolean {
  return codes.includes(systemCode(error));
}

/** Whether another program may have locked the file: a virus scanner, a synchroniser, a viewer. */
export function isLocked(error: unknown): boolean {
  return hasCode(error, 'EPERM', 'EBUSY', 'EACCES');
}

/**
 * Whether another program certainly has locked the file: the other codes of {@link isLocked} may also mean
 * missing permission.
 */
export function isBusy(error: unknown): boolean {
  return hasCode(error, 'EBUSY');
}

// A little over three seconds in total: how long a scanner locks a new file.
const waits = [50, 100, 200, 400, 800, 1600];

/** How long to retry, and after which errors. */
interface RetryOptions {
  signal?: AbortSignal;
  /** Which errors may be temporary. Default: {@link isLocked}. */
  mayPass?: (error: unknown) => boolean;
}

/** Retries an action for a few seconds while another program locks the file. */
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

/** Half of the last of {@link waits}: it blocks the thread. */
const maxPauseMs = 800;

/** As {@link patiently}, for synchronous actions, which block their thread: for a second and a half. */
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

/** This machine's timer, for actions that retry by themselves. */
export const machineTime: Pick<Clock, 'sleep'> = {
  sleep: (ms, signal) => wait(ms, undefined, signal && { signal }),
};

/**
 * The operations that open, create, rename or remove a file. Windows refuses them while another program has
 * the file open, and for a removed name until everybody has closed it. Lint forbids any other way in the rest
 * of main.
 */
export interface FileNames {
  /** A new file, for writing; `EEXIST` when anything exists there. */
  create(path: string, mode: number): Promise<FileHandle>;
  /** An existing file; `flags` are those of `node:fs`, by number. */
  open(path: string, flags: number): Promise<FileHandle>;
  /** `EEXIST` when anything exists there. */
  makeFolder(path: string): Promise<void>;
  /**
   * Adds a hard link to a file; `EEXIST` when anything exists there, one of {@link cannotLink} where the file
   * system has no hard links.
   */
  link(from: string, to: string): Promise<void>;
  rename(from: string, to: string): Promise<void>;
  /** Does nothing for a missing file. */
  remove(path: string): Promise<void>;
}

/** Errors of file systems without hard links. */
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
  // Windows on exFAT and FAT32: libuv maps its ERROR_INVALID_FUNCTION to this.
  'EISDIR',
];

/** The disk's own operations, which fail at once. */
export const diskNames: FileNames = {
  create: (path, mode) => open(path, 'wx', mode),
  open,
  makeFolder: (path) => mkdir(path),
  link,
  rename,
  remove: unlink,
};

/** The same operations of a disk, with retries. */
export function patientNames(
  disk: FileNames = diskNames,
  clock: Pick<Clock, 'sleep'> = machineTime,
): FileNames {
  return {
    create: (path, mode) => patiently(clock, () => disk.create(path, mode)),
    // A missing read permission needs no retries.
    open: (path, flags) =>
      patiently(clock, () => disk.open(path, flags), isForReading(flags) ? { mayPass: isBusy } : {}),
    makeFolder: (path) => patiently(clock, () => disk.makeFolder(path)),
    // Other errors may mean that there are no hard links here.
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
 * The content of a file, with retries. Rejects as the system does, with `EFTYPE` for a pipe or a device,
 * which may never end.
 */
export async function readWhole(
  path: string,
  names: FileNames = patientNames(),
): Promise<Buffer<ArrayBuffer>> {
  // Non-blocking: opening a pipe would block its thread until somebody writes to it.
  await using file = await names.open(path, constants.O_RDONLY | (constants.O_NONBLOCK ?? 0));
  if (!(await file.stat()).isFile()) throw notRegular(path);
  return await file.readFile();
}

/** Removes the leftovers of a failed action where possible: the action's own error is the one to report. */
export async function removeAfterFailure(names: Pick<FileNames, 'remove'>, path: string): Promise<void> {
  await names.remove(path).catch(() => undefined);
}

/** Removes a file that is no longer needed; where another program locks it, it stays. */
export async function removeUnlessLocked(names: FileNames, path: string): Promise<void> {
  try {
    await names.remove(path);
  } catch (error) {
    if (!isLocked(error)) throw error;
  }
}

/** {@link FileNames} for synchronous callers. */
export interface FileNamesSync {
  /** A new file, for writing, by its descriptor; `EEXIST` when anything exists there. */
  create(path: string, mode: number): number;
  read(path: string): string;
  /** Replaces the content of a file, or creates the file. */
  write(path: string, text: string, mode: number): void;
  /** Appends a text to a file, or creates the file. */
  append(path: string, text: string, mode: number): void;
  rename(from: string, to: string): void;
  /** Does nothing for a missing file. */
  remove(path: string): void;
}

/** Opens a file of the app's own after `checkOwnFile`, and runs `work` with its descriptor. */
function withOwnFile<T>(path: string, flags: number, work: (file: number) => T, mode?: number): T {
  // Without O_NOFOLLOW, the check comes first; a pipe that is put there later does not block.
  checkOwnFile(path);
  const file = openSync(path, flags | (constants.O_NOFOLLOW ?? 0) | (constants.O_NONBLOCK ?? 0), mode);
  try {
    if (!fstatSync(file).isFile()) throw notRegular(path);
    return work(file);
  } finally {
    closeSync(file);
  }
}

/** {@link diskNames} for synchronous callers. */
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

/** The same operations of a disk, with retries. */
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

/**
 * Throws where something other than a regular file exists at one of the app's own paths. `ELOOP` is for a
 * symbolic link, which would be written through, and `EISDIR` for a folder. `EFTYPE` is for a pipe, a socket
 * or a device, which may never end. A missing file is accepted.
 */
export function checkOwnFile(path: string): void {
  const found = lstatSync(path, { throwIfNoEntry: false });
  if (!found || found.isFile()) return;
  const code = found.isSymbolicLink() ? 'ELOOP' : found.isDirectory() ? 'EISDIR' : 'EFTYPE';
  throw notRegular(path, code);
}

/** The error for something other than a regular file. */
export function notRegular(path: string, code = 'EFTYPE'): Error {
  return Object.assign(new Error(`not a regular file: ${path}`), { code, path });
}

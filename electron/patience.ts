import { renameSync, rmSync } from 'node:fs';
import { type FileHandle, mkdir, open, rename, unlink } from 'node:fs/promises';
import { setTimeout as wait } from 'node:timers/promises';
import type { Clock } from './host.ts';

/** Whether an error of the system carries one of these codes. */
export function hasCode(thrown: unknown, ...codes: readonly string[]): boolean {
  return thrown instanceof Error && 'code' in thrown && codes.includes(String(thrown.code));
}

/** Whether another program may just be holding the file: a virus scanner, a synchroniser, a viewer. */
export function isHeld(thrown: unknown): boolean {
  return hasCode(thrown, 'EPERM', 'EBUSY', 'EACCES');
}

/** Whether another program holds the file for sure: the other codes of {@link isHeld} may also say that an act is not allowed here. */
export function isBusy(thrown: unknown): boolean {
  return hasCode(thrown, 'EBUSY');
}

// Three seconds and a little: what a scanner holds a fresh file for.
const waits = [50, 100, 200, 400, 800, 1600];

/** How long to be patient, and with what. */
export interface Patience {
  signal?: AbortSignal;
  /** Which errors may go by themselves. Default: {@link isHeld}. */
  mayPass?: (thrown: unknown) => boolean;
}

/** Does an act again for a few seconds while the system says that somebody else holds the file. */
export async function patiently<T>(
  clock: Pick<Clock, 'sleep'>,
  act: () => Promise<T>,
  { signal, mayPass = isHeld }: Patience = {},
): Promise<T> {
  for (const ms of waits) {
    try {
      return await act();
    } catch (thrown) {
      if (!mayPass(thrown)) throw thrown;
      await clock.sleep(ms, signal);
    }
  }
  return act();
}

/** Half of {@link waits}' last: nothing else runs in this thread meanwhile. */
const longestPause = 800;

/** As {@link patiently}, for acts that cannot wait in any other way than by holding up their thread: for a second and a half. */
export function patientlySync<T>(act: () => T, pause: (ms: number) => void = pauseThread): T {
  for (const ms of waits.filter((one) => one <= longestPause)) {
    try {
      return act();
    } catch (thrown) {
      if (!isHeld(thrown)) throw thrown;
      pause(ms);
    }
  }
  return act();
}

function pauseThread(ms: number): void {
  Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, ms);
}

/** The time of this machine, for acts that are patient by themselves. */
export const machineTime: Pick<Clock, 'sleep'> = {
  sleep: (ms, signal) => wait(ms, undefined, signal && { signal }),
};

/**
 * The acts that give a name or take one away: what Windows refuses while anybody has the file open, and for the name of one that was removed
 * until everybody has closed it.
 */
export interface FileNames {
  /** A new file, to write to; `EEXIST` when anything stands there. */
  create(path: string, mode: number): Promise<FileHandle>;
  /** `EEXIST` when anything stands there. */
  makeFolder(path: string): Promise<void>;
  rename(from: string, to: string): Promise<void>;
  /** Where nothing stands there is nothing to do. */
  remove(path: string): Promise<void>;
}

/** The disk's own, which refuse at once. */
export const diskNames: FileNames = {
  create: (path, mode) => open(path, 'wx', mode),
  makeFolder: (path) => mkdir(path),
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
    makeFolder: (path) => patiently(clock, () => disk.makeFolder(path)),
    rename: (from, to) => patiently(clock, () => disk.rename(from, to)),
    remove: async (path) => {
      try {
        await patiently(clock, () => disk.remove(path));
      } catch (thrown) {
        if (!hasCode(thrown, 'ENOENT')) throw thrown;
      }
    },
  };
}

/** Removes what an act that failed has left behind; where another program holds that, too, it stays, and the act's own failure is what is told. */
export async function removeUnlessHeld(names: FileNames, path: string): Promise<void> {
  try {
    await names.remove(path);
  } catch (thrown) {
    if (!isHeld(thrown)) throw thrown;
  }
}

/** {@link FileNames} for whoever cannot wait for a promise. */
export interface FileNamesSync {
  rename(from: string, to: string): void;
  /** Where nothing stands there is nothing to do. */
  remove(path: string): void;
}

/** {@link diskNames} for whoever cannot wait for a promise. */
export const diskNamesSync: FileNamesSync = {
  rename: renameSync,
  remove: (path) => rmSync(path, { force: true }),
};

/** The same of a disk, patiently. */
export function patientNamesSync(
  disk: FileNamesSync = diskNamesSync,
  pause?: (ms: number) => void,
): FileNamesSync {
  return {
    rename: (from, to) => patientlySync(() => disk.rename(from, to), pause),
    remove: (path) => patientlySync(() => disk.remove(path), pause),
  };
}

import { existsSync, statSync } from 'node:fs';
import { join } from 'node:path';
import Conf from 'conf';
import { isObject } from '../../../shared/model/json.ts';

import type { Preferences } from '../../host.ts';
import { ensureFolderSync } from '../../lib/ensure-folder.ts';
import { type CodeOverrides, diskError } from '../../lib/fs-errors.ts';
import { ownFileMode } from '../../lib/private-modes.ts';
import {
  checkOwnFile,
  diskNamesSync,
  type FileNamesSync,
  isLocked,
  patientlySync,
  patientNamesSync,
} from '../../lib/retry-while-locked.ts';
import { withFileLock } from './file-lock.ts';

/** The base name of the preferences file, the same for every host. */
export const preferencesName = 'preferences';

/**
 * The part of conf in use, and of electron-store, which is built on it; both reread the file each time and
 * replace it whole.
 */
interface PreferencesFile {
  get(key: string): unknown;
  set(key: string, value: unknown): void;
  delete(key: string): void;
}

type ReadText = (path: string) => string;

/** Disk access for preferences besides their library; a port, so that tests can simulate a virus scanner. */
interface PreferencesDisk {
  names?: FileNamesSync;
  readText?: ReadText;
  /** Blocks the thread. */
  pause?: (ms: number) => void;
}

/**
 * Preferences in one JSON file of a folder, created at the first write; a damaged file is set aside first.
 */
export function createPreferences(folder: string): Preferences {
  return preferencesOver(
    folder,
    (serialize) =>
      new Conf({ cwd: folder, configName: preferencesName, configFileMode: ownFileMode, serialize }),
  );
}

/**
 * Preferences in the file that `open` opens. The app and the terminal may have it open at once: one changes
 * it at a time, based on the other's last write. Reading and changing throw `DISK_FULL`, `FOLDER_UNWRITABLE`,
 * `FILE_LOCKED` or, when the other holds the lock too long, `STORE_BUSY`.
 */
export function preferencesOver(
  folder: string,
  open: (serialize: (value: unknown) => string) => PreferencesFile,
  { names = patientNamesSync(), readText = diskNamesSync.read, pause }: PreferencesDisk = {},
): Preferences {
  const read = (file: string) => patientlySync(() => readText(file), pause);
  const path = join(folder, `${preferencesName}.json`);
  const lock = join(folder, `${preferencesName}.lock`);
  const spare = createSpare(path, names, read);
  const mended = () => {
    unmark(path, names, read);
    return mend(path, spare, names, read);
  };
  let setAside = withFileErrors(path, mended);
  const file = withFileErrors(path, () => {
    checkOwnFile(path);
    return patientlySync(() => open(spare.serialize), pause);
  });

  function stored(key: string, isPatient = true): unknown {
    // The library opens anything that exists there.
    checkOwnFile(path);
    try {
      return isPatient ? patientlySync(() => file.get(key), pause) : file.get(key);
    } catch (error) {
      if (!(error instanceof SyntaxError)) throw error;
      // Another program damaged it while it was open.
      setAside = mended() ?? setAside;
      return file.get(key);
    }
  }

  return {
    get: (key, isPatient) => withFileErrors(path, () => stored(key, isPatient)),
    change: (key, next) =>
      withFileErrors(path, () => {
        ensureFolderSync(folder);
        checkOwnFile(lock);
        withFileLock(lock, () => {
          const value = next(stored(key));
          try {
            if (value === undefined) file.delete(key);
            else file.set(key, value);
            spare.replaceTruncated();
          } finally {
            spare.remove();
          }
        });
      }),
    revision: () =>
      withFileErrors(path, () => {
        const found = statSync(path, { bigint: true, throwIfNoEntry: false });
        return found ? `${found.ino} ${found.size} ${found.mtimeNs}` : '';
      }),
    get setAside() {
      return setAside;
    },
  };
}

/**
 * Rewrites a file with a byte-order mark, or in UTF-16, as plain UTF-8. A file without a JSON object is left
 * to be set aside.
 */
function unmark(path: string, names: FileNamesSync, read: ReadText): void {
  if (!existsSync(path)) return;
  const text = read(path);
  if (!isJsonObject(text) || Buffer.byteLength(text) === statSync(path).size) return;
  names.write(`${path}.plain`, text, ownFileMode);
  names.rename(`${path}.plain`, path);
}

/**
 * Replaces a file without a JSON object by its spare copy, if that is whole. Else it renames the file, so
 * that the next write does not destroy its readable content. Returns the new path, or undefined when there
 * was nothing to repair.
 */
function mend(path: string, spare: Spare, names: FileNamesSync, read: ReadText): string | undefined {
  if (!existsSync(path) || isJsonObject(read(path))) return undefined;
  if (spare.restore()) return undefined;
  let aside = `${path}.damaged`;
  for (let n = 2; existsSync(aside); n++) aside = `${path}.damaged-${n}`;
  names.rename(path, aside);
  return aside;
}

/**
 * A whole copy of what is about to be written: conf takes a write that a full disk cut short for a complete
 * one.
 */
interface Spare {
  /**
   * Returns the text for conf to write. The copy exists, or this has thrown, before conf touches its file.
   */
  serialize(value: unknown): string;
  replaceTruncated(): void;
  /** Whether a copy existed. */
  restore(): boolean;
  remove(): void;
}

function createSpare(path: string, names: FileNamesSync, read: ReadText): Spare {
  const spare = `${path}.whole`;
  let text: string | undefined;
  return {
    serialize: (value) => {
      text = JSON.stringify(value, null, '\t');
      names.write(spare, text, ownFileMode);
      return text;
    },
    replaceTruncated: () => {
      // Renaming needs no free space.
      if (text !== undefined && read(path) !== text) names.rename(spare, path);
    },
    restore: () => {
      if (!existsSync(spare) || !isJsonObject(read(spare))) return false;
      names.rename(spare, path);
      return true;
    },
    remove: () => {
      text = undefined;
      try {
        names.remove(spare);
      } catch (error) {
        // The change is written; the next change overwrites a copy that another program locks.
        if (!isLocked(error)) throw error;
      }
    },
  };
}

function isJsonObject(text: string): boolean {
  try {
    const value: unknown = JSON.parse(text);
    return isObject(value);
  } catch (error) {
    if (error instanceof SyntaxError) return false;
    throw error;
  }
}

/** Where the file or its folder tells another cause than a folder of documents does. */
const ownCodes: CodeOverrides = {
  ENOTDIR: 'FOLDER_UNWRITABLE',
  // On Windows: a file instead of a folder.
  EEXIST: 'FOLDER_UNWRITABLE',
  EISDIR: 'FOLDER_UNWRITABLE',
  EPERM: 'FILE_LOCKED',
};

/** Runs `work` and turns the system's errors into the app's own. */
function withFileErrors<T>(path: string, work: () => T): T {
  try {
    return work();
  } catch (error) {
    throw diskError(error, path, ownCodes);
  }
}

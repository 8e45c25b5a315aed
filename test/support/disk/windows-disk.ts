import { constants } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import type { FileStats } from '../../../electron/downloads/files/disk.ts';
import { type Disk, realDisk } from '../../../electron/downloads/index.ts';
import {
  diskNames,
  diskNamesSync,
  type FileNames,
  type FileNamesSync,
} from '../../../electron/lib/retry-while-locked.ts';

type Act = 'create' | 'append' | 'read' | 'link' | 'rename' | 'remove' | 'makeFolder' | 'removeFolder';

/** What the system says to whoever is not to do something. */
export function systemError(code: string): Error {
  return Object.assign(new Error(`${code}: operation not permitted`), { code });
}

/**
 * A disk beside a virus scanner: the first so many times that an act is tried at a path, the system refuses
 * it with this code. `refused` hears of each.
 */
export function scannedDisk(
  code: string,
  times: number,
  operations: readonly Act[],
  refused: (action: Act, path: string) => void = () => undefined,
): Disk {
  const tries = new Map<string, number>();
  function scan(action: Act, path: string): void {
    const key = `${action} ${path}`;
    const before = tries.get(key) ?? 0;
    tries.set(key, before + 1);
    if (!operations.includes(action) || before >= times) return;
    refused(action, path);
    throw systemError(code);
  }
  return {
    ...realDisk,
    async create(path) {
      scan('create', path);
      return realDisk.create(path);
    },
    async append(path) {
      scan('append', path);
      return realDisk.append(path);
    },
    async read(path) {
      scan('read', path);
      return realDisk.read(path);
    },
    async makeFolder(path) {
      scan('makeFolder', path);
      return realDisk.makeFolder(path);
    },
    async removeFolder(path) {
      scan('removeFolder', path);
      return realDisk.removeFolder(path);
    },
    async link(from, to) {
      scan('link', from);
      return realDisk.link(from, to);
    },
    async rename(from, to) {
      scan('rename', from);
      return realDisk.rename(from, to);
    },
    async remove(path) {
      scan('remove', path);
      return realDisk.remove(path);
    },
  };
}

/** The names of such a disk. */
export function scannedNames(code: string, times: number): FileNames {
  const tries = new Map<string, number>();
  function scan(action: keyof FileNames, path: string, result = code): void {
    const key = `${action} ${path}`;
    const before = tries.get(key) ?? 0;
    tries.set(key, before + 1);
    if (before < times) throw systemError(result);
  }
  return {
    async create(path, mode) {
      scan('create', path);
      return diskNames.create(path, mode);
    },
    async open(path, flags) {
      // A reader is told of a sharing violation in this word alone.
      scan('open', path, flags & constants.O_RDWR ? code : 'EBUSY');
      return diskNames.open(path, flags);
    },
    async makeFolder(path) {
      scan('makeFolder', path);
      return diskNames.makeFolder(path);
    },
    async link(from, to) {
      scan('link', from, 'EBUSY');
      return diskNames.link(from, to);
    },
    async rename(from, to) {
      scan('rename', from);
      return diskNames.rename(from, to);
    },
    async remove(path) {
      scan('remove', path);
      return diskNames.remove(path);
    },
  };
}

/**
 * {@link scannedNames} for whoever does not wait for promises: the system refuses each act at a path the
 * first so many times. `holds` tells which paths are held, and by which act; default: all.
 */
export function scannedNamesSync(
  code: string,
  times: number,
  holds: (action: keyof FileNamesSync, path: string) => boolean = () => true,
): FileNamesSync {
  const tries = new Map<string, number>();
  function scan(action: keyof FileNamesSync, path: string): void {
    const key = `${action} ${path}`;
    const before = tries.get(key) ?? 0;
    tries.set(key, before + 1);
    if (before < times && holds(action, path)) throw systemError(code);
  }
  return {
    create(path, mode) {
      scan('create', path);
      return diskNamesSync.create(path, mode);
    },
    read(path) {
      scan('read', path);
      return diskNamesSync.read(path);
    },
    write(path, text, mode) {
      scan('write', path);
      diskNamesSync.write(path, text, mode);
    },
    append(path, text, mode) {
      scan('append', path);
      diskNamesSync.append(path, text, mode);
    },
    rename(from, to) {
      scan('rename', from);
      diskNamesSync.rename(from, to);
    },
    remove(path) {
      scan('remove', path);
      diskNamesSync.remove(path);
    },
  };
}

/**
 * A FAT drive on Windows: no hard links (libuv reads its ERROR_INVALID_FUNCTION as EISDIR), and times in even
 * seconds, which an open file does not tell yet. `read` hears of each file that is read.
 */
export function fatDisk(read: (path: string) => void = () => undefined): Disk {
  const closed = (found: FileStats): FileStats => ({
    ...found,
    modified: found.modified - (found.modified % 2_000),
  });
  return {
    ...realDisk,
    link: () => Promise.reject(systemError('EISDIR')),
    async stat(path) {
      const found = await realDisk.stat(path);
      return found && closed(found);
    },
    read(path) {
      read(path);
      return realDisk.read(path);
    },
  };
}

/**
 * A whole drive of Windows, which may not be made, and on which the system keeps a folder that nobody may
 * look into.
 */
export function driveDisk(drive: string): Disk {
  return {
    ...realDisk,
    makeFolder: (path) => (path === drive ? Promise.reject(systemError('EPERM')) : realDisk.makeFolder(path)),
    list: (path) =>
      path.endsWith('System Volume Information') ? Promise.reject(systemError('EPERM')) : realDisk.list(path),
  };
}

/**
 * A synchronised folder: of the documents that have been given up to the cloud only name, size and time are
 * here. Reading one counts as a download.
 */
export function cloudDisk(isReleased: (path: string) => boolean, downloaded: (path: string) => void): Disk {
  return {
    ...realDisk,
    async stat(path) {
      const found = await realDisk.stat(path);
      return found && { ...found, isPlaceholder: isReleased(path) };
    },
    read(path) {
      if (isReleased(path)) downloaded(path);
      return realDisk.read(path);
    },
  };
}

/** A disk to which names in small letters and in capitals are the same, as those of Windows are. */
export function caseBlindDisk(): Disk {
  async function nameOf(path: string): Promise<string> {
    if (dirname(path) === path || (await realDisk.stat(path))) return path;
    const folder = await nameOf(dirname(path));
    const lowerName = basename(path).toLowerCase();
    const entries = await realDisk.list(folder).catch(() => []);
    return join(folder, entries.find(({ name }) => name.toLowerCase() === lowerName)?.name ?? basename(path));
  }
  return {
    ...realDisk,
    stat: async (path) => realDisk.stat(await nameOf(path)),
    read: async (path) => realDisk.read(await nameOf(path)),
  };
}

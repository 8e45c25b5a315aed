import { basename, dirname, isAbsolute, join, resolve } from 'node:path';
import { compositeKey } from '../../../shared/composite-key.ts';
import { AppError } from '../../../shared/errors.ts';
import type { DownloadRequest } from '../../../shared/model/download.ts';
import type { Clock } from '../../host.ts';
import { type Disk, type DiskFile, fileIdentity, hasCode, isLocked, toDiskError } from './disk.ts';

/**
 * Creates the folder selected for a batch, with its parents, and checks that it is writable. Returns its
 * absolute path. Rejects with `FOLDER_UNWRITABLE`, `PATH_TOO_LONG`, `FOLDER_GONE`, `FILE_IN_THE_WAY` or
 * `DISK_FULL`.
 */
export async function prepareFolder(
  { disk, probeWritable }: { disk: Disk; probeWritable: ProbeWritable },
  selectedFolder: string,
): Promise<string> {
  if (!isAbsolute(selectedFolder)) {
    throw new AppError('FOLDER_UNWRITABLE', 'not the whole path of a folder', {
      values: { path: selectedFolder },
    });
  }
  const folder = resolve(selectedFolder);
  try {
    await makeFolders(disk, folder);
    await probeWritable(folder);
    return folder;
  } catch (error) {
    if (hasCode(error, 'ENOENT')) {
      throw new AppError('FOLDER_GONE', 'the folder is not there', {
        values: { path: folder },
        cause: error,
      });
    }
    throw toDiskError(error, folder);
  }
}

async function makeFolders(disk: Disk, folder: string): Promise<void> {
  try {
    await disk.makeFolder(folder);
  } catch (error) {
    // For the root of a drive Windows reports an access error, not EEXIST.
    const isDrive = isLocked(error) && (await disk.stat(folder))?.kind === 'folder';
    if (hasCode(error, 'EEXIST') || isDrive) {
      // A link to a folder is accepted: the user selected it.
      await disk.list(folder);
      return;
    }
    const parent = dirname(folder);
    if (!hasCode(error, 'ENOENT') || parent === folder) throw error;
    await makeFolders(disk, parent);
    await disk.makeFolder(folder);
    await disk.syncFolder(parent);
  }
}

/** The name of a batch that the user did not name. */
export function nameFor({ name, folder }: DownloadRequest): string {
  return name || basename(resolve(folder)) || folder;
}

/**
 * Checks that a folder is writable by creating a file of `bytes` bytes, 0 by default. Equal calls at the same
 * time share one probe. Rejects with the system's error.
 */
export type ProbeWritable = (folder: string, bytes?: number) => Promise<void>;

export interface ProverParts {
  disk: Disk;
  uuid(): string;
}

/** Each probe has a fresh name, so that no process removes or misreads another's. */
export function createWriteProbe({ disk, uuid }: ProverParts): ProbeWritable {
  const trying = new Map<string, Promise<void>>();

  async function tryOut(folder: string, bytes: number): Promise<void> {
    const path = join(folder, `.carpeta-${uuid()}.part`);
    const file = await disk.create(path);
    try {
      if (bytes > 0) await fill(file, bytes);
    } finally {
      await file.close();
      await removeProbe(path);
    }
  }

  async function removeProbe(path: string): Promise<void> {
    try {
      await disk.remove(path);
    } catch (error) {
      // ENOENT: another process cleaned the folder up. Locked: the probe stays until the index is written.
      if (!hasCode(error, 'ENOENT') && !isLocked(error)) throw error;
    }
  }

  return (folder, bytes = 0) => {
    const key = compositeKey(bytes, folder);
    const current = trying.get(key);
    if (current) return current;
    const started = tryOut(folder, bytes).finally(() => trying.delete(key));
    trying.set(key, started);
    return started;
  };
}

/** Writes and syncs that many bytes: a share may report an exceeded quota only at the sync. */
async function fill(file: DiskFile, bytes: number): Promise<void> {
  const chunk = new Uint8Array(Math.min(bytes, 64 * 1024));
  for (let left = bytes; left > 0; left -= chunk.length) await file.write([chunk.subarray(0, left)]);
  await file.sync();
}

/** Whether a file is a write probe. No document has such a name: names never begin with a dot. */
export function isProbe(name: string): boolean {
  return /^\.carpeta-[0-9a-f-]{36}\.part$/.test(name);
}

/** The folder of a batch and its subfolders. */
export interface Destination {
  readonly folder: string;
  /**
   * A disk whose `create` guarantees a file below the destination, even if a link replaces a subfolder
   * meanwhile.
   */
  readonly disk: Disk;
  /** The absolute path of a relative one with `/` separators. */
  at(relative: string): string;
  /** Checks that the destination exists and is the same as before. Rejects with `FOLDER_GONE`. */
  check(): Promise<void>;
  /**
   * Ensures that a subfolder exists and that no symbolic link leads out of the destination. Rejects with
   * `FOLDER_GONE`, `FOLDER_UNWRITABLE`, `FILE_IN_THE_WAY` or `DISK_FULL`.
   */
  ready(relative: string): Promise<void>;
  /**
   * Resolves when every name that was in the folder at the call is durable. Concurrent calls share one sync.
   */
  sync(relative: string): Promise<void>;
  /** The user confirms that an empty folder is the destination. */
  accept(): void;
  /** Clears the cache of existing folders, after one of them proved absent. */
  invalidate(): void;
  /** Whether `invalidate` was called since the last call of this function. */
  wasInvalidated(): boolean;
}

// How long the check of a folder stays valid, ms.
const checkTtlMs = 2_000;

/** What earlier runs know of a destination. */
export interface Remembered {
  /** Whether any of its files exist; undefined if no file is known. */
  stands(): Promise<boolean | undefined>;
  /** An earlier process filled it: an empty folder may be the mount point of an absent drive or share. */
  isAwaited: boolean;
}

/** A destination over an existing folder; the first call checks it. */
export function createDestination(
  folder: string,
  disk: Disk,
  clock: Clock,
  { stands, isAwaited }: Remembered,
): Destination {
  const seen = new Map<string, number>();
  const making = new Map<string, Promise<void>>();
  // New folders whose names may not be durable yet.
  const unnamed = new Set<string>();
  let device: bigint | undefined;
  let isInvalidated = false;
  let isAccepted = false;

  const at = (relative: string) => (relative === '' ? folder : join(folder, relative));

  async function check(): Promise<void> {
    const found = await disk.stat(folder).catch((error: unknown) => {
      throw notThere(error);
    });
    // The destination may be a link that the user created; its subfolders may not.
    if (found?.kind !== 'folder' && found?.kind !== 'link') throw notThere();
    if (found.kind === 'link') {
      await disk.list(folder).catch((error: unknown) => {
        throw notThere(error);
      });
    }
    const ground = found.kind === 'link' ? await disk.stat(`${folder}/.`) : found;
    // Some systems cannot stat through a link this way: then the device is unknown.
    if (ground?.kind !== 'folder' || ground.device === device) return;
    await insistOnSame().catch((error: unknown) => {
      throw folderGone(error);
    });
    device = ground.device;
  }

  /**
   * A lost drive leaves an empty mount point. A drive or share that is mounted again may have another device
   * number.
   */
  async function insistOnSame(): Promise<void> {
    if (device !== undefined) {
      if (!(await stands())) throw folderGone();
      invalidate();
    } else if (isAwaited && !isAccepted) {
      if ((await disk.list(folder)).length === 0 && (await stands()) === false) throw folderGone();
    }
    isAwaited = false;
  }

  /** An absent folder also revokes `accept`. */
  function notThere(cause?: unknown): AppError {
    isAccepted = false;
    return folderGone(cause);
  }

  function folderGone(cause?: unknown): AppError {
    return new AppError('FOLDER_GONE', 'the folder is not there', { values: { path: folder }, cause });
  }

  async function make(relative: string): Promise<void> {
    const path = at(relative);
    try {
      await disk.makeFolder(path);
    } catch (error) {
      if (hasCode(error, 'EEXIST')) return insist(path);
      throw error;
    }
    await insistOnDevice(path);
    // The folder's name needs no sync before a file is in it.
    unnamed.add(relative);
  }

  /** Removes a new folder that landed on another device, where the drive was lost. */
  async function insistOnDevice(path: string): Promise<void> {
    const made = await disk.stat(path);
    if (!made || device === undefined || made.device === device) return;
    await disk.removeFolder(path);
    throw folderGone();
  }

  /** Fails unless the path is a real folder, not a link. */
  async function insist(path: string): Promise<void> {
    if ((await disk.stat(path))?.kind !== 'folder') throw notOurs(path);
  }

  /**
   * Creates a file, then checks its parent folders. Only this order proves that no parent was a link
   * meanwhile.
   */
  async function create(path: string): Promise<DiskFile> {
    const file = await disk.create(path);
    try {
      const folders = foldersOf(path);
      const found = await Promise.all(folders.map(statShared));
      const lost = folders.find((_, index) => found[index]?.kind !== 'folder');
      if (lost !== undefined) throw await lostAt(lost);
      const made = fileIdentity(await file.stat());
      if (fileIdentity(await disk.stat(path)) !== made) throw await lostAt(path);
      return file;
    } catch (error) {
      invalidate();
      await takeBack(file, path);
      throw error;
    }
  }

  /** One stat serves all files just created below a folder. */
  const statShared = sharedByLaterCallers((path) => disk.stat(path));

  /** The subfolders on a path, innermost first. */
  function foldersOf(path: string): string[] {
    const above = dirname(path);
    return isBelow(above) ? [above, ...foldersOf(above)] : [];
  }

  /**
   * The error for an unexpected path: ENOENT if nothing exists there, since its folder or drive is absent.
   */
  async function lostAt(path: string): Promise<Error> {
    if (await disk.stat(path)) return notOurs(path);
    return Object.assign(new Error('the folder has gone'), { code: 'ENOENT', path });
  }

  /**
   * Removes a file that was created through a link, unless another file has its path by now. On a lost drive
   * nothing needs to be removed.
   */
  async function takeBack(file: DiskFile, path: string): Promise<void> {
    const own = await file.stat().then(fileIdentity, () => '');
    await file.close();
    if (own === '') return;
    await disk.remove(path, { isOurs: async () => fileIdentity(await disk.stat(path)) === own });
  }

  function isBelow(path: string): boolean {
    return path.length > folder.length && path !== dirname(path);
  }

  async function readyOnce(relative: string): Promise<void> {
    if (relative === '') await check();
    else {
      await ready(parentOf(relative));
      try {
        await make(relative);
      } catch (error) {
        if (hasCode(error, 'ENOENT')) {
          invalidate();
          await check();
        }
        throw toDiskError(error, at(relative));
      }
    }
    seen.set(relative, clock.elapsed());
  }

  function ready(relative: string): Promise<void> {
    const last = seen.get(relative);
    if (last !== undefined && clock.elapsed() - last < checkTtlMs) return Promise.resolve();
    const running = making.get(relative);
    if (running) return running;
    const started = readyOnce(relative).finally(() => making.delete(relative));
    making.set(relative, started);
    return started;
  }

  async function syncWhole(relative: string): Promise<void> {
    const syncs = [sync(relative)];
    for (let above = relative; above !== ''; above = parentOf(above)) {
      if (unnamed.has(above)) syncs.push(syncName(above));
    }
    await Promise.all(syncs);
  }

  /** Syncs the name of a new folder. */
  async function syncName(relative: string): Promise<void> {
    await sync(parentOf(relative));
    unnamed.delete(relative);
  }

  const sync = sharedByLaterCallers((relative) =>
    disk.syncFolder(at(relative)).catch((error: unknown) => {
      throw toDiskError(error, at(relative));
    }),
  );

  function invalidate(): void {
    seen.clear();
    isInvalidated = true;
  }

  function accept(): void {
    isAccepted = true;
  }

  function wasInvalidated(): boolean {
    const was = isInvalidated;
    isInvalidated = false;
    return was;
  }

  const guarded: Disk = { ...disk, create };
  return { folder, disk: guarded, at, check, ready, sync: syncWhole, accept, invalidate, wasInvalidated };
}

/**
 * Shares an action per path among concurrent callers. A run that has already begun is too early for a new
 * caller, so those wait for one more run.
 */
function sharedByLaterCallers<T>(act: (place: string) => Promise<T>): (place: string) => Promise<T> {
  const running = new Map<string, { act: Promise<T>; next?: Promise<T> }>();

  function start(place: string): Promise<T> {
    const own = {
      act: act(place).finally(() => {
        if (running.get(place) === own) running.delete(place);
      }),
    };
    running.set(place, own);
    return own.act;
  }

  return (place) => {
    const current = running.get(place);
    if (!current) return start(place);
    current.next ??= current.act.catch(() => undefined).then(() => start(place));
    return current.next;
  };
}

function notOurs(path: string): AppError {
  return new AppError('FILE_IN_THE_WAY', 'no folder of the destination stands at a path', {
    values: { path },
  });
}

function parentOf(relative: string): string {
  return relative.includes('/') ? relative.slice(0, relative.lastIndexOf('/')) : '';
}

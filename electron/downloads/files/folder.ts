import { basename, dirname, isAbsolute, join, resolve } from 'node:path';
import { compositeKey } from '../../../shared/composite-key.ts';
import { AppError } from '../../../shared/errors.ts';
import type { DownloadRequest } from '../../../shared/model/download.ts';
import type { Clock } from '../../host.ts';
import { type Disk, type DiskFile, fileIdentity, hasCode, isLocked, toDiskError } from './disk.ts';

/**
 * Makes the folder that a person chose for a batch, with those above it, and proves that files can be made in
 * it. Gives its path as the system has it. Rejects with `FOLDER_UNWRITABLE`, `PATH_TOO_LONG`, `FOLDER_GONE`,
 * `FILE_IN_THE_WAY` or `DISK_FULL`.
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
    // Of a drive itself Windows says that it cannot be made, not that it is there.
    const isDrive = isLocked(error) && (await disk.stat(folder))?.kind === 'folder';
    if (hasCode(error, 'EEXIST') || isDrive) {
      // A link to a folder is as good as one: the person chose it.
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

/** What a batch is called when nobody named it. */
export function nameFor({ name, folder }: DownloadRequest): string {
  return name || basename(resolve(folder)) || folder;
}

/**
 * Proves that files can be made in a folder, by making one of so many bytes, none by default; those who ask
 * the same at the same time share it. Rejects with what the system says.
 */
export type ProbeWritable = (folder: string, bytes?: number) => Promise<void>;

export interface ProverParts {
  disk: Disk;
  uuid(): string;
}

/** Tries folders, each time with a file of a fresh name: nobody takes another's for proof, or away. */
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
      // Taken for a leftover by somebody who has just put the folder in order; or held by another program,
      // and then one until the index is written.
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

/** Writes so many bytes, on disk for sure: what a quota does not allow, a share may tell no sooner. */
async function fill(file: DiskFile, bytes: number): Promise<void> {
  const chunk = new Uint8Array(Math.min(bytes, 64 * 1024));
  for (let left = bytes; left > 0; left -= chunk.length) await file.write([chunk.subarray(0, left)]);
  await file.sync();
}

/**
 * Whether a file is one that a folder was tried with; no document is ever named so, because names do not
 * begin with a dot.
 */
export function isProbe(name: string): boolean {
  return /^\.carpeta-[0-9a-f-]{36}\.part$/.test(name);
}

/** The folder that a batch fills, and the folders below it. */
export interface Destination {
  readonly folder: string;
  /**
   * The disk, on which a new file stands below the destination or is none: a link that has just taken a
   * folder's place leads nowhere.
   */
  readonly disk: Disk;
  /** The absolute path of a relative one, which has `/` between its names. */
  at(relative: string): string;
  /** Makes sure that the destination is there and the same as before. Rejects with `FOLDER_GONE`. */
  check(): Promise<void>;
  /**
   * Makes sure that a folder below the destination is there and no symbolic link leads out of it. Rejects
   * with `FOLDER_GONE`, `FOLDER_UNWRITABLE`, `FILE_IN_THE_WAY` or `DISK_FULL`.
   */
  ready(relative: string): Promise<void>;
  /**
   * Resolves when every name that stood in a folder at the time of the call is there for sure; calls at the
   * same time share one.
   */
  sync(relative: string): Promise<void>;
  /** A person says that an empty folder is the destination all the same. */
  accept(): void;
  /** Forgets which folders are there, after one turned out not to be. */
  invalidate(): void;
  /** Whether something here has turned out not to be where it was, since this was last asked. */
  wasInvalidated(): boolean;
}

// How long a folder that was looked at counts as looked at, in ms.
const checkTtlMs = 2_000;

/** What is known of a destination from before. */
export interface Remembered {
  /** Whether something of it stands there; undefined when nothing is known. */
  stands(): Promise<boolean | undefined>;
  /**
   * It was filled by an earlier process: an empty folder may be what its drive or share is mounted on later.
   */
  isAwaited: boolean;
}

/** A destination that exists already; nothing is looked at before the first call. */
export function createDestination(
  folder: string,
  disk: Disk,
  clock: Clock,
  { stands, isAwaited }: Remembered,
): Destination {
  const seen = new Map<string, number>();
  const making = new Map<string, Promise<void>>();
  // New folders whose own names may not be on disk yet.
  const unnamed = new Set<string>();
  let device: bigint | undefined;
  let isInvalidated = false;
  let isAccepted = false;

  const at = (relative: string) => (relative === '' ? folder : join(folder, relative));

  async function check(): Promise<void> {
    const found = await disk.stat(folder).catch((error: unknown) => {
      throw notThere(error);
    });
    // A destination may itself be reached through a link that the person made; what is below may not.
    if (found?.kind !== 'folder' && found?.kind !== 'link') throw notThere();
    if (found.kind === 'link') {
      await disk.list(folder).catch((error: unknown) => {
        throw notThere(error);
      });
    }
    const ground = found.kind === 'link' ? await disk.stat(`${folder}/.`) : found;
    // A system that does not look through a link this way tells no device.
    if (ground?.kind !== 'folder' || ground.device === device) return;
    await insistOnSame().catch((error: unknown) => {
      throw folderGone(error);
    });
    device = ground.device;
  }

  /**
   * An empty mount point is left where a drive was; a drive or share that is mounted again may come as
   * another device.
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

  /** Where nothing is there, a person has accepted nothing. */
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
    // Its own name need not be on disk before there is something in it.
    unnamed.add(relative);
  }

  /** A folder that has just been made where a drive was goes again. */
  async function insistOnDevice(path: string): Promise<void> {
    const made = await disk.stat(path);
    if (!made || device === undefined || made.device === device) return;
    await disk.removeFolder(path);
    throw folderGone();
  }

  /** What stands at a folder's path is one, and no link to one. */
  async function insist(path: string): Promise<void> {
    if ((await disk.stat(path))?.kind !== 'folder') throw notOurs(path);
  }

  /**
   * Makes a file, then looks at the folders that it was made through: nothing but the order of the two tells
   * that none of them was a link meanwhile.
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

  /** Once for all files that have just been made below a folder. */
  const statShared = sharedByLaterCallers((path) => disk.stat(path));

  /** The folders below the destination that a path leads through, the nearest first. */
  function foldersOf(path: string): string[] {
    const above = dirname(path);
    return isBelow(above) ? [above, ...foldersOf(above)] : [];
  }

  /**
   * What is wrong with a path at which something else stands than was looked for: where nothing does, its
   * folder or drive has gone.
   */
  async function lostAt(path: string): Promise<Error> {
    if (await disk.stat(path)) return notOurs(path);
    return Object.assign(new Error('the folder has gone'), { code: 'ENOENT', path });
  }

  /**
   * What was made through a link goes again; what stands there by now may be somebody else's. Where the drive
   * has gone, there is nothing to take back.
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

  /** The name of a new folder itself. */
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
 * An act at a place that those who ask for it at the same time share: one that has begun already is too early
 * for whoever asks now, and is followed by one more for all of them.
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

import fs from 'node:fs';
import { homedir } from 'node:os';
import { resolve, sep } from 'node:path';
import { AppError, isAppError } from '../../../shared/errors.ts';
import type { Clock } from '../../host.ts';
import { goneCodes, namelessCode } from '../../lib/gone-drive.ts';
import { notRegular } from '../../lib/own-file.ts';
import { hasCode, isBusy, isLocked, patiently } from '../../lib/retry-while-locked.ts';

export { hasCode, isBusy, isLocked };

/** What stands at a path, a symbolic link not followed. */
export interface FileStats {
  kind: 'file' | 'folder' | 'link' | 'other';
  size: number;
  /** Milliseconds since 1970, whole. */
  modified: number;
  /** The file system that it is on. */
  device: bigint;
  /**
   * What two names of one file have in common; 0 where the system does not tell. NTFS has numbers above 2^53.
   */
  inode: bigint;
  /** When it was made, milliseconds since 1970, whole; 0 where the system does not tell. */
  born: number;
  /** Its content is in a cloud alone (OneDrive, Files On-Demand): reading it downloads it. */
  isPlaceholder: boolean;
}

/** An open file. Positions are bytes from its beginning. */
export interface DiskFile {
  /** Writes chunks in a row at the end. */
  write(chunks: readonly Uint8Array[]): Promise<void>;
  /** Reads up to the buffer's length; 0 at the end. */
  read(buffer: Uint8Array, position: number): Promise<number>;
  /** Resolves when the content is on disk for sure. */
  sync(): Promise<void>;
  stat(): Promise<FileStats>;
  close(): Promise<void>;
}

/** How a file is removed that somebody may hold. */
export interface Removal {
  /**
   * Asked before each try; where it says no, nothing is removed: by then something else may stand at the
   * path.
   */
  isOurs?: () => Promise<boolean>;
  /** False for one try alone. */
  isPatient?: boolean;
  signal?: AbortSignal;
}

/**
 * The port to the file system: small enough that a disk which fills up, or a share that vanishes, is a dozen
 * lines in a test. Rejects with the system's own errors, `code` and all; {@link toDiskError} gives them their
 * meaning.
 */
export interface Disk {
  /** A new file for writing; `EEXIST` when anything stands there, a dangling symbolic link included. */
  create(path: string): Promise<DiskFile>;
  /** A file that stands there, to write at its end; `ELOOP` when it is a symbolic link. */
  append(path: string): Promise<DiskFile>;
  /**
   * A file that stands there, to read; `EFTYPE` when it is a pipe, a socket or a device, which may never end.
   */
  read(path: string): Promise<DiskFile>;
  /** What stands at a path; undefined when nothing does. */
  stat(path: string): Promise<FileStats | undefined>;
  makeFolder(path: string): Promise<void>;
  /** Removes an empty folder. */
  removeFolder(path: string): Promise<void>;
  /** A second name for a file, which must be free. */
  link(from: string, to: string): Promise<void>;
  rename(from: string, to: string): Promise<void>;
  remove(path: string, removal?: Removal): Promise<void>;
  list(path: string): Promise<{ name: string; kind: FileStats['kind'] }[]>;
  /** Makes the names in a folder durable, where the system can. */
  syncFolder(path: string): Promise<void>;
  /** Bytes that this user may still write. */
  freeBytes(path: string): Promise<number>;
}

// Node's own four threads stand waiting for the disk while files could be opened and closed; more than these
// only get in each other's way. Read when the first of them is needed, which is later than this. A person's
// own choice stays.
process.env['UV_THREADPOOL_SIZE'] ??= '8';

const onWindows = process.platform === 'win32';

const { O_APPEND, O_CREAT, O_EXCL, O_NOFOLLOW = 0, O_NONBLOCK = 0, O_RDONLY, O_WRONLY } = fs.constants;

/**
 * The file system itself, over `node:fs`. Callbacks and plain descriptors: handles cost a third more per
 * file.
 */
export const realDisk: Disk = {
  create: (path) => open(path, O_WRONLY | O_CREAT | O_EXCL),
  async append(path) {
    // Where the system has no O_NOFOLLOW, the look comes first.
    if (O_NOFOLLOW === 0) await refuseLink(path);
    return open(path, O_WRONLY | O_APPEND | O_NOFOLLOW);
  },
  async read(path) {
    if (O_NOFOLLOW === 0) await refuseLink(path);
    return insistOnFile(path, await openToRead(path));
  },
  stat: (path) =>
    new Promise((resolve, reject) => {
      fs.lstat(path, { bigint: true }, (error, stats) => {
        if (!error)
          resolve({ ...toFileStats(stats), isPlaceholder: onWindows && isPlaceholder(path, stats) });
        else if (error.code === 'ENOENT' || error.code === 'ENOTDIR') resolve(undefined);
        else reject(error);
      });
    }),
  makeFolder: (path) => done((callback) => fs.mkdir(path, callback)),
  removeFolder: (path) => done((callback) => fs.rmdir(path, callback)),
  link: (from, to) => done((callback) => fs.link(from, to, callback)),
  rename: (from, to) => done((callback) => fs.rename(from, to, callback)),
  async remove(path, { isOurs } = {}) {
    if (isOurs === undefined || (await isOurs())) await done((callback) => fs.unlink(path, callback));
  },
  list: (path) =>
    new Promise((resolve, reject) => {
      fs.readdir(path, { withFileTypes: true }, (error, entries) => {
        if (error) reject(error);
        else resolve(entries.map((entry) => ({ name: entry.name, kind: kindOf(entry) })));
      });
    }),
  async syncFolder(path) {
    // Windows has no such call and makes names durable with the file.
    if (onWindows) return;
    const file = await open(path, O_RDONLY);
    try {
      await file.sync();
    } catch (error) {
      // Network file systems refuse to sync a folder; they keep their own promise.
      if (!hasCode(error, 'EINVAL', 'ENOTSUP', 'EPERM', 'EBADF')) throw error;
    } finally {
      await file.close();
    }
  },
  freeBytes: (path) =>
    new Promise((resolve, reject) => {
      fs.statfs(path, (error, stats) => (error ? reject(error) : resolve(stats.bavail * stats.bsize)));
    }),
};

/** Opens without waiting: a pipe would keep its thread until somebody writes to it. */
async function openToRead(path: string): Promise<DiskFile> {
  try {
    return await open(path, O_RDONLY | O_NOFOLLOW | O_NONBLOCK);
  } catch (error) {
    // What the system says of a socket, and of a disk that is gone.
    if (hasCode(error, 'ENXIO') && (await realDisk.stat(path))?.kind === 'other') throw notRegular(path);
    throw error;
  }
}

async function insistOnFile(path: string, file: DiskFile): Promise<DiskFile> {
  let kind: FileStats['kind'];
  try {
    ({ kind } = await file.stat());
  } catch (error) {
    await file.close();
    throw error;
  }
  if (kind !== 'other') return file;
  await file.close();
  throw notRegular(path);
}

function open(path: string, flags: number): Promise<DiskFile> {
  return new Promise((resolve, reject) => {
    fs.open(path, flags, 0o666, (error, fd) => (error ? reject(error) : resolve(fileOf(fd))));
  });
}

function fileOf(fd: number): DiskFile {
  return {
    async write(chunks) {
      let rest = chunks;
      while (rest.length > 0) rest = unwritten(rest, await writeSome(fd, rest));
    },
    read: (buffer, position) =>
      new Promise((resolve, reject) => {
        fs.read(fd, buffer, 0, buffer.length, position, (error, bytes) =>
          error ? reject(error) : resolve(bytes),
        );
      }),
    sync: () => done((callback) => fs.fdatasync(fd, callback)),
    stat: () =>
      new Promise((resolve, reject) => {
        fs.fstat(fd, { bigint: true }, (error, stats) =>
          error ? reject(error) : resolve(toFileStats(stats)),
        );
      }),
    close: () => done((callback) => fs.close(fd, callback)),
  };
}

function writeSome(fd: number, chunks: readonly Uint8Array[]): Promise<number> {
  return new Promise((resolve, reject) => {
    fs.writev(fd, [...chunks], null, (error, bytes) => (error ? reject(error) : resolve(bytes)));
  });
}

function unwritten(chunks: readonly Uint8Array[], written: number): Uint8Array[] {
  const rest: Uint8Array[] = [];
  let skip = written;
  for (const chunk of chunks) {
    if (skip < chunk.length) rest.push(skip > 0 ? chunk.subarray(skip) : chunk);
    skip = Math.max(0, skip - chunk.length);
  }
  return rest;
}

function done(operation: (callback: (error: NodeJS.ErrnoException | null) => void) => void): Promise<void> {
  return new Promise((resolve, reject) => operation((error) => (error ? reject(error) : resolve())));
}

async function refuseLink(path: string): Promise<void> {
  const found = await realDisk.stat(path);
  if (found?.kind === 'link') {
    throw Object.assign(new Error('a symbolic link stands there'), { code: 'ELOOP' });
  }
}

function kindOf(entry: Pick<fs.BigIntStats, 'isFile' | 'isDirectory' | 'isSymbolicLink'>): FileStats['kind'] {
  if (entry.isFile()) return 'file';
  if (entry.isDirectory()) return 'folder';
  return entry.isSymbolicLink() ? 'link' : 'other';
}

function toFileStats(stats: fs.BigIntStats): FileStats {
  return {
    kind: kindOf(stats),
    size: Number(stats.size),
    modified: wholeMilliseconds(stats.mtimeNs),
    device: BigInt.asUintN(64, stats.dev),
    inode: inodeOf(stats.ino),
    born: wholeMilliseconds(stats.birthtimeNs),
    // What is open is here.
    isPlaceholder: false,
  };
}

// Windows' FILE_INVALID_FILE_ID: what ReFS and some shares answer where 64 bits cannot hold the number.
const noNumber = 2n ** 64n - 1n;

function inodeOf(number: bigint): bigint {
  const inode = BigInt.asUintN(64, number);
  return inode === noNumber ? 0n : inode;
}

/** Rounded as Node rounds its `mtimeMs`, which the ledgers of earlier versions hold. */
function wholeMilliseconds(nanoseconds: bigint): number {
  const seconds = nanoseconds / 1_000_000_000n;
  return Math.trunc(Number(seconds) * 1000 + Number(nanoseconds - seconds * 1_000_000_000n) / 1_000_000);
}

/**
 * What tells a file from those that stood at its path before and will stand there later: inode and birth
 * time; `''` where the system does not tell. Both are needed: a number alone is given to the next file at
 * once, and Windows gives a file the birth time of one that was removed from its path less than 15 seconds
 * before (NTFS file tunnelling). The ledger keeps it as text.
 */
export function fileIdentity(found: FileStats | undefined): string {
  if (found?.kind !== 'file' || found.inode === 0n || found.born <= 0) return '';
  return `${found.inode}-${found.born}`;
}

// What NTFS may keep inside a file's own record, in bytes: such a file takes no blocks though it is here.
const maxRecordBytes = 4096n;

/**
 * Set by OneDrive's client to its folders, which a person may have moved out of the profile, to another
 * drive, too.
 */
const oneDrive = ['OneDrive', 'OneDriveConsumer', 'OneDriveCommercial'];

/**
 * Whether a file of Windows is a placeholder: it has the size of its content and takes no room. Such files
 * are in a person's profile or in OneDrive's folders; elsewhere, on a server's volume, deduplicated files
 * take no room either.
 */
export function isPlaceholder(
  path: string,
  { size, blocks }: { size: bigint; blocks: bigint },
  env: Readonly<Record<string, string | undefined>> = process.env,
  home = homedir(),
): boolean {
  if (blocks !== 0n || size <= maxRecordBytes) return false;
  const folders = [home, ...oneDrive.map((name) => env[name])].filter((folder) => folder?.trim());
  const whole = path.toLowerCase();
  return folders.some((folder = '') => whole.startsWith(within(folder)));
}

function within(folder: string): string {
  const whole = resolve(folder).toLowerCase();
  return whole.endsWith(sep) ? whole : whole + sep;
}

/** What the app was about to do, for the code that a refusal gets. */
export type DiskOperation = 'write' | 'rename';

const unwritable = ['EACCES', 'EPERM', 'EROFS', namelessCode] as const;

/**
 * The app's own error for one of the system: `DISK_FULL`, `FILE_TOO_LARGE_FOR_DISK`, `TOO_MANY_OPEN_FILES`,
 * `FOLDER_GONE` (drive or share), `FOLDER_UNWRITABLE`, `PATH_TOO_LONG`, `FILE_LOCKED`, `FILE_IN_THE_WAY`; one
 * that is the app's own already, or nothing of these, is given back as it is.
 */
export function toDiskError(error: unknown, path: string, operation: DiskOperation = 'write'): unknown {
  if (isAppError(error)) return error;
  const code = hasCode(error, 'ENOSPC', 'EDQUOT')
    ? 'DISK_FULL'
    : hasCode(error, 'EFBIG')
      ? 'FILE_TOO_LARGE_FOR_DISK'
      : hasCode(error, 'EMFILE', 'ENFILE')
        ? 'TOO_MANY_OPEN_FILES'
        : hasCode(error, ...goneCodes)
          ? 'FOLDER_GONE'
          : hasCode(error, 'EBUSY', 'ETXTBSY') || (operation === 'rename' && isLocked(error))
            ? 'FILE_LOCKED'
            : hasCode(error, ...unwritable)
              ? 'FOLDER_UNWRITABLE'
              : hasCode(error, 'ENAMETOOLONG')
                ? 'PATH_TOO_LONG'
                : hasCode(error, 'EEXIST', 'ENOTDIR', 'EISDIR', 'ELOOP', 'EFTYPE')
                  ? 'FILE_IN_THE_WAY'
                  : undefined;
  if (code === undefined) return error;
  return new AppError(code, `${code} at a document's place`, { values: { path }, cause: error });
}

/**
 * A disk whose acts are patient: a scanner or synchroniser may hold a file for a moment, and Windows keeps
 * the name of one that was removed for as long as anybody has it open. All of the room works on such a disk.
 */
export function patientDisk(clock: Pick<Clock, 'sleep'>, disk: Disk = realDisk): Disk {
  return {
    ...disk,
    create: (path) => patiently(clock, () => disk.create(path)),
    append: (path) => patiently(clock, () => disk.append(path)),
    // Whoever is not allowed to read a file need not wait to hear it.
    read: (path) => patiently(clock, () => disk.read(path), { mayPass: isBusy }),
    makeFolder: (path) => makeFolderPatiently(clock, disk, path),
    removeFolder: (path) => patiently(clock, () => disk.removeFolder(path)),
    // The other codes say that the file system has no second names.
    link: (from, to) => patiently(clock, () => disk.link(from, to), { mayPass: isBusy }),
    rename: (from, to) => patiently(clock, () => disk.rename(from, to)),
    async remove(path, { isOurs, isPatient = true, signal } = {}) {
      const remove = async () => {
        if (isOurs === undefined || (await isOurs())) await disk.remove(path);
      };
      await (isPatient ? patiently(clock, remove, signal && { signal }) : remove());
    },
  };
}

/** What is there already is not waited for: of a drive itself Windows says that it may not be made. */
async function makeFolderPatiently(clock: Pick<Clock, 'sleep'>, disk: Disk, path: string): Promise<void> {
  let stands = false;
  const make = async () => {
    try {
      await disk.makeFolder(path);
    } catch (error) {
      // Of a name that is just being removed nothing can be told either.
      stands = isLocked(error) && (await disk.stat(path).catch(() => undefined)) !== undefined;
      throw error;
    }
  };
  await patiently(clock, make, { mayPass: (error) => isLocked(error) && !stands });
}

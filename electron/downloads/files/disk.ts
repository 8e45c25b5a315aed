import fs from 'node:fs';
import { homedir } from 'node:os';
import { resolve, sep } from 'node:path';
import type { Clock } from '../../host.ts';
import { hasCode, isBusy, isLocked, notRegular, patiently } from '../../lib/retry-while-locked.ts';

export { hasCode, isLocked };

/** Stats of a path; a symbolic link is not followed. */
export interface FileStats {
  kind: 'file' | 'folder' | 'link' | 'other';
  size: number;
  /** Whole milliseconds since 1970. */
  modified: number;
  /** The file system's id. */
  device: bigint;
  /** Equal for all hard links of a file; 0 if unknown. NTFS numbers exceed 2^53. */
  inode: bigint;
  /** Creation time, whole milliseconds since 1970; 0 if unknown. */
  born: number;
  /** The content is only in a cloud (OneDrive, Files On-Demand): reading downloads it. */
  isPlaceholder: boolean;
}

/** An open file. Positions are byte offsets. */
export interface DiskFile {
  /** Appends the chunks in order. */
  write(chunks: readonly Uint8Array[]): Promise<void>;
  /** Reads up to the buffer's length; 0 at the end. */
  read(buffer: Uint8Array, position: number): Promise<number>;
  /** Resolves when the content is durable. */
  sync(): Promise<void>;
  stat(): Promise<FileStats>;
  close(): Promise<void>;
}

/** Options for removing a file that another program may have open. */
export interface Removal {
  /**
   * Called before each try; if it returns false nothing is removed. Another file may be at the path by then.
   */
  isOurs?: () => Promise<boolean>;
  /** False: one try only. */
  isPatient?: boolean;
  signal?: AbortSignal;
}

/**
 * Port to the file system, small enough to simulate a full disk or a lost share in a test. Rejects with the
 * system's own errors; `toDiskError` maps them.
 */
export interface Disk {
  /** Creates a file for writing; `EEXIST` if the path exists, even as a dangling symbolic link. */
  create(path: string): Promise<DiskFile>;
  /** Opens an existing file for appending; `ELOOP` if it is a symbolic link. */
  append(path: string): Promise<DiskFile>;
  /** Opens an existing file for reading; `EFTYPE` for a pipe, socket or device, which may never end. */
  read(path: string): Promise<DiskFile>;
  /** Undefined if the path does not exist. */
  stat(path: string): Promise<FileStats | undefined>;
  makeFolder(path: string): Promise<void>;
  /** Removes an empty folder. */
  removeFolder(path: string): Promise<void>;
  /** Creates a hard link; `to` must be free. */
  link(from: string, to: string): Promise<void>;
  rename(from: string, to: string): Promise<void>;
  remove(path: string, removal?: Removal): Promise<void>;
  list(path: string): Promise<{ name: string; kind: FileStats['kind'] }[]>;
  /** Makes the names in a folder durable, if the system can. */
  syncFolder(path: string): Promise<void>;
  /** Bytes available to this user. */
  freeBytes(path: string): Promise<number>;
}

// With four threads, disk waits block opening and closing of files; more than eight compete. Node reads the
// value at the first use of its pool, which is later. A value that the user set stays.
process.env['UV_THREADPOOL_SIZE'] ??= '8';

const onWindows = process.platform === 'win32';

const { O_APPEND, O_CREAT, O_EXCL, O_NOFOLLOW = 0, O_NONBLOCK = 0, O_RDONLY, O_WRONLY } = fs.constants;

/**
 * The real file system, over `node:fs`. Callbacks and descriptors: `FileHandle` costs a third more per file.
 */
export const realDisk: Disk = {
  create: (path) => open(path, O_WRONLY | O_CREAT | O_EXCL),
  async append(path) {
    // Without O_NOFOLLOW, a check before opening replaces it.
    if (O_NOFOLLOW === 0) await refuseLink(path);
    return open(path, O_WRONLY | O_APPEND | O_NOFOLLOW);
  },
  async read(path) {
    if (O_NOFOLLOW === 0) await refuseLink(path);
    return checkIsFile(path, await openToRead(path));
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
    // Windows has no such call; it makes names durable with the file.
    if (onWindows) return;
    const file = await open(path, O_RDONLY);
    try {
      await file.sync();
    } catch (error) {
      // Network file systems refuse to sync a folder; durability is theirs.
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

/** O_NONBLOCK: opening a pipe would block a thread until somebody writes to it. */
async function openToRead(path: string): Promise<DiskFile> {
  try {
    return await open(path, O_RDONLY | O_NOFOLLOW | O_NONBLOCK);
  } catch (error) {
    // ENXIO stands for a socket, but also for an absent disk.
    if (hasCode(error, 'ENXIO') && (await realDisk.stat(path))?.kind === 'other') throw notRegular(path);
    throw error;
  }
}

async function checkIsFile(path: string, file: DiskFile): Promise<DiskFile> {
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
    // An open file is local.
    isPlaceholder: false,
  };
}

// FILE_INVALID_FILE_ID of Windows: ReFS and some shares return it if 64 bits cannot hold the number.
const noNumber = 2n ** 64n - 1n;

function inodeOf(number: bigint): bigint {
  const inode = BigInt.asUintN(64, number);
  return inode === noNumber ? 0n : inode;
}

/** Rounds as Node's `mtimeMs` does; ledgers of earlier versions hold such values. */
function wholeMilliseconds(nanoseconds: bigint): number {
  const seconds = nanoseconds / 1_000_000_000n;
  return Math.trunc(Number(seconds) * 1000 + Number(nanoseconds - seconds * 1_000_000_000n) / 1_000_000);
}

/**
 * Distinguishes a file from earlier and later files at its path: inode and birth time; `''` if unknown. An
 * inode alone is reused at once. A birth time alone is inherited from a file removed less than 15 seconds
 * before (NTFS file tunnelling). The ledger stores it as text.
 */
export function fileIdentity(found: FileStats | undefined): string {
  if (found?.kind !== 'file' || found.inode === 0n || found.born <= 0) return '';
  return `${found.inode}-${found.born}`;
}

// NTFS may store a file of up to this size, in bytes, in its own record: such a local file uses no blocks.
const maxRecordBytes = 4096n;

/** Environment variables of OneDrive's client with its folders, which may be outside the profile. */
const oneDrive = ['OneDrive', 'OneDriveConsumer', 'OneDriveCommercial'];

/**
 * Whether a Windows file is a placeholder: it has a size but uses no blocks. Only the profile and OneDrive's
 * folders are considered, since deduplicated files on servers use no blocks either.
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

/**
 * A disk that retries while a file is locked. Scanners lock files for a moment; Windows keeps the name of a
 * removed file while it is open. All of downloads uses such a disk.
 */
export function patientDisk(clock: Pick<Clock, 'sleep'>, disk: Disk = realDisk): Disk {
  return {
    ...disk,
    create: (path) => patiently(clock, () => disk.create(path)),
    append: (path) => patiently(clock, () => disk.append(path)),
    // Missing permission to read is reported without a retry.
    read: (path) => patiently(clock, () => disk.read(path), { mayPass: isBusy }),
    makeFolder: (path) => makeFolderPatiently(clock, disk, path),
    removeFolder: (path) => patiently(clock, () => disk.removeFolder(path)),
    // Other codes mean that the file system has no hard links.
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

/** Does not wait if the folder exists: Windows reports a drive's root as locked. */
async function makeFolderPatiently(clock: Pick<Clock, 'sleep'>, disk: Disk, path: string): Promise<void> {
  let stands = false;
  const make = async () => {
    try {
      await disk.makeFolder(path);
    } catch (error) {
      // A folder that is being removed cannot be examined either.
      stands = isLocked(error) && (await disk.stat(path).catch(() => undefined)) !== undefined;
      throw error;
    }
  };
  await patiently(clock, make, { mayPass: (error) => isLocked(error) && !stands });
}

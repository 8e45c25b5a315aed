import { basename, dirname, isAbsolute, join, resolve } from 'node:path';
import { compositeKey } from '../../../shared/composite-key.ts';
import { AppError } from '../../../shared/errors.ts';
import type { DownloadRequest } from '../../../shared/model/download.ts';
import { SingleFlight } from '../../lib/async.ts';
import { missingFolderError, toDiskError } from '../../lib/fs-errors.ts';
import { type Disk, type DiskFile, hasCode, isLocked } from './disk.ts';

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
    throw hasCode(error, 'ENOENT') ? missingFolderError(folder, error) : toDiskError(error, folder);
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

interface WriteProbeOptions {
  disk: Disk;
  uuid(): string;
}

/** Each probe has a fresh name, so that no process removes or misreads another's. */
export function createWriteProbe({ disk, uuid }: WriteProbeOptions): ProbeWritable {
  const probes = new SingleFlight<void>();

  async function probeOnce(folder: string, bytes: number): Promise<void> {
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

  return (folder, bytes = 0) => probes.run(compositeKey(bytes, folder), () => probeOnce(folder, bytes));
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

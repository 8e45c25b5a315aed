import { basename, dirname, isAbsolute, join, resolve } from 'node:path';
import { CarpetaError } from '../../../shared/errors.ts';
import type { DownloadRequest } from '../../../shared/model/download.ts';
import { type Disk, type DiskFile, diskTrouble, hasCode, isHeld } from './disk.ts';

/**
 * Makes the folder that a person chose for a batch, with those above it, and proves that files can be made in it. Gives its path as the system
 * has it. Rejects with `FOLDER_UNWRITABLE`, `PATH_TOO_LONG`, `FOLDER_GONE`, `FILE_IN_THE_WAY` or `DISK_FULL`.
 */
export async function prepareFolder(
  { disk, proveWritable }: { disk: Disk; proveWritable: ProveWritable },
  chosen: string,
): Promise<string> {
  if (!isAbsolute(chosen)) {
    throw new CarpetaError('FOLDER_UNWRITABLE', 'not the whole path of a folder', {
      values: { path: chosen },
    });
  }
  const folder = resolve(chosen);
  try {
    await makeFolders(disk, folder);
    await proveWritable(folder);
    return folder;
  } catch (thrown) {
    if (hasCode(thrown, 'ENOENT')) {
      throw new CarpetaError('FOLDER_GONE', 'the folder is not there', {
        values: { path: folder },
        cause: thrown,
      });
    }
    throw diskTrouble(thrown, folder);
  }
}

async function makeFolders(disk: Disk, folder: string): Promise<void> {
  try {
    await disk.makeFolder(folder);
  } catch (thrown) {
    // Of a drive itself Windows says that it cannot be made, not that it is there.
    const isDrive = isHeld(thrown) && (await disk.look(folder))?.kind === 'folder';
    if (hasCode(thrown, 'EEXIST') || isDrive) {
      // A link to a folder is as good as one: the person chose it.
      await disk.list(folder);
      return;
    }
    const parent = dirname(folder);
    if (!hasCode(thrown, 'ENOENT') || parent === folder) throw thrown;
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
 * Proves that files can be made in a folder, by making one of so many bytes, none by default; those who ask the same at the same time share it.
 * Rejects with what the system says.
 */
export type ProveWritable = (folder: string, bytes?: number) => Promise<void>;

export interface ProverParts {
  disk: Disk;
  uuid(): string;
}

/** Tries folders, each time with a file of a fresh name: nobody takes another's for proof, or away. */
export function createProver({ disk, uuid }: ProverParts): ProveWritable {
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
    } catch (thrown) {
      // Taken for a leftover by somebody who has just put the folder in order; or held by another program, and then one until the index is written.
      if (!hasCode(thrown, 'ENOENT') && !isHeld(thrown)) throw thrown;
    }
  }

  return (folder, bytes = 0) => {
    const key = `${bytes} ${folder}`;
    const current = trying.get(key);
    if (current) return current;
    const started = tryOut(folder, bytes).finally(() => trying.delete(key));
    trying.set(key, started);
    return started;
  };
}

/** Writes so many bytes, on disk for sure: what a quota does not allow, a share may tell no sooner. */
async function fill(file: DiskFile, bytes: number): Promise<void> {
  const piece = new Uint8Array(Math.min(bytes, 64 * 1024));
  for (let left = bytes; left > 0; left -= piece.length) await file.write([piece.subarray(0, left)]);
  await file.sync();
}

/** Whether a file is one that a folder was tried with; no document is ever named so, because names do not begin with a dot. */
export function isProbe(name: string): boolean {
  return /^\.carpeta-[0-9a-f-]{36}\.part$/.test(name);
}

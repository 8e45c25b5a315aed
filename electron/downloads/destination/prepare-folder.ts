import { basename, dirname, isAbsolute, resolve } from 'node:path';
import { CarpetaError } from '../../../shared/errors.ts';
import type { DownloadRequest } from '../../../shared/model/download.ts';
import { type Disk, hasCode } from './disk.ts';
import { diskTrouble, isHeld } from './disk-error.ts';
import type { ProveWritable } from './probe.ts';

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

import { lstat, mkdir } from 'node:fs/promises';
import { join, relative, sep } from 'node:path';
import { CarpetaError } from '../../shared/errors.ts';
import { diskError } from './disk-error.ts';

/**
 * Makes a folder below one that a person chose, with those between. A symbolic link that somebody put in the place of one is not followed:
 * rejects with `FILE_IN_THE_WAY`, else as the disk does.
 */
export async function makeFolderBelow(chosen: string, folder: string): Promise<void> {
  let path = chosen;
  for (const name of relative(chosen, folder).split(sep)) {
    path = join(path, name);
    try {
      await mkdir(path);
    } catch (thrown) {
      const isThere = thrown instanceof Error && 'code' in thrown && thrown.code === 'EEXIST';
      if (!isThere) throw diskError(thrown);
      if (!(await lstat(path)).isDirectory()) {
        throw new CarpetaError('FILE_IN_THE_WAY', 'no folder stands at a path', { values: { path } });
      }
    }
  }
}

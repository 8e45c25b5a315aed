import { lstat } from 'node:fs/promises';
import { join, relative, sep } from 'node:path';
import { AppError } from '../../../shared/errors.ts';
import { diskError } from '../../lib/fs-errors.ts';
import { hasCode, patientNames } from '../../lib/retry-while-locked.ts';

/**
 * Makes a folder, and its parents, below one that the user selected. Does not follow symbolic links in
 * between: rejects with `FILE_IN_THE_WAY`, else with disk errors.
 */
export async function makeFolderBelow(
  selectedFolder: string,
  folder: string,
  names = patientNames(),
): Promise<void> {
  let path = selectedFolder;
  for (const name of relative(selectedFolder, folder).split(sep)) {
    path = join(path, name);
    try {
      await names.makeFolder(path);
    } catch (error) {
      if (!hasCode(error, 'EEXIST')) throw diskError(error);
      if (!(await lstat(path)).isDirectory()) {
        throw new AppError('FILE_IN_THE_WAY', 'no folder stands at a path', { values: { path } });
      }
    }
  }
}

import { join } from 'node:path';
import { hasCode, patientNames } from '../patience.ts';
import { diskError } from './disk-error.ts';

/** How many files of one name a folder may have before something is wrong. */
const mostOfAName = 10_000;

/**
 * Takes a name in a folder by making an empty file: `stem.ext`, else `stem (2).ext` and so on, so that nothing is ever written over. Gives
 * its path. Rejects with `FOLDER_GONE`, `FOLDER_UNWRITABLE` or `DISK_FULL`.
 */
export async function reserveFile(
  folder: string,
  stem: string,
  extension: string,
  names = patientNames(),
): Promise<string> {
  for (let n = 1; ; n++) {
    const path = join(folder, `${n === 1 ? stem : `${stem} (${n})`}.${extension}`);
    try {
      await (await names.create(path, 0o644)).close();
      return path;
    } catch (thrown) {
      if (!hasCode(thrown, 'EEXIST') || n === mostOfAName) throw diskError(thrown);
    }
  }
}

import { open } from 'node:fs/promises';
import { join } from 'node:path';
import { diskError } from './disk-error.ts';

/** How many files of one name a folder may have before something is wrong. */
const mostOfAName = 10_000;

/**
 * Takes a name in a folder by making an empty file: `stem.ext`, else `stem (2).ext` and so on, so that nothing is ever written over. Gives
 * its path. Rejects with `FOLDER_GONE`, `FOLDER_UNWRITABLE` or `DISK_FULL`.
 */
export async function reserveFile(folder: string, stem: string, extension: string): Promise<string> {
  for (let n = 1; ; n++) {
    const path = join(folder, `${n === 1 ? stem : `${stem} (${n})`}.${extension}`);
    try {
      await (await open(path, 'wx', 0o644)).close();
      return path;
    } catch (thrown) {
      const isTaken = thrown instanceof Error && 'code' in thrown && thrown.code === 'EEXIST';
      if (!isTaken || n === mostOfAName) throw diskError(thrown);
    }
  }
}

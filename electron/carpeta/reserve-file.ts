import { join } from 'node:path';
import { CarpetaError } from '../../shared/errors.ts';
import { longestPath } from '../longest-path.ts';
import { hasCode, patientNames } from '../patience.ts';
import { diskError } from './disk-error.ts';

/** How many files of one name a folder may have before something is wrong. */
const mostOfAName = 10_000;
// ` (9999)` and `.part`.
const tail = 7 + 5;
const shortestStem = 12;

/**
 * How many letters the name of a folder in a folder may have, so that every Windows program opens what comes to stand in it: names there get as much.
 * Throws `PATH_TOO_LONG` where the folder's own path leaves them none.
 */
export function roomForFolderIn(folder: string): number {
  const forBoth = longestPath - folder.length - 2 * (1 + tail);
  return insistOnRoom(Math.floor(forBoth / 2), folder);
}

function insistOnRoom(letters: number, folder: string): number {
  if (letters >= shortestStem) return letters;
  throw new CarpetaError('PATH_TOO_LONG', 'the path of the folder is too long', { values: { path: folder } });
}

/**
 * Takes a name in a folder by making an empty file: `stem.ext`, else `stem (2).ext` and so on, so that nothing is ever written over. A stem that
 * would make the path too long is cut, and further where a folder of that name wants so many letters `below` it, as far as that goes. Gives its path.
 * Rejects with `FOLDER_GONE`, `FOLDER_UNWRITABLE`, `PATH_TOO_LONG` or `DISK_FULL`.
 */
export async function reserveFile(
  folder: string,
  stem: string,
  extension: string,
  { below = 0, names = patientNames() } = {},
): Promise<string> {
  const room = insistOnRoom(longestPath - folder.length - 2 - tail - extension.length, folder);
  const fitted = beginningOf(stem, Math.max(shortestStem, room - below));
  for (let n = 1; ; n++) {
    const path = join(folder, `${n === 1 ? fitted : `${fitted} (${n})`}.${extension}`);
    try {
      await (await names.create(path, 0o644)).close();
      return path;
    } catch (thrown) {
      if (!hasCode(thrown, 'EEXIST') || n === mostOfAName) throw diskError(thrown);
    }
  }
}

/** At most so many letters, none of them cut in two, and nothing at the end that Windows drops. */
function beginningOf(name: string, longest: number): string {
  if (name.length <= longest) return name;
  return name
    .slice(0, longest)
    .replace(/[\ud800-\udbff]$/, '')
    .replace(/[ .]+$/, '');
}

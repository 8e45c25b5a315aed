import { createHash } from 'node:crypto';
import { CarpetaError } from '../../../shared/errors.ts';
import { cutName, longestName, safeName } from './safe-name.ts';

/** Longest path, in UTF-16 units, that every Windows program opens (MAX_PATH without its closing zero), `.part` included. */
export const longestPath = 259;
// `.docx`, `.part`, ` (99)`, and up to three more digits where the number's mark stands.
const tail = 5 + 5 + 5 + 3;
const shortestStem = 24;
const shortestFolder = 8;

/**
 * Folders that leave room for a file's name below a destination: the longest ones are cut, with a mark of their whole name, until they do. So many
 * folders `below` them find room too, each of `lengthBelow` where the path is not too long for that. Throws `FOLDER_UNWRITABLE` where the destination's
 * own path leaves no room.
 */
export function fitFolders(
  folders: readonly string[],
  destination: string,
  below = 0,
  lengthBelow = shortestFolder,
): string[] {
  const whole = longestPath - destination.length - 1 - tail - shortestStem;
  const share = Math.floor(whole / (folders.length + below)) - 1;
  const room = below === 0 ? whole : whole - below * (Math.min(lengthBelow, share) + 1);
  const fitted = [...folders];
  const over = () => fitted.reduce((length, name) => length + name.length + 1, 0) - room;
  while (over() > 0) {
    const longest = fitted.reduce((most, name) => Math.max(most, name.length), 0);
    if (longest <= shortestFolder) {
      const values = { path: destination, longest: longestPath };
      throw new CarpetaError('FOLDER_UNWRITABLE', 'the path of the folder is too long', { values });
    }
    const place = fitted.findIndex((name) => name.length === longest);
    fitted[place] = shortened(folders[place] ?? '', Math.max(shortestFolder, longest - over()));
  }
  return fitted;
}

/** A file's stem that fits into its folder below a destination; a cut one carries the document's id, so that it can still be told apart. */
export function fitStem(stem: string, id: string, folder: string, destination: string): string {
  const before = destination.length + 1 + (folder === '' ? 0 : folder.length + 1);
  const longest = Math.min(longestName, longestPath - before - tail);
  const cut = cutName(stem, longest);
  if (cut === stem) return stem;
  const tag = idTag(id, longest - shortestFolder);
  return safeName(`${cutName(stem, longest - tag.length - 1)}_${tag}`, longest);
}

function idTag(id: string, longest: number): string {
  const name = safeName(id);
  return name !== '' && name.length <= Math.min(longest, 28) ? name : digest(id, 10);
}

function shortened(name: string, longest: number): string {
  const mark = digest(name, 5);
  const beginning = cutName(name, longest - mark.length - 1);
  return safeName(beginning === '' ? mark : `${beginning}_${mark}`, longest);
}

function digest(text: string, length: number): string {
  return createHash('sha256').update(text).digest('hex').slice(0, length);
}

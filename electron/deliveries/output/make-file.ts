import { dirname, join, relative } from 'node:path';
import { AppError, isAppError } from '../../../shared/errors.ts';
import type { Desktop } from '../../host.ts';
import { diskError } from '../../lib/fs-errors.ts';
import { maxPathLength } from '../../lib/max-path-length.ts';
import { type RenamingDisk, renameNoOverwrite } from '../../lib/rename-no-overwrite.ts';
import {
  type FileNames,
  patientNames,
  removeAfterFailure,
  removeUnlessLocked,
} from '../../lib/retry-while-locked.ts';
import { copyFile, type FileProof } from './copy-file.ts';
import { isEmptyFile, reservationNote } from './temp-file.ts';

/** More files of one name in a folder mean an error. */
const maxSameNames = 10_000;
// ` (9999)` and `.part`.
const suffixLength = 7 + 5;
const minStemLength = 12;

/**
 * Maximum length of a folder's name inside `folder`, so that every Windows program opens the files in it:
 * their names get the same length. Throws `PATH_TOO_LONG` where the folder's own path leaves no room.
 */
export function maxFolderNameLengthIn(folder: string): number {
  const forBoth = maxPathLength - folder.length - 2 * (1 + suffixLength);
  return requireLength(Math.floor(forBoth / 2), folder);
}

function requireLength(letters: number, folder: string): number {
  if (letters >= minStemLength) return letters;
  throw new AppError('PATH_TOO_LONG', 'the path of the folder is too long', { values: { path: folder } });
}

/**
 * A file to make, named `stem.extension`, else `stem (2).extension` and so on, so that nothing is
 * overwritten.
 */
interface FileToMake {
  folder: string;
  /** Truncated where it would make the path too long. */
  stem: string;
  extension: string;
  /**
   * Characters that names in a folder with this stem need: the stem is truncated further for them, where
   * possible.
   */
  below?: number;
  /** Temporary path until the file is complete, on the same drive; no other process uses it. */
  tempPath: string;
}

interface MakeFileOptions {
  /** Marks the file as coming from outside, because it contains documents. */
  markAsForeign: Desktop['markAsForeign'];
  names?: FileNames;
}

/**
 * Makes a file: writes it to the temporary path, marks it, and renames it when complete, so that its name
 * never shows a partial file. If `write` rejects, nothing remains. Rejects with `FOLDER_GONE`,
 * `FOLDER_UNWRITABLE`, `PATH_TOO_LONG` or `DISK_FULL`, else as `write` does.
 */
export async function makeFile<Result>(
  file: FileToMake,
  write: (tempPath: string) => Promise<Result>,
  { markAsForeign, names = patientNames() }: MakeFileOptions,
): Promise<{ path: string; made: Result }> {
  const { tempPath } = file;
  const stem = fittingStem(file);
  try {
    await names.remove(tempPath);
    const made = await write(tempPath);
    await markAsForeign(tempPath);
    return { path: await giveName(file, stem, names), made };
  } catch (error) {
    await removeAfterFailure(names, tempPath);
    throw diskError(error);
  }
}

/** Copies a file with {@link makeFile}; undefined where the source is missing. */
export async function makeCopy(
  from: string,
  file: FileToMake,
  signal: AbortSignal,
  options: MakeFileOptions,
): Promise<{ path: string; made: FileProof } | undefined> {
  const copy = async (tempPath: string) => {
    const proof = await copyFile(from, tempPath, signal, options.names);
    if (proof) return proof;
    throw new AppError('DOCUMENT_NOT_HERE', 'there is no file to copy', { values: { path: from } });
  };
  try {
    return await makeFile(file, copy, options);
  } catch (error) {
    if (isAppError(error, 'DOCUMENT_NOT_HERE')) return undefined;
    throw error;
  }
}

function fittingStem({ folder, stem, extension, below = 0 }: FileToMake): string {
  const maxLength = requireLength(
    maxPathLength - folder.length - 2 - suffixLength - extension.length,
    folder,
  );
  return beginningOf(stem, Math.max(minStemLength, maxLength - below));
}

/**
 * Gives a complete file the first free name. Where an empty file reserves it until it is replaced, a note
 * next to the temporary file records that. A process killed in between leaves both.
 */
async function giveName(
  { folder, extension, tempPath }: FileToMake,
  stem: string,
  names: FileNames,
): Promise<string> {
  const note = reservationNote(tempPath);
  let isNoted = false;
  const disk: RenamingDisk = {
    ...names,
    isEmptyFile,
    create: async (path, mode) => {
      await names.remove(note);
      isNoted = true;
      await using file = await names.create(note, mode);
      await file.writeFile(relative(dirname(tempPath), path).replaceAll('\\', '/'));
      // Awaited here: nobody handles a rejection while the note is being closed.
      return await names.create(path, mode);
    },
    // The file has its name: the other link may stay while a program locks it.
    remove: (path) => removeUnlessLocked(names, path),
  };
  try {
    for (let n = 1; n <= maxSameNames; n++) {
      const path = join(folder, `${n === 1 ? stem : `${stem} (${n})`}.${extension}`);
      if ((await renameNoOverwrite(disk, tempPath, path)) === 'renamed') return path;
    }
    throw new AppError('FILE_IN_THE_WAY', 'all names are taken', { values: { path: folder } });
  } finally {
    if (isNoted) await removeUnlessLocked(names, note);
  }
}

/** Truncates a name without splitting a character, and without trailing characters that Windows drops. */
function beginningOf(name: string, maxLength: number): string {
  if (name.length <= maxLength) return name;
  return name
    .slice(0, maxLength)
    .replace(/[\ud800-\udbff]$/, '')
    .replace(/(?<![ .])[ .]+$/, '');
}

import { dirname, join, relative } from 'node:path';
import { AppError, isAppError } from '../../shared/errors.ts';
import type { Desktop } from '../host.ts';
import { diskError } from '../lib/fs-errors.ts';
import { maxPathLength } from '../lib/max-path.ts';
import {
  cannotLink,
  type FileNames,
  hasCode,
  patientNames,
  removeAfterFailure,
  removeUnlessLocked,
} from '../lib/retry-while-locked.ts';
import { copyFile, type FileProof } from './copy-file.ts';
import { reservationNote } from './temp-file.ts';

/** How many files of one name a folder may have before something is wrong. */
const maxSameNames = 10_000;
// ` (9999)` and `.part`.
const suffixLength = 7 + 5;
const minStemLength = 12;

/**
 * How many letters the name of a folder in a folder may have, so that every Windows program opens what comes
 * to stand in it: names there get as much. Throws `PATH_TOO_LONG` where the folder's own path leaves them
 * none.
 */
export function roomForFolderIn(folder: string): number {
  const forBoth = maxPathLength - folder.length - 2 * (1 + suffixLength);
  return insistOnRoom(Math.floor(forBoth / 2), folder);
}

function insistOnRoom(letters: number, folder: string): number {
  if (letters >= minStemLength) return letters;
  throw new AppError('PATH_TOO_LONG', 'the path of the folder is too long', { values: { path: folder } });
}

/**
 * A file that is to be made, and its name: `stem.extension`, else `stem (2).extension` and so on, so that
 * nothing is ever written over.
 */
export interface FileToMake {
  folder: string;
  /** Cut where it would make the path too long. */
  stem: string;
  extension: string;
  /**
   * So many letters a folder of that name wants below it: the stem is cut further for them, as far as that
   * goes.
   */
  below?: number;
  /** Where it stands until it is whole, on the same drive: a path that is nobody else's. */
  tempPath: string;
}

/** How a file is made. */
export interface MakeFileOptions {
  /** Marks it as one that came from outside: it holds what documents hold. */
  markAsForeign: Desktop['markAsForeign'];
  names?: FileNames;
}

/**
 * Makes a file: written elsewhere first, marked, given its name when it is whole, so that no moment leaves a
 * part of one under it. Where `write` rejects nothing is left behind. Rejects with `FOLDER_GONE`,
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

/** Makes a copy of a file by {@link makeFile}; undefined where there is none to copy. */
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
  const room = insistOnRoom(maxPathLength - folder.length - 2 - suffixLength - extension.length, folder);
  return beginningOf(stem, Math.max(minStemLength, room - below));
}

/** Gives a whole file the first name that is free. */
async function giveName(
  { folder, extension, tempPath }: FileToMake,
  stem: string,
  names: FileNames,
): Promise<string> {
  for (let n = 1; ; n++) {
    const path = join(folder, `${n === 1 ? stem : `${stem} (${n})`}.${extension}`);
    try {
      await moveToFree(tempPath, path, names);
      return path;
    } catch (error) {
      if (!hasCode(error, 'EEXIST') || n === maxSameNames) throw error;
    }
  }
}

/**
 * Moves a file to a name; `EEXIST` where anything has it. By a second name, which must be free; where files
 * have none, an empty file takes the name for the moment until it is replaced, and a note beside the
 * unfinished one tells of it: a process that is killed in that moment leaves both.
 */
async function moveToFree(from: string, to: string, names: FileNames): Promise<void> {
  try {
    await names.link(from, to);
  } catch (error) {
    if (!hasCode(error, ...cannotLink)) throw error;
    await replaceReserved(from, to, names);
    return;
  }
  // It has its name: the other one may stay for as long as somebody holds it.
  await removeUnlessLocked(names, from);
}

async function replaceReserved(from: string, to: string, names: FileNames): Promise<void> {
  const note = reservationNote(from);
  await names.remove(note);
  const file = await names.create(note, 0o644);
  try {
    await file.writeFile(relative(dirname(from), to).replaceAll('\\', '/'));
  } finally {
    await file.close();
  }
  try {
    await (await names.create(to, 0o644)).close();
    try {
      await names.rename(from, to);
    } catch (refused) {
      await removeAfterFailure(names, to);
      throw refused;
    }
  } finally {
    await removeUnlessLocked(names, note);
  }
}

/** At most so many letters, none of them cut in two, and nothing at the end that Windows drops. */
function beginningOf(name: string, maxLength: number): string {
  if (name.length <= maxLength) return name;
  return name
    .slice(0, maxLength)
    .replace(/[\ud800-\udbff]$/, '')
    .replace(/(?<![ .])[ .]+$/, '');
}

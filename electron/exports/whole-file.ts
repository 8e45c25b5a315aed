import { lstat } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { CarpetaError } from '../../shared/errors.ts';
import { type FileNames, goneCodes, namelessCode, patientNames, removeUnlessHeld } from '../disk/index.ts';

/**
 * Writes a file whole or not at all: beside it first, then in its place. Rejects with `FOLDER_UNWRITABLE`, `DISK_FULL` or `FILE_LOCKED` (a
 * spreadsheet program holds it open), or with what `chunks` throws.
 */
export async function writeWhole(
  path: string,
  chunks: AsyncIterable<Uint8Array | string> | Iterable<Uint8Array | string>,
  names: FileNames = patientNames(),
): Promise<void> {
  const unfinished = join(dirname(path), `.${basename(path)}.part`);
  try {
    // Made anew, so that nothing is written through a link that somebody put there.
    await names.remove(unfinished);
    const file = await names.create(unfinished, 0o600);
    try {
      for await (const chunk of chunks) await file.writeFile(chunk);
      await file.sync();
    } finally {
      await file.close();
    }
    await names.rename(unfinished, path);
  } catch (thrown) {
    await removeUnlessHeld(names, unfinished);
    throw toDiskError(thrown, path, await isFolder(path));
  }
}

const diskCodes: Readonly<Record<string, string>> = {
  EACCES: 'FOLDER_UNWRITABLE',
  EPERM: 'FILE_LOCKED',
  EBUSY: 'FILE_LOCKED',
  EEXIST: 'FILE_LOCKED',
  EROFS: 'FOLDER_UNWRITABLE',
  ENOENT: 'FOLDER_GONE',
  ENOTDIR: 'FOLDER_GONE',
  EISDIR: 'FILE_IN_THE_WAY',
  ENOSPC: 'DISK_FULL',
  EDQUOT: 'DISK_FULL',
  ...Object.fromEntries(goneCodes.map((code) => [code, 'FOLDER_GONE'])),
  [namelessCode]: 'FOLDER_UNWRITABLE',
};

/** Windows refuses to replace a folder in the words it has for a file that is held. */
async function isFolder(path: string): Promise<boolean> {
  return lstat(path).then(
    (found) => found.isDirectory(),
    () => false,
  );
}

function toDiskError(thrown: unknown, path: string, isInTheWay: boolean): unknown {
  const reason = thrown instanceof Error && 'code' in thrown ? String(thrown.code) : '';
  const code = isInTheWay && diskCodes[reason] === 'FILE_LOCKED' ? 'FILE_IN_THE_WAY' : diskCodes[reason];
  if (code === undefined || thrown instanceof CarpetaError) return thrown;
  return new CarpetaError(code, `cannot write ${path}: ${reason}`, {
    values: { path, reason },
    cause: thrown,
  });
}

import { lstat } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { diskError } from './fs-errors.ts';
import { type FileNames, patientNames, removeAfterFailure } from './retry-while-locked.ts';

interface AtomicWriteOptions {
  /** Path of the temporary file, on the same drive and used by nobody else. Default: next to the target. */
  tempPath?: string;
  /** Default: readable and writable by the owner alone. */
  mode?: number;
  names?: FileNames;
}

/**
 * Writes a file whole or leaves the previous one. Rejects with `FOLDER_GONE`, `FOLDER_UNWRITABLE`,
 * `DISK_FULL`, `FILE_LOCKED` (another program has it open) or `FILE_IN_THE_WAY`, or with what `chunks`
 * throws.
 */
export async function atomicWrite(
  path: string,
  chunks: AsyncIterable<Uint8Array | string> | Iterable<Uint8Array | string>,
  {
    tempPath = join(dirname(path), `.${basename(path)}.part`),
    mode = 0o600,
    names = patientNames(),
  }: AtomicWriteOptions = {},
): Promise<void> {
  try {
    // Created anew, so that nothing is written through a link that somebody put there.
    await names.remove(tempPath);
    const file = await names.create(tempPath, mode);
    try {
      for await (const chunk of chunks) await file.writeFile(chunk);
      await file.sync();
    } finally {
      await file.close();
    }
    await names.rename(tempPath, path);
  } catch (error) {
    await removeAfterFailure(names, tempPath);
    const code = (await isFolder(path)) ? 'FILE_IN_THE_WAY' : 'FILE_LOCKED';
    throw diskError(error, path, { EPERM: code, EBUSY: code, EEXIST: code });
  }
}

/** Windows refuses to replace a folder with the error of a locked file. */
async function isFolder(path: string): Promise<boolean> {
  return lstat(path).then(
    (found) => found.isDirectory(),
    () => false,
  );
}

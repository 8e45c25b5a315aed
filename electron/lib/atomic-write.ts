import { lstat } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { diskError } from './fs-errors.ts';
import { type FileNames, patientNames, removeAfterFailure } from './retry-while-locked.ts';

/** A file that is being made. */
interface NewFile {
  /** Resolves when the content is durable. */
  sync(): Promise<void>;
  close(): Promise<void>;
}

/** What making a file asks of a disk. */
interface FileMaker<File extends NewFile> {
  /** For writing; `EEXIST` when anything exists there. */
  create(path: string, mode: number): Promise<File>;
  rename(from: string, to: string): Promise<void>;
  remove(path: string): Promise<void>;
}

/**
 * Creates a file, fills it and syncs it; on failure no file remains. Rejects as the disk does, or with what
 * `fill` throws.
 */
export async function createSynced<File extends NewFile, Result>(
  disk: Pick<FileMaker<File>, 'create' | 'remove'>,
  path: string,
  fill: (file: File) => Promise<Result>,
  mode = 0o666,
): Promise<Result> {
  const file = await disk.create(path, mode);
  try {
    const filled = await filledAndSynced(file, fill);
    await file.close();
    return filled;
  } catch (error) {
    // Frees the space of a file that did not fit.
    await removeAfterFailure(disk, path);
    throw error;
  }
}

/** On failure the file is closed; an error of that would hide the first one. */
async function filledAndSynced<File extends NewFile, Result>(
  file: File,
  fill: (file: File) => Promise<Result>,
): Promise<Result> {
  try {
    const filled = await fill(file);
    await file.sync();
    return filled;
  } catch (error) {
    await file.close().catch(() => undefined);
    throw error;
  }
}

interface ReplaceOptions {
  /** Path of the temporary file, on the same drive and used by nobody else. */
  tempPath: string;
  mode?: number;
  /** May reject, so that the previous file stays. */
  beforeRename?(): Promise<void>;
}

/** Replaces a file by one of {@link createSynced}, or leaves the previous one. */
export async function replaceFile<File extends NewFile>(
  disk: FileMaker<File>,
  path: string,
  fill: (file: File) => Promise<void>,
  { tempPath, mode, beforeRename }: ReplaceOptions,
): Promise<void> {
  await createSynced(disk, tempPath, fill, mode);
  try {
    await beforeRename?.();
    await disk.rename(tempPath, path);
  } catch (error) {
    await removeAfterFailure(disk, tempPath);
    throw error;
  }
}

interface AtomicWriteOptions {
  /** Path of the temporary file, on the same drive and used by nobody else. Default: next to the target. */
  tempPath?: string;
  /** Default: readable and writable by the owner alone. */
  mode?: number;
  names?: FileNames;
}

/**
 * Writes a file whole or leaves the previous one. Rejects with `FOLDER_GONE`, `FOLDER_UNWRITABLE`,
 * `PATH_TOO_LONG`, `DISK_FULL`, `FILE_LOCKED` (another program has it open) or `FILE_IN_THE_WAY`, or with
 * what `chunks` throws.
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
  const write = async (file: Awaited<ReturnType<FileNames['create']>>) => {
    for await (const chunk of chunks) await file.writeFile(chunk);
  };
  try {
    // Created anew, so that nothing is written through a link that somebody put there.
    await names.remove(tempPath);
    await replaceFile(names, path, write, { tempPath, mode });
  } catch (error) {
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

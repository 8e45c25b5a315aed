import { constants } from 'node:fs';
import { readdir } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { AppError } from '../../shared/errors.ts';
import { type FileNames, patientNames, systemCode } from '../lib/retry-while-locked.ts';

/** In bytes. */
const atATime = 1_048_576;

/**
 * Deletes the damaged files that were renamed next to the database at `path`: they may still hold clients'
 * data. Overwrites them first, as the database does with deleted content. Rejects with `FILE_LOCKED`.
 */
export async function removeDamagedCopies(path: string, names: FileNames = patientNames()): Promise<void> {
  const beginning = `${basename(path)}.damaged`;
  for (const entry of await readdir(dirname(path), { withFileTypes: true })) {
    const { name } = entry;
    if (!name.startsWith(beginning) || !/^(-\d+)?(-wal|-shm)?$/.test(name.slice(beginning.length))) continue;
    // A link's target would be overwritten.
    if (entry.isFile()) await remove(join(dirname(path), name), names);
  }
}

async function remove(path: string, names: FileNames): Promise<void> {
  try {
    await overwrite(path, names);
    await names.remove(path);
  } catch (cause) {
    const reason = systemCode(cause);
    const values = { path, reason };
    throw new AppError('FILE_LOCKED', `cannot delete ${path}: ${reason}`, { values, cause });
  }
}

async function overwrite(path: string, names: FileNames): Promise<void> {
  const file = await names.open(path, constants.O_RDWR);
  try {
    const { size } = await file.stat();
    const nothing = Buffer.alloc(Math.min(size, atATime));
    for (let at = 0; at < size; at += atATime) {
      await file.write(nothing, 0, Math.min(atATime, size - at), at);
    }
    await file.sync();
  } finally {
    await file.close();
  }
}

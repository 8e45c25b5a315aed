import { type FileHandle, open, readdir } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { CarpetaError } from '../../shared/errors.ts';
import type { Clock } from '../host.ts';
import { machineTime, patiently, patientNames } from '../patience.ts';

type OpenToWrite = (path: string) => Promise<FileHandle>;

/** In bytes. */
const atATime = 1_048_576;

/**
 * Deletes the damaged files that were set aside beside the store at `path`, at whatever start: who can tell what of a client still stands in them.
 * Overwritten first, as the store overwrites what it deletes. Rejects with `FILE_LOCKED`.
 */
export async function removeSetAside(
  path: string,
  openToWrite: OpenToWrite = (file) => open(file, 'r+'),
  clock: Pick<Clock, 'sleep'> = machineTime,
): Promise<void> {
  const beginning = `${basename(path)}.damaged`;
  for (const name of await readdir(dirname(path))) {
    if (!name.startsWith(beginning) || !/^(-\d+)?(-wal|-shm)?$/.test(name.slice(beginning.length))) continue;
    await remove(join(dirname(path), name), (file) => patiently(clock, () => openToWrite(file)));
  }
}

async function remove(path: string, openToWrite: OpenToWrite): Promise<void> {
  try {
    await overwrite(path, openToWrite);
    await patientNames().remove(path);
  } catch (cause) {
    const reason = cause instanceof Error && 'code' in cause ? String(cause.code) : '';
    const values = { path, reason };
    throw new CarpetaError('FILE_LOCKED', `cannot delete ${path}: ${reason}`, { values, cause });
  }
}

async function overwrite(path: string, openToWrite: OpenToWrite): Promise<void> {
  const file = await openToWrite(path);
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

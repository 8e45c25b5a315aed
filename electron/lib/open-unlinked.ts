import { constants } from 'node:fs';
import { type FileHandle, lstat } from 'node:fs/promises';
import { notRegular } from './own-file.ts';
import { patientNames } from './retry-while-locked.ts';

const { O_NOFOLLOW = 0, O_NONBLOCK = 0, O_RDONLY } = constants;

/**
 * Opens a document to read it, patiently: a synchroniser or scanner may hold it for a moment. A symbolic link
 * that somebody put in its place is not followed: what it leads to would be delivered. Rejects with `ELOOP`
 * then, with `EFTYPE` for a pipe, a socket or a device, which may never end, else as the system does.
 */
export async function openUnlinked(path: string, names = patientNames()): Promise<FileHandle> {
  // Where the system has no O_NOFOLLOW, the look comes first.
  if (O_NOFOLLOW === 0 && (await lstat(path)).isSymbolicLink()) {
    throw Object.assign(new Error('a symbolic link stands there'), { code: 'ELOOP', path });
  }
  // Without waiting: a pipe would keep its thread until somebody writes to it.
  const file = await names.open(path, O_RDONLY | O_NOFOLLOW | O_NONBLOCK);
  try {
    const found = await file.stat();
    if (found.isFile() || found.isDirectory()) return file;
    throw notRegular(path);
  } catch (error) {
    await file.close();
    throw error;
  }
}

import { constants } from 'node:fs';
import { type FileHandle, lstat } from 'node:fs/promises';
import { notRegular, patientNames } from './retry-while-locked.ts';

const { O_NOFOLLOW = 0, O_NONBLOCK = 0, O_RDONLY } = constants;

/**
 * Opens a document for reading, with retries: a synchroniser or scanner may lock it for a moment. A symbolic
 * link in its place is not followed: its target would be delivered. Rejects with `ELOOP` then, with `EFTYPE`
 * for a pipe, a socket or a device, which may never end, else as the system does.
 */
export async function openWithoutFollowingLinks(path: string, names = patientNames()): Promise<FileHandle> {
  // Without O_NOFOLLOW, the link is checked before the file is opened.
  if (O_NOFOLLOW === 0 && (await lstat(path)).isSymbolicLink()) {
    throw Object.assign(new Error('a symbolic link stands there'), { code: 'ELOOP', path });
  }
  // Non-blocking: opening a pipe would block its thread until somebody writes to it.
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

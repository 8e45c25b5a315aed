import { constants } from 'node:fs';
import { type FileHandle, lstat } from 'node:fs/promises';
import { patientNames } from './patience.ts';

const { O_NOFOLLOW = 0, O_RDONLY } = constants;

/**
 * Opens a paper to read it, patiently: a synchroniser or scanner may hold it for a moment. A symbolic link that somebody put in its place is not
 * followed: what it leads to would be handed over. Rejects with `ELOOP` then, else as the system does.
 */
export async function openUnlinked(path: string, names = patientNames()): Promise<FileHandle> {
  // Where the system has no O_NOFOLLOW, the look comes first.
  if (O_NOFOLLOW === 0 && (await lstat(path)).isSymbolicLink()) {
    throw Object.assign(new Error('a symbolic link stands there'), { code: 'ELOOP', path });
  }
  return names.open(path, O_RDONLY | O_NOFOLLOW);
}

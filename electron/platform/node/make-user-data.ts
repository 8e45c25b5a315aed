import { statSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { AppError } from '../../../shared/errors.ts';
import { ensureFolderSync } from '../../lib/ensure-folder.ts';
import { errorCodeOf } from '../../lib/fs-errors.ts';
import { makeHomeOwn, ownFileMode, ownFolderMode } from '../../lib/private-modes.ts';
import { diskNamesSync, isLocked, patientlySync, patientNamesSync } from '../../lib/retry-while-locked.ts';

/** Access to the file system for the write test: creates a file in the folder and removes it. */
export interface Proof {
  write(path: string): void;
  remove(path: string): void;
  /** Default: blocks the thread. */
  pause?(ms: number): void;
}

const realProof: Proof = {
  write: (path) => diskNamesSync.write(path, '', ownFileMode),
  remove: diskNamesSync.remove,
};

/**
 * Creates the folder of the user's data, readable by its owner alone (docs/security.md), and checks that it
 * can be written. Throws `FOLDER_UNWRITABLE`, `TOO_MANY_OPEN_FILES`, `DISK_FULL` where it cannot even be
 * created, or `HOME_FOREIGN` where another user owns it, with its path (docs/unattended.md).
 */
export function makeUserData(folder: string, proof: Proof = realProof): void {
  try {
    // The parent folders are not the app's own.
    ensureFolderSync(dirname(folder));
    ensureFolderSync(folder, ownFolderMode);
    claim(folder);
    // Modes say little on Windows, where access control lists decide.
    prove(join(folder, `.writable-${process.pid}`), proof);
  } catch (error) {
    if (error instanceof AppError) throw error;
    const options = { values: { path: folder }, cause: error };
    const known = errorCodeOf(error);
    const code = known === 'DISK_FULL' || known === 'TOO_MANY_OPEN_FILES' ? known : 'FOLDER_UNWRITABLE';
    throw new AppError(code, 'the folder of the user cannot be written', options);
  }
}

function claim(folder: string): void {
  const user = process.getuid?.();
  // Windows has access control lists, and those of the profile belong to its user.
  if (user === undefined) return;
  if (statSync(folder).uid !== user) {
    throw new AppError('HOME_FOREIGN', 'another user owns the folder of the user', {
      values: { path: folder },
    });
  }
  makeHomeOwn(folder);
}

function prove(path: string, proof: Proof): void {
  try {
    patientlySync(() => proof.write(path), proof.pause);
  } catch (error) {
    // Reading needs no free space, and the next write reports the full disk.
    if (errorCodeOf(error) === 'DISK_FULL') return;
    throw error;
  }
  try {
    patientNamesSync({ ...diskNamesSync, remove: proof.remove }, proof.pause).remove(path);
  } catch (error) {
    // Locked for longer than a virus scanner locks a new file: it stays, empty, and the folder is writable
    // all the same.
    if (!isLocked(error)) throw error;
  }
}

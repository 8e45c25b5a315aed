import { statSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { AppError } from '../../../shared/errors.ts';
import { ensureFolderSync } from '../../lib/ensure-folder.ts';
import { makeHomeOwn, ownFileMode, ownFolderMode } from '../../lib/private-modes.ts';
import {
  diskNamesSync,
  hasCode,
  isLocked,
  patientlySync,
  patientNamesSync,
} from '../../lib/retry-while-locked.ts';

/** What proves that a folder can be written: a file in it, made and removed. */
export interface Proof {
  write(path: string): void;
  remove(path: string): void;
  /** Default: holds up the thread. */
  pause?(ms: number): void;
}

const realProof: Proof = {
  write: (path) => diskNamesSync.write(path, '', ownFileMode),
  remove: diskNamesSync.remove,
};

/**
 * Makes the folder of the user's data, the owner's alone with all that the app has made in it
 * (docs/security.md), and proves that it can be written. Throws `FOLDER_UNWRITABLE`, `TOO_MANY_OPEN_FILES`,
 * `DISK_FULL` where it cannot even be made, or `HOME_FOREIGN` where another user owns it, with its path
 * (docs/unattended.md).
 */
export function makeUserData(folder: string, proof: Proof = realProof): void {
  try {
    // Those above it are not the app's own.
    ensureFolderSync(dirname(folder));
    ensureFolderSync(folder, ownFolderMode);
    claim(folder);
    // Rights alone say little on Windows, where lists of them decide.
    prove(join(folder, `.writable-${process.pid}`), proof);
  } catch (error) {
    if (error instanceof AppError) throw error;
    const options = { values: { path: folder }, cause: error };
    const code = hasCode(error, ...fullCodes)
      ? 'DISK_FULL'
      : hasCode(error, 'EMFILE', 'ENFILE')
        ? 'TOO_MANY_OPEN_FILES'
        : 'FOLDER_UNWRITABLE';
    throw new AppError(code, 'the folder of the user cannot be written', options);
  }
}

const fullCodes = ['ENOSPC', 'EDQUOT'];

function claim(folder: string): void {
  const user = process.getuid?.();
  // Windows has lists of rights, and those of the profile are its person's.
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
    // Reading needs no room, and whatever is written next tells of it.
    if (hasCode(error, ...fullCodes)) return;
    throw error;
  }
  try {
    patientNamesSync({ ...diskNamesSync, remove: proof.remove }, proof.pause).remove(path);
  } catch (error) {
    // Held for longer than a virus scanner holds a fresh file: it stays, empty, and the folder is proven all
    // the same.
    if (!isLocked(error)) throw error;
  }
}

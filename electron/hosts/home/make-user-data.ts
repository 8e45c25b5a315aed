import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { CarpetaError } from '../../../shared/errors.ts';
import { diskNamesSync, hasCode, isHeld, patientNamesSync } from '../../patience.ts';

/** What proves that a folder can be written: a file in it, made and removed. */
export interface Proof {
  write(path: string): void;
  remove(path: string): void;
  /** Default: holds up the thread. */
  pause?(ms: number): void;
}

const realProof: Proof = {
  write: (path) => writeFileSync(path, ''),
  remove: diskNamesSync.remove,
};

/**
 * Makes the folder of the user's data, and proves that it can be written. Throws `FOLDER_UNWRITABLE`, or `DISK_FULL` where it cannot even be made,
 * with its path (docs/unattended.md).
 */
export function makeUserData(folder: string, proof: Proof = realProof): void {
  try {
    mkdirSync(folder, { recursive: true });
    // Rights alone say little on Windows, where lists of them decide.
    prove(join(folder, `.writable-${process.pid}`), proof);
  } catch (thrown) {
    const options = { values: { path: folder }, cause: thrown };
    const code = hasCode(thrown, ...fullCodes) ? 'DISK_FULL' : 'FOLDER_UNWRITABLE';
    throw new CarpetaError(code, 'the folder of the user cannot be written', options);
  }
}

const fullCodes = ['ENOSPC', 'EDQUOT'];

function prove(path: string, proof: Proof): void {
  try {
    proof.write(path);
  } catch (thrown) {
    // Reading needs no room, and whatever is written next tells of it.
    if (hasCode(thrown, ...fullCodes)) return;
    throw thrown;
  }
  try {
    patientNamesSync({ ...diskNamesSync, remove: proof.remove }, proof.pause).remove(path);
  } catch (thrown) {
    // Held for longer than a virus scanner holds a fresh file: it stays, empty, and the folder is proven all the same.
    if (!isHeld(thrown)) throw thrown;
  }
}

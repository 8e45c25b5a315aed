import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { CarpetaError } from '../../../shared/errors.ts';

/** What proves that a folder can be written: a file in it, made and removed. */
export interface Proof {
  write(path: string): void;
  remove(path: string): void;
}

const realProof: Proof = {
  write: (path) => writeFileSync(path, ''),
  remove: (path) => rmSync(path, { force: true }),
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
    const code = hasCode(thrown, fullCodes) ? 'DISK_FULL' : 'FOLDER_UNWRITABLE';
    throw new CarpetaError(code, 'the folder of the user cannot be written', options);
  }
}

const fullCodes = ['ENOSPC', 'EDQUOT'];

// Codes of Windows for a file that another program has open.
const heldCodes = ['EPERM', 'EBUSY', 'EACCES'];

function prove(path: string, proof: Proof): void {
  try {
    proof.write(path);
  } catch (thrown) {
    // Reading needs no room, and whatever is written next tells of it.
    if (hasCode(thrown, fullCodes)) return;
    throw thrown;
  }
  try {
    proof.remove(path);
  } catch (thrown) {
    // A virus scanner may hold a fresh file for a moment: it stays, empty, and the folder is proven all the same.
    if (!hasCode(thrown, heldCodes)) throw thrown;
  }
}

function hasCode(thrown: unknown, codes: readonly string[]): boolean {
  return thrown instanceof Error && 'code' in thrown && codes.includes(String(thrown.code));
}

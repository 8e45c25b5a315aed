import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { CarpetaError } from '../../../shared/errors.ts';

// Codes of Windows for a file that another program has open.
const heldCodes = ['EPERM', 'EBUSY', 'EACCES'];

/** Makes the folder of the user's data, and proves that it can be written. Throws `FOLDER_UNWRITABLE` with its path. */
export function makeUserData(folder: string, remove: (path: string) => void = removeFile): void {
  try {
    mkdirSync(folder, { recursive: true });
    // Rights alone say little on Windows, where lists of them decide.
    const proof = join(folder, `.writable-${process.pid}`);
    writeFileSync(proof, '');
    removeUnlessHeld(proof, remove);
  } catch (thrown) {
    const options = { values: { path: folder }, cause: thrown };
    throw new CarpetaError('FOLDER_UNWRITABLE', 'the folder of the user cannot be written', options);
  }
}

/** A virus scanner may hold a fresh file for a moment: it stays, empty, and the folder is proven all the same. */
function removeUnlessHeld(path: string, remove: (path: string) => void): void {
  try {
    remove(path);
  } catch (thrown) {
    const code = thrown instanceof Error && 'code' in thrown ? String(thrown.code) : '';
    if (!heldCodes.includes(code)) throw thrown;
  }
}

function removeFile(path: string): void {
  rmSync(path, { force: true });
}

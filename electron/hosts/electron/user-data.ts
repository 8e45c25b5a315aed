import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { CarpetaError } from '../../../shared/errors.ts';

/** Makes the folder of the user's data, and proves that it can be written. Throws `FOLDER_UNWRITABLE` with its path. */
export function makeUserData(folder: string): void {
  try {
    mkdirSync(folder, { recursive: true });
    // Rights alone say little on Windows, where lists of them decide.
    const proof = join(folder, `.writable-${process.pid}`);
    writeFileSync(proof, '');
    rmSync(proof, { force: true });
  } catch (thrown) {
    const options = { values: { path: folder }, cause: thrown };
    throw new CarpetaError('FOLDER_UNWRITABLE', 'the folder of the user cannot be written', options);
  }
}

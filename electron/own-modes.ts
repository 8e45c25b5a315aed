import { chmodSync, existsSync, lstatSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { hasCode } from './patience.ts';

/** What the owner may do, and nobody else: with a folder of the app's own data, and with a file in it (docs/security.md, From whom, and how). */
export const ownFolderMode = 0o700;
export const ownFileMode = 0o600;

/** What a disk answers that keeps no modes, or that nothing can be written to now: nothing can be done about them there. */
const modeless = ['EPERM', 'EROFS', 'ENOTSUP', 'EOPNOTSUPP', 'ENOSYS'];

/** Makes a file that a library has made the owner's alone; does nothing where it is not there, and on Windows, where the profile's lists decide. */
export function makeFileOwn(path: string): void {
  if (process.platform !== 'win32' && existsSync(path)) setMode(path, ownFileMode);
}

/** Makes a folder and all in it the owner's alone; links stay as they are, and so does what they lead to. Not for Windows. */
export function makeFolderOwn(folder: string): void {
  setMode(folder, ownFolderMode);
  for (const entry of readdirSync(folder, { withFileTypes: true })) {
    const path = join(folder, entry.name);
    if (entry.isDirectory()) makeFolderOwn(path);
    else if (entry.isFile()) setMode(path, ownFileMode);
  }
}

function setMode(path: string, mode: number): void {
  try {
    if ((lstatSync(path).mode & 0o777) !== mode) chmodSync(path, mode);
  } catch (thrown) {
    // Another process of the app may have removed it meanwhile.
    if (!hasCode(thrown, 'ENOENT', ...modeless)) throw thrown;
  }
}

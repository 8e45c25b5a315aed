import { lstatSync } from 'node:fs';

/**
 * Throws where something other than a regular file exists at one of the app's own paths. `ELOOP` is for a
 * symbolic link, which would be written through, and `EISDIR` for a folder. `EFTYPE` is for a pipe, a socket
 * or a device, which may never end. A missing file is accepted.
 */
export function checkOwnFile(path: string): void {
  const found = lstatSync(path, { throwIfNoEntry: false });
  if (!found || found.isFile()) return;
  const code = found.isSymbolicLink() ? 'ELOOP' : found.isDirectory() ? 'EISDIR' : 'EFTYPE';
  throw notRegular(path, code);
}

/** The error for something other than a regular file. */
export function notRegular(path: string, code = 'EFTYPE'): Error {
  return Object.assign(new Error(`not a regular file: ${path}`), { code, path });
}

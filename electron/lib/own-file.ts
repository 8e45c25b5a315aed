import { lstatSync } from 'node:fs';

/**
 * Throws where something stands at a path of the app's own that is no regular file: `ELOOP` for a symbolic
 * link, which would be written through, `EISDIR` for a folder, `EFTYPE` for a pipe, a socket or a device,
 * which may never end. Nothing at all may stand there.
 */
export function checkOwnFile(path: string): void {
  const found = lstatSync(path, { throwIfNoEntry: false });
  if (!found || found.isFile()) return;
  const code = found.isSymbolicLink() ? 'ELOOP' : found.isDirectory() ? 'EISDIR' : 'EFTYPE';
  throw notRegular(path, code);
}

/** The error of what stands at a path and is no regular file. */
export function notRegular(path: string, code = 'EFTYPE'): Error {
  return Object.assign(new Error(`not a regular file: ${path}`), { code, path });
}

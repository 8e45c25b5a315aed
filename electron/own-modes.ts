import { chmodSync, existsSync, lstatSync, readdirSync, realpathSync } from 'node:fs';
import { homedir } from 'node:os';
import { join, relative, sep } from 'node:path';
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

/** What the app, its store and the browser that it runs in make in the folder of the user's data, by how their names begin. */
const ownNames = [
  /^(?:carpeta\.db|preferences\.json|last-fault\.json|\.writable-\d)/,
  /^(?:logs|drafts|papeles|practice-only|window|session)$/,
  // What Electron puts beside its session.
  /^(?:Singleton(?:Lock|Cookie|Socket)|lockfile|Local State|Crashpad)$/,
];

/**
 * Makes the folder of the user's data the owner's alone, with all that the app has made in it. A person may have put it where other things are, or have
 * papers put into it: what else stands there, links and what they lead to stay as they are. So does the folder itself where the person's own profile
 * is it or stands in it: other programs rely on its modes. Not for Windows.
 */
export function makeHomeOwn(folder: string): void {
  if (!holdsProfile(folder)) setMode(folder, ownFolderMode);
  makeEntriesOwn(folder, (name) => ownNames.some((own) => own.test(name)));
}

function holdsProfile(folder: string): boolean {
  return !relative(realpathSync(folder), realpathSync(profile())).startsWith('..');
}

/** The person's own; the app's where the system knows none. */
function profile(): string {
  try {
    const home = homedir();
    return existsSync(home) ? home : sep;
  } catch {
    // A user whom the system does not know, as in some containers.
    return sep;
  }
}

function makeEntriesOwn(folder: string, isOwn: (name: string) => boolean): void {
  for (const entry of readdirSync(folder, { withFileTypes: true })) {
    if (!isOwn(entry.name)) continue;
    const path = join(folder, entry.name);
    if (entry.isFile()) setMode(path, ownFileMode);
    if (!entry.isDirectory()) continue;
    setMode(path, ownFolderMode);
    makeEntriesOwn(path, () => true);
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

import { chmodSync, type Dirent, existsSync, lstatSync, readdirSync, realpathSync, statSync } from 'node:fs';
import { homedir } from 'node:os';
import { dirname, join, sep } from 'node:path';
import { hasCode } from './retry-while-locked.ts';

/**
 * What the owner may do, and nobody else: with a folder of the app's own data, and with a file in it
 * (docs/security.md, From whom, and how).
 */
export const ownFolderMode = 0o700;
export const ownFileMode = 0o600;

/**
 * What a disk answers that keeps no modes, or that nothing can be written to now: nothing can be done about
 * them there.
 */
const modeless = ['EPERM', 'EROFS', 'ENOTSUP', 'EOPNOTSUPP', 'ENOSYS'];

/**
 * Makes a file that a library has made the owner's alone; does nothing where it is not there, and on Windows,
 * where the profile's lists decide.
 */
export function makeFileOwn(path: string): void {
  if (process.platform !== 'win32' && existsSync(path)) setMode(path, ownFileMode);
}

/** What the app and its store make in the folder of the user's data, by how their names begin. */
const ownFiles = /^(?:carpeta\.db|preferences\.json|last-fault\.json|\.writable-\d|\.heard-[0-9a-f])/;
/**
 * Folders of the app there and, by the names that it gives, the files in those of which a person's profile
 * may have another.
 */
const ownFolders: ReadonlyMap<string, RegExp> = new Map([
  ['logs', /^carpeta(?:\.\d+)?\.log$/],
  ['drafts', /^\.?[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}\.eml(?:\.part)?$/],
]);
/**
 * What it makes beside them, with what Electron and the browser put there: of its own or unknown kinds. Not
 * `papeles`: a person's `Papeles` is the same folder where the system tells no capitals apart, and documents
 * are put where others may read them.
 */
const ownNames =
  /^(?:practice-only|window|session(?:-\d+)?|Singleton(?:Lock|Cookie|Socket)|lockfile|Local State|Crashpad)$/;

/**
 * Makes the folder of the user's data the owner's alone, with all that the app has made in it. A person may
 * have put it where other things are, or have documents put into it: what else stands there, links and what
 * they lead to stay as they are. Where the person's own profile is it or stands in it, so do the folder
 * itself, because other programs rely on its modes, and folders in it, which may be theirs: there only files
 * with the app's own names are made the owner's. Not for Windows.
 */
export function makeHomeOwn(folder: string): void {
  if (holdsProfile(folder)) {
    makeEntriesOwn(folder, (entry) => entry.isFile() && ownFiles.test(entry.name));
    for (const [name, own] of ownFolders) {
      const path = join(folder, name);
      if (isFolder(path)) makeEntriesOwn(path, (entry) => entry.isFile() && own.test(entry.name));
    }
    return;
  }
  setMode(folder, ownFolderMode);
  makeEntriesOwn(folder, ({ name }) => ownFiles.test(name) || ownFolders.has(name) || ownNames.test(name));
}

/** Whether a folder, and no link to one, stands at a path. */
function isFolder(path: string): boolean {
  return lstatSync(path, { throwIfNoEntry: false })?.isDirectory() === true;
}

function holdsProfile(folder: string): boolean {
  return holdsFolder(folder, profile());
}

/**
 * Whether a folder is another or stands above it, known by what the system says they are: their names may be
 * written in several ways, capitals and links included.
 */
export function holdsFolder(folder: string, inner: string, identityOf = identity): boolean {
  const target = identityOf(folder);
  for (let path = realpathSync(inner); ; path = dirname(path)) {
    if (identityOf(path) === target) return true;
    if (dirname(path) === path) return false;
  }
}

function identity(path: string): string {
  const { dev, ino } = statSync(path, { bigint: true });
  return `${dev} ${ino}`;
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

function makeEntriesOwn(folder: string, isOwn: (entry: Dirent) => boolean): void {
  for (const entry of readdirSync(folder, { withFileTypes: true })) {
    if (!isOwn(entry)) continue;
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
  } catch (error) {
    // Another process of the app may have removed it meanwhile.
    if (!hasCode(error, 'ENOENT', ...modeless)) throw error;
  }
}

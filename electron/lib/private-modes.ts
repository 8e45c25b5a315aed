import { chmodSync, type Dirent, existsSync, lstatSync, readdirSync, realpathSync, statSync } from 'node:fs';
import { homedir } from 'node:os';
import { dirname, join, sep } from 'node:path';
import { hasCode } from './retry-while-locked.ts';

/**
 * Permissions of the owner alone: for a folder of the app's own data, and for a file in it (docs/security.md,
 * From whom, and how).
 */
export const ownFolderMode = 0o700;
export const ownFileMode = 0o600;

/** Errors of a disk without modes, or without write access now: modes cannot be changed there. */
const modeless = ['EPERM', 'EROFS', 'ENOTSUP', 'EOPNOTSUPP', 'ENOSYS'];

/**
 * Makes a file that a library created accessible to its owner alone. Does nothing where it is missing, and on
 * Windows, where access control lists decide.
 */
export function makeFileOwn(path: string): void {
  if (process.platform !== 'win32' && existsSync(path)) setMode(path, ownFileMode);
}

/** Files that the app and its store create in the folder of the user's data, by their prefix. */
const ownFiles = /^(?:carpeta\.db|preferences\.json|last-fault\.json|\.writable-\d|\.heard-[0-9a-f])/;
/**
 * Folders of the app there and, by their fixed names, the files in those that a person's profile may also
 * have.
 */
const ownFolders: ReadonlyMap<string, RegExp> = new Map([
  ['logs', /^carpeta(?:\.\d+)?\.log$/],
  ['print', /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}\.pdf$/],
  ['drafts', /^\.?[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}\.eml(?:\.part)?$/],
]);
/** Whether a file in a folder of {@link ownFolders} has a name that the app gives there. */
export function isOwnName(folder: 'print' | 'drafts', name: string): boolean {
  return ownFolders.get(folder)?.test(name) === true;
}

/**
 * Other names that the app, Electron and the browser create there. Not `papeles`: on a case-insensitive
 * system a person's `Papeles` is the same folder, and documents are stored where others may read them.
 */
const ownNames =
  /^(?:practice-only|window|session(?:-\d+)?|Singleton(?:Lock|Cookie|Socket)|lockfile|Local State|Crashpad)$/;

/**
 * Restricts the folder of the user's data, with all that the app has created in it, to its owner. A person
 * may have put other things there: they, links and the targets of links stay as they are. Where the folder is
 * the person's own profile or contains it, it and its subfolders keep their modes, because other programs
 * rely on them. Only files with the app's own names are restricted there. Not for Windows.
 */
export function makeHomeOwn(folder: string): void {
  if (containsProfile(folder)) {
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

/** Whether a folder, not a link to one, exists at a path. */
function isFolder(path: string): boolean {
  return lstatSync(path, { throwIfNoEntry: false })?.isDirectory() === true;
}

function containsProfile(folder: string): boolean {
  return containsFolder(folder, profile());
}

/**
 * Whether a folder is another or contains it, by the system's file ids: names may differ in case and by
 * links.
 */
export function containsFolder(folder: string, inner: string, identityOf = identity): boolean {
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

/** The person's home folder; the app's where the system knows none. */
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

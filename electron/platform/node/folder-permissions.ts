import { execFile } from 'node:child_process';
import { join, win32 } from 'node:path';
import { promisify } from 'node:util';
import { readWhole } from '../../lib/retry-while-locked.ts';
import { inTemporaryFolder } from '../../lib/temp-folder.ts';

/** Access to the system for reading permissions; a port, so that tests can simulate Windows. */
interface RightsOptions {
  platform?: NodeJS.Platform;
  systemRoot?: string;
  run?: (program: string, args: readonly string[]) => Promise<unknown>;
}

/**
 * Groups, besides the owner, the system and its administrators, that the permissions of the user's folder let
 * read it on Windows. None elsewhere, where file modes decide and are repaired. Rejects with the system's
 * error.
 */
export async function readersOfHome(folder: string, options: RightsOptions = {}): Promise<string[]> {
  const {
    platform = process.platform,
    systemRoot = process.env['SystemRoot'] ?? 'C:\\Windows',
    run = (program, args) => promisify(execFile)(program, [...args], { windowsHide: true }),
  } = options;
  return platform === 'win32' ? readersIn(await rightsOf(folder, { systemRoot, run })) : [];
}

/**
 * The permissions of a file or folder on Windows as SDDL, without its owner. Only `icacls.exe` is used, with
 * a file as output: its text depends on no language. Rejects with the system's error.
 */
export function rightsOf(
  path: string,
  { systemRoot, run }: Required<Pick<RightsOptions, 'systemRoot' | 'run'>>,
): Promise<string> {
  return inTemporaryFolder('carpeta-rights-', async (temporaryFolder) => {
    const file = join(temporaryFolder, 'rights.txt');
    // By its full path: a program of the same name may be in the current folder.
    await run(win32.join(systemRoot, 'System32', 'icacls.exe'), [path, '/save', file, '/q']);
    return (await readWhole(file)).toString('utf16le');
  });
}

/**
 * Groups of people who are not the owner, by their names in SDDL and by their identifiers (MS-DTYP, 2.4.2.4).
 */
const groups: readonly (readonly [name: string, sid: RegExp])[] = [
  ['WD', /^S-1-1-0$/],
  ['AN', /^S-1-5-7$/],
  ['NU', /^S-1-5-2$/],
  ['IU', /^S-1-5-4$/],
  ['AU', /^S-1-5-11$/],
  ['BU', /^S-1-5-32-545$/],
  ['BG', /^S-1-5-32-546$/],
  ['PU', /^S-1-5-32-547$/],
  ['DU', /^S-1-5-21-.*-513$/],
  ['DG', /^S-1-5-21-.*-514$/],
];
// FILE_READ_DATA, GENERIC_ALL and GENERIC_READ (MS-DTYP, 2.4.3); their letters in SDDL: file all and read,
// generic all and read, and CC for the first bit.
const readingBits = 0x9000_0001;
const readingLetters = /^(?:..)*(?:FA|FR|GA|GR|CC)/;

/** The groups that an SDDL text lets read: entries that allow, for the folder itself or for its content. */
export function readersIn(sddl: string): string[] {
  const entries = [...sddl.matchAll(/\((A|XA);[^;()]*;([^;()]*);[^;()]*;[^;()]*;([^;()]*)(?:;[^()]*)?\)/g)];
  const readers = entries.flatMap(([, , rights = '', who = '']) =>
    mayRead(rights)
      ? groups.filter(([name, sid]) => who === name || sid.test(who)).map(([name]) => name)
      : [],
  );
  return [...new Set(readers)];
}

function mayRead(rights: string): boolean {
  if (!rights.startsWith('0x')) return readingLetters.test(rights);
  return (Number(rights) & readingBits) !== 0;
}

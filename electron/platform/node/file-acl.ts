import { execFile } from 'node:child_process';
import { join, win32 } from 'node:path';
import { promisify } from 'node:util';
import { readWhole } from '../../lib/retry-while-locked.ts';
import { inTemporaryFolder } from '../../lib/temp-folder.ts';

/** What asking for rights needs of the system; a port, so that what Windows says is played in tests. */
export interface RightsOptions {
  platform?: NodeJS.Platform;
  systemRoot?: string;
  run?: (program: string, args: readonly string[]) => Promise<unknown>;
}

/**
 * Groups, beside the owner, the system and its administrators, that the rights of the user's folder let read
 * it on Windows; none elsewhere, where modes decide and are repaired. Rejects with what the system says.
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
 * The text of rights (SDDL) of a file or folder on Windows, without its owner. By `icacls.exe` alone, into a
 * file: that text is in no language. Rejects with what the system says.
 */
export function rightsOf(
  path: string,
  { systemRoot, run }: Required<Pick<RightsOptions, 'systemRoot' | 'run'>>,
): Promise<string> {
  return inTemporaryFolder('carpeta-rights-', async (place) => {
    const file = join(place, 'rights.txt');
    // By its whole path: a program of the same name may stand where the app was started.
    await run(win32.join(systemRoot, 'System32', 'icacls.exe'), [path, '/save', file, '/q']);
    return (await readWhole(file)).toString('utf16le');
  });
}

/**
 * Groups that hold people who are not the owner, by their names in SDDL and by their identifiers (MS-DTYP,
 * 2.4.2.4).
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

/**
 * The groups that a text of rights lets read: entries that allow, of the folder itself or of what is in it.
 */
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

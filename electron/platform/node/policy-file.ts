import { constants } from 'node:fs';
import { win32 } from 'node:path';
import { isObject } from '../../../shared/model/json.ts';
import type { ManagedValues } from '../../host.ts';
import { isMissing } from '../../lib/fs-errors.ts';
import { hasCode, patientNames } from '../../lib/retry-while-locked.ts';
import { rightsOf } from './folder-permissions.ts';
import type { Run } from './policy-registry.ts';

/** Where administrators may set values on Windows without the registry: a JSON object. */
const programDataFile = 'Carpeta\\policies.json';

interface ProgramDataOptions {
  systemRoot: string;
  programData: string;
  run: Run;
  readFile?: ((path: string) => Promise<Buffer>) | undefined;
  /**
   * Called with the reason why a file is skipped: certainly not an administrator's (`holdsNone`), or perhaps
   * one.
   */
  onUnread(cause: unknown, holdsNone: boolean): void;
}

/** Maximum size of a policy file, in bytes: each start reads it, and any user may create it. */
const maxBytes = 2 ** 20;

/**
 * Reads a whole file, with retries while it is locked. Rejects with the system's error, or with `EFBIG` for a
 * file larger than `maxBytes`.
 */
export async function readPolicyFile(path: string): Promise<Buffer> {
  await using file = await patientNames().open(path, constants.O_RDONLY);
  const { size } = await file.stat();
  if (size > maxBytes) throw withCode('EFBIG', `${path} has ${size} bytes`);
  return await file.readFile();
}

/**
 * The values of a file that administrators own and nobody else may write; undefined where there is none.
 * Users may create files in that folder; one of theirs is skipped, readable or not. Rejects where an
 * administrator's cannot be read, or its owner cannot be determined.
 */
export async function readProgramData(options: ProgramDataOptions): Promise<ManagedValues | undefined> {
  const { programData, readFile = readPolicyFile, onUnread } = options;
  const path = win32.join(programData, programDataFile);
  let content: Buffer;
  try {
    content = await readFile(path);
  } catch (error) {
    if (isMissing(error)) return undefined;
    const found = await findInUnread(error, path, options);
    if (found === 'policies') throw error;
    onUnread(error, found === 'none');
    return undefined;
  }
  if (!(await isOfAdministrators(path, options))) {
    onUnread(withCode('NOT_OF_ADMINISTRATORS', `${path} is not owned by administrators alone`), true);
    return undefined;
  }
  // Windows editors write a byte-order mark before UTF-8.
  const value: unknown = JSON.parse(content.toString('utf8').replace(/^\ufeff/, ''));
  if (!isObject(value)) throw new SyntaxError(`${path} holds no object`);
  return { ...value };
}

/** What an unreadable file contains: an administrator's policies, none, or perhaps some. */
async function findInUnread(
  error: unknown,
  path: string,
  options: ProgramDataOptions,
): Promise<'policies' | 'none' | 'perhaps'> {
  // A folder contains no policies.
  if (hasCode(error, 'EISDIR')) return 'none';
  try {
    return (await isOfAdministrators(path, options)) ? 'policies' : 'none';
  } catch {
    // An unreadable file may be one that a user put there.
    return hasCode(error, 'EACCES', 'EPERM', 'EFBIG') ? 'perhaps' : 'policies';
  }
}

function withCode(code: string, message: string): Error {
  return Object.assign(new Error(message), { code });
}

/**
 * What Windows PowerShell reports where the permissions of a file are hidden; administrators let everybody
 * read them.
 */
const unseen = 'System.UnauthorizedAccessException';

/**
 * Whether administrators own a file and nobody else may write it. Some offices forbid PowerShell, which
 * reports the owner; then a file that others may write counts as not an administrator's. Rejects where
 * neither can be determined.
 */
async function isOfAdministrators(path: string, options: ProgramDataOptions): Promise<boolean> {
  try {
    return await isTheirsByOwner(path, options);
  } catch (error) {
    // An office may forbid this program, too; the first program's error counts.
    const rights = await rightsOf(path, options).catch(() => '');
    if (!/^D:/m.test(rights) || isWrittenByAdministratorsAlone(rights)) throw error;
    return false;
  }
}

async function isTheirsByOwner(path: string, { systemRoot, run }: ProgramDataOptions): Promise<boolean> {
  const powershell = win32.join(systemRoot, 'System32\\WindowsPowerShell\\v1.0\\powershell.exe');
  const quoted = `'${path.replaceAll("'", "''")}'`;
  const command = [
    // A newer PowerShell that started the app puts its own modules here, which this one cannot load.
    "$env:PSModulePath = $PSHOME + '\\Modules'",
    `try { (Get-Acl -LiteralPath ${quoted} -ErrorAction Stop).Sddl } catch { $_.FullyQualifiedErrorId }`,
  ].join('; ');
  const said = (await run(powershell, ['-NoProfile', '-NonInteractive', '-Command', command])).trim();
  if (said.startsWith('O:')) return givesToAdministratorsAlone(said);
  if (said.startsWith(unseen)) return false;
  throw withCode(said, `the rights of ${path} cannot be read: ${said}`);
}

// The administrators, the system, and the installer of Windows (MS-DTYP, 2.4.2.4).
const administrators = /^(BA|SY|S-1-5-32-544|S-1-5-18|S-1-5-80-956008885-\d+-\d+-\d+-\d+)$/;
// All but reading: data, attributes, deletion, permissions, owner, and what combines several of them
// (MS-DTYP, 2.4.3).
const writingBits = 0x500d_0156;
const writingLetters = /^(?:..)*(?:FA|FW|GA|GW|KA|KW|DC|LC|WP|DT|SD|WD|WO)/;

/** Whether an SDDL text names administrators as the owner, and lets nobody else write. */
function givesToAdministratorsAlone(sddl: string): boolean {
  const owner = /^O:(S-1-[\d-]+|[A-Z]{2})/.exec(sddl)?.[1] ?? '';
  return administrators.test(owner) && isWrittenByAdministratorsAlone(sddl);
}

/** Whether an SDDL text lets administrators write, and nobody else. */
function isWrittenByAdministratorsAlone(sddl: string): boolean {
  const entries = [...sddl.matchAll(/\((A|XA);[^;()]*;([^;()]*);[^;()]*;[^;()]*;([^;()]*)(?:;[^()]*)?\)/g)];
  const hasList = /D:[A-Z]*\(/.test(sddl);
  return (
    hasList && entries.every(([, , rights = '', who = '']) => administrators.test(who) || !mayWrite(rights))
  );
}

function mayWrite(rights: string): boolean {
  if (!rights.startsWith('0x')) return writingLetters.test(rights);
  return (Number(rights) & writingBits) !== 0;
}

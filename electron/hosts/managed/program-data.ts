import { win32 } from 'node:path';
import { isMissing, readWhole } from '../../disk/index.ts';
import type { ManagedValues } from '../../host.ts';
import type { Run } from './read-registry.ts';

/** Where administrators may put values on Windows where the registry is not to be read: a JSON object. */
const programDataFile = 'Carpeta\\policies.json';

export interface ProgramDataOptions {
  systemRoot: string;
  programData: string;
  run: Run;
  readFile?: ((path: string) => Promise<Buffer>) | undefined;
  /** Hears of a file that is none of an administrator's. */
  onUnread(cause: unknown): void;
}

/**
 * The values of a file that administrators own and nobody else may write; undefined where there is none. People may make files in that
 * folder, so one of theirs is passed over. Rejects where a file is there and cannot be read, or nobody can tell whose it is.
 */
export async function readProgramData(options: ProgramDataOptions): Promise<ManagedValues | undefined> {
  const { systemRoot, programData, run, readFile = readWhole, onUnread } = options;
  const path = win32.join(programData, programDataFile);
  let content: Buffer;
  try {
    content = await readFile(path);
  } catch (thrown) {
    if (isMissing(thrown)) return undefined;
    throw thrown;
  }
  const powershell = win32.join(systemRoot, 'System32\\WindowsPowerShell\\v1.0\\powershell.exe');
  const quoted = `'${path.replaceAll("'", "''")}'`;
  const rights = await run(powershell, [
    ...['-NoProfile', '-NonInteractive', '-Command', `(Get-Acl -LiteralPath ${quoted}).Sddl`],
  ]);
  if (!isOfAdministrators(rights)) {
    onUnread(new Error(`${path} is not owned by administrators alone`));
    return undefined;
  }
  // Editors of Windows put a mark before UTF-8.
  const value: unknown = JSON.parse(content.toString('utf8').replace(/^\ufeff/, ''));
  if (typeof value !== 'object' || value === null || Array.isArray(value))
    throw new SyntaxError(`${path} holds no object`);
  return { ...value };
}

// The administrators, the system, and the installer of Windows (MS-DTYP, 2.4.2.4).
const administrators = /^(BA|SY|S-1-5-32-544|S-1-5-18|S-1-5-80-956008885-\d+-\d+-\d+-\d+)$/;
// All but reading: data, attributes, deletion, rights, owner, and what stands for several of them (MS-DTYP, 2.4.3).
const writingBits = 0x500d_0156;
const writingLetters = /^(?:..)*(?:FA|FW|GA|GW|KA|KW|DC|LC|WP|DT|SD|WD|WO)/;

/** Whether a text of rights (SDDL) names administrators as the owner, and lets nobody else write. */
function isOfAdministrators(sddl: string): boolean {
  const owner = /^\s*O:(S-1-[\d-]+|[A-Z]{2})/.exec(sddl)?.[1] ?? '';
  const entries = [...sddl.matchAll(/\((A|XA);[^;()]*;([^;()]*);[^;()]*;[^;()]*;([^;()]*)(?:;[^()]*)?\)/g)];
  const hasList = /D:[A-Z]*\(/.test(sddl);
  return (
    administrators.test(owner) &&
    hasList &&
    entries.every(([, , rights = '', who = '']) => administrators.test(who) || !mayWrite(rights))
  );
}

function mayWrite(rights: string): boolean {
  if (!rights.startsWith('0x')) return writingLetters.test(rights);
  return (Number(rights) & writingBits) !== 0;
}

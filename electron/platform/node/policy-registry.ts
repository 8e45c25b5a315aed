import { join, win32 } from 'node:path';
import type { Clock, ManagedValues } from '../../host.ts';
import { machineTime, patiently, readWhole } from '../../lib/retry-while-locked.ts';
import { inTemporaryFolder } from '../../lib/temp-folder.ts';
import { parseRegistryExport } from './registry-values.ts';

/** Returns a program's output; rejects when it fails, with the exit code as `code`. */
export type Run = (program: string, args: readonly string[]) => Promise<string>;

/**
 * Where administrators set values; a later one overrides an earlier one. 32-bit programs may have written
 * into their own view.
 */
const registryKeys = [
  { hive: 'HKEY_CURRENT_USER', view: '64' },
  { hive: 'HKEY_LOCAL_MACHINE', view: '32' },
  { hive: 'HKEY_LOCAL_MACHINE', view: '64' },
] as const;

type RegistryKey = (typeof registryKeys)[number];

const software = 'SOFTWARE';
const policies = `${software}\\Policies`;

interface RegistryOptions {
  clock?: Pick<Clock, 'sleep'>;
  /** Of the key under Policies; tests have their own, because every start reads the app's. */
  name?: string;
}

/**
 * Values of the registry, user and machine apart: another source overrides the first and is overridden by the
 * second.
 */
interface RegistryValues {
  user: ManagedValues;
  machine: ManagedValues;
}

/**
 * The values under Policies in the registry of Windows, read with `reg.exe` alone: offices forbid `cmd.exe`.
 * They are exported to a file, whose encoding is known; a console's is not. `onUnread` gets the error of
 * `reg.exe` where it is unclear whether there is a key. Rejects with that error where a key exists and cannot
 * be read.
 */
export async function readRegistry(
  run: Run,
  systemRoot: string,
  onUnread: (cause: unknown) => void,
  { clock = machineTime, name = 'Carpeta' }: RegistryOptions = {},
): Promise<RegistryValues> {
  // By its full path: a program of the same name may be in the current folder.
  const reg = win32.join(systemRoot, 'System32', 'reg.exe');
  const [user = {}, ...machine] = await Promise.all(
    registryKeys.map((index) => readRegistryKey((args) => run(reg, args), index, { name, clock, onUnread })),
  );
  return { user, machine: Object.fromEntries(machine.flatMap((values) => Object.entries(values))) };
}

type Reg = (args: readonly string[]) => Promise<string>;

interface Reading {
  name: string;
  clock: Pick<Clock, 'sleep'>;
  onUnread(cause: unknown): void;
}

async function readRegistryKey(
  reg: Reg,
  { hive, view }: RegistryKey,
  { name, clock, onUnread }: Reading,
): Promise<ManagedValues> {
  const inView: Reg = (args) => reg([...args, `/reg:${view}`]);
  const key = `${hive}\\${policies}\\${name}`;
  const failed = new Set<unknown>();
  const read = async (): Promise<ManagedValues> => {
    if (!(await isThere(inView, hive, key))) return {};
    return exported(inView, key).catch((error: unknown) => {
      failed.add(error);
      throw error;
    });
  };
  try {
    // Windows removes a key for a moment when it reapplies policies: a start in between retries.
    return await patiently(clock, read, { mayPass: (error) => failed.has(error) && isAccessDenied(error) });
  } catch (error) {
    if (failed.has(error)) throw error;
    onUnread(error);
    return {};
  }
}

/**
 * `reg.exe` exits with 1 both for a missing key and for an unreadable one; a listing of the parent key, which
 * always exists, tells which.
 */
async function isThere(reg: Reg, hive: string, key: string): Promise<boolean> {
  let listed: string;
  try {
    listed = await reg(['query', `${hive}\\${policies}`]);
  } catch (error) {
    if (!isAccessDenied(error)) throw error;
    if (names(await reg(['query', `${hive}\\${software}`]), `${hive}\\${policies}`)) throw error;
    return false;
  }
  return names(listed, key);
}

function isAccessDenied(error: unknown): boolean {
  return error instanceof Error && 'code' in error && error.code === 1;
}

/**
 * Whether a list of keys, one per line, contains a key. These have no letters that a console could garble.
 */
function names(listed: string, key: string): boolean {
  return listed.split(/\r?\n/).some((line) => line.trim().toLowerCase() === key.toLowerCase());
}

function exported(reg: Reg, key: string): Promise<ManagedValues> {
  return inTemporaryFolder('carpeta-policies-', async (folder) => {
    const file = join(folder, 'policies.reg');
    await reg(['export', key, file, '/y']);
    return parseRegistryExport(await readWhole(file), key);
  });
}

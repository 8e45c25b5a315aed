import { join, win32 } from 'node:path';
import type { Clock, ManagedValues } from '../../host.ts';
import { machineTime, patiently, readWhole } from '../../lib/retry-while-locked.ts';
import { inTemporaryFolder } from '../../lib/temp-folder.ts';
import { parseRegistryExport } from './registry-values.ts';

/** Gives a program's output; rejects when it fails, with the exit code as `code`. */
export type Run = (program: string, args: readonly string[]) => Promise<string>;

/**
 * Where administrators set values, the one that wins last. Programs of 32 bits may have written into a view
 * of their own.
 */
const places = [
  { hive: 'HKEY_CURRENT_USER', view: '64' },
  { hive: 'HKEY_LOCAL_MACHINE', view: '32' },
  { hive: 'HKEY_LOCAL_MACHINE', view: '64' },
] as const;

type Place = (typeof places)[number];

const software = 'SOFTWARE';
const policies = `${software}\\Policies`;

export interface RegistryOptions {
  clock?: Pick<Clock, 'sleep'>;
  /** Of the key under Policies; tests have one of their own, because every start reads that of the app. */
  name?: string;
}

/** Values of the registry, those of the machine apart: what else an administrator sets stands between. */
export interface RegistryValues {
  user: ManagedValues;
  machine: ManagedValues;
}

/**
 * The values under Policies in the registry of Windows, by `reg.exe` alone: offices forbid `cmd.exe`. They
 * come through a file, whose encoding is known, where a console's is not. `onUnread` hears what `reg.exe`
 * says where it does not tell whether there is a key; rejects with that where a key is there and cannot be
 * read.
 */
export async function readRegistry(
  run: Run,
  systemRoot: string,
  onUnread: (cause: unknown) => void,
  { clock = machineTime, name = 'Carpeta' }: RegistryOptions = {},
): Promise<RegistryValues> {
  // By its whole path: a program of the same name may stand where the app was started.
  const reg = win32.join(systemRoot, 'System32', 'reg.exe');
  const [user = {}, ...machine] = await Promise.all(
    places.map((index) => readPlace((args) => run(reg, args), index, { name, clock, onUnread })),
  );
  return { user, machine: Object.fromEntries(machine.flatMap((values) => Object.entries(values))) };
}

type Reg = (args: readonly string[]) => Promise<string>;

interface Reading {
  name: string;
  clock: Pick<Clock, 'sleep'>;
  onUnread(cause: unknown): void;
}

async function readPlace(
  reg: Reg,
  { hive, view }: Place,
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
    // Windows takes a key away for a moment when it applies policies anew: a start in between looks again.
    return await patiently(clock, read, { mayPass: (error) => failed.has(error) && isAccessDenied(error) });
  } catch (error) {
    if (failed.has(error)) throw error;
    onUnread(error);
    return {};
  }
}

/**
 * `reg.exe` ends with 1 for a key that is not there as for one that cannot be read: the key above it, which
 * is always there, tells which.
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
 * Whether a key stands in a list of keys, one in each line. These have no letters that a console could spoil.
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

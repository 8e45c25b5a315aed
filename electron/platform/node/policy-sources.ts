import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { promisify } from 'node:util';
import { isObject } from '../../../shared/model/json.ts';
import type { Clock, ManagedValues } from '../../host.ts';
import { readProgramData } from './policy-file.ts';
import { type Run, readRegistry } from './policy-registry.ts';

const execute = promisify(execFile);

/** The name under which administrators set values. */
const managedName = 'cl.carpeta.app';
const propertyList = `/Library/Managed Preferences/${managedName}.plist`;

type OnUnread = (cause: unknown, holdsNone: boolean) => void;

/** Access to the system for reading policies; a port, so that every system's way runs in tests. */
interface ManagedOptions {
  platform?: NodeJS.Platform;
  /** The folder of Windows (`%SystemRoot%`). */
  systemRoot?: string;
  /** The folder of data shared by all users, on Windows. */
  programData?: string;
  run?: Run;
  isThere?: (path: string) => boolean;
  readFile?: (path: string) => Promise<Buffer>;
  /** Paces the retries while policies are being applied. */
  clock?: Pick<Clock, 'sleep'>;
  /** Name of the key in the registry of Windows. Default: that of the app. */
  name?: string;
}

/**
 * What an administrator has set: on Windows the registry under Policies and an administrators' file, on macOS
 * the managed preferences of a device management, elsewhere nothing. Never a file that the user of the app
 * could write. `onUnread` gets the error of a source that could not be read and may be empty, and whether it
 * certainly is. Rejects where a source with values cannot be read.
 */
export async function readManaged(
  onUnread: OnUnread = () => undefined,
  options: ManagedOptions = {},
): Promise<ManagedValues> {
  const { platform = process.platform, run = output, isThere = existsSync } = options;
  const patientRun = untilInTime(run);
  switch (platform) {
    case 'win32':
      return readOfWindows(patientRun, onUnread, options);
    case 'darwin':
      return isThere(propertyList)
        ? parseObject(await patientRun('/usr/bin/plutil', ['-convert', 'json', '-o', '-', propertyList]))
        : {};
    default:
      return {};
  }
}

/**
 * The user's registry, then the administrators' file, then the machine's registry: a later one overrides an
 * earlier one.
 */
async function readOfWindows(run: Run, onUnread: OnUnread, options: ManagedOptions): Promise<ManagedValues> {
  const systemRoot = options.systemRoot ?? process.env['SystemRoot'] ?? 'C:\\Windows';
  const programData = options.programData ?? process.env['ProgramData'] ?? 'C:\\ProgramData';
  const unread: unknown[] = [];
  const [inFile, { user, machine }] = await Promise.all([
    readProgramData({ systemRoot, programData, run, readFile: options.readFile, onUnread }),
    readRegistry(run, systemRoot, (cause) => unread.push(cause), options),
  ]);
  // With an administrators' file, the unreadable registry does not matter.
  if (inFile === undefined && unread.length > 0) onUnread(unread[0], false);
  return mergedByName([user, inFile ?? {}, machine].flatMap((values) => Object.entries(values)));
}

/** Values by name, the last of each: registry names are case-insensitive. */
function mergedByName(values: readonly [string, unknown][]): ManagedValues {
  const merged = new Map(values.map((value) => [value[0].toLowerCase(), value]));
  return Object.fromEntries(merged.values());
}

/** Timeout of a program, in milliseconds. */
const timeout = 10_000;
/** Attempts after a timeout: while everybody logs in, the first may be slow. */
const attempts = 3;

async function output(program: string, args: readonly string[]): Promise<string> {
  const { stdout } = await execute(program, args, { windowsHide: true, timeout });
  return stdout;
}

/** Retries a program after a timeout. */
function untilInTime(run: Run): Run {
  return async (program, args) => {
    for (let attempt = 1; ; attempt += 1) {
      try {
        return await run(program, args);
      } catch (error) {
        if (attempt === attempts || !tookTooLong(error)) throw error;
      }
    }
  };
}

/** Node kills a program that exceeds its timeout (`child_process.execFile`, timeout). */
function tookTooLong(error: unknown): boolean {
  return error instanceof Error && 'killed' in error && error.killed === true;
}

function parseObject(text: string): ManagedValues {
  const value: unknown = JSON.parse(text);
  return isObject(value) ? { ...value } : {};
}

import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { promisify } from 'node:util';
import type { Clock, ManagedValues } from '../../host.ts';
import { readProgramData } from './policies-file.ts';
import { type Run, readRegistry } from './policies-registry.ts';

const execute = promisify(execFile);

/** The name under which administrators set values. */
const managedName = 'cl.carpeta.app';
const propertyList = `/Library/Managed Preferences/${managedName}.plist`;

type OnUnread = (cause: unknown, holdsNone: boolean) => void;

/** What reading asks of the system; a port, so that every system's way runs in tests. */
export interface ManagedOptions {
  platform?: NodeJS.Platform;
  /** The folder of Windows. */
  systemRoot?: string;
  /** The folder of what programs keep for everybody, on Windows. */
  programData?: string;
  run?: Run;
  isThere?: (path: string) => boolean;
  readFile?: (path: string) => Promise<Buffer>;
  /** What is waited by for policies that are just being applied. */
  clock?: Pick<Clock, 'sleep'>;
  /** Of the key in the registry of Windows. Default: that of the app. */
  name?: string;
}

/**
 * What an administrator has set: on Windows the registry under Policies and a file of theirs, on macOS the
 * managed preferences that a device management puts on the machine, elsewhere nothing. Never a file that the
 * user of the app could write. `onUnread` hears why a place could not be read of which nothing says that
 * something is set there, and whether it is known to hold nothing; rejects where something is.
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
 * What is set for the user of the registry, then in the administrators' file, then for the machine: the last
 * one wins.
 */
async function readOfWindows(run: Run, onUnread: OnUnread, options: ManagedOptions): Promise<ManagedValues> {
  const systemRoot = options.systemRoot ?? process.env['SystemRoot'] ?? 'C:\\Windows';
  const programData = options.programData ?? process.env['ProgramData'] ?? 'C:\\ProgramData';
  const unread: unknown[] = [];
  const [inFile, { user, machine }] = await Promise.all([
    readProgramData({ systemRoot, programData, run, readFile: options.readFile, onUnread }),
    readRegistry(run, systemRoot, (cause) => unread.push(cause), options),
  ]);
  // Who has put a file there has said where policies are.
  if (inFile === undefined && unread.length > 0) onUnread(unread[0], false);
  return mergedByName([user, inFile ?? {}, machine].flatMap((values) => Object.entries(values)));
}

/**
 * Values by their names, the last of each: to the registry names in small letters and in capitals are the
 * same.
 */
function mergedByName(values: readonly [string, unknown][]): ManagedValues {
  const merged = new Map(values.map((value) => [value[0].toLowerCase(), value]));
  return Object.fromEntries(merged.values());
}

/** Milliseconds that a program may take. */
const timeout = 10_000;
/** How often one that took longer is started: while everybody logs in, the first may be slow. */
const attempts = 3;

async function output(program: string, args: readonly string[]): Promise<string> {
  const { stdout } = await execute(program, args, { windowsHide: true, timeout });
  return stdout;
}

/** Runs a program again that took too long. */
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

/** Node ends a program that takes longer than it may (`child_process.execFile`, timeout). */
function tookTooLong(error: unknown): boolean {
  return error instanceof Error && 'killed' in error && error.killed === true;
}

function parseObject(text: string): ManagedValues {
  const value: unknown = JSON.parse(text);
  return typeof value === 'object' && value !== null && !Array.isArray(value) ? { ...value } : {};
}

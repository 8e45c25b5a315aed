import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { promisify } from 'node:util';
import type { Clock, ManagedValues } from '../../host.ts';
import { type Run, readRegistry } from './read-registry.ts';

const execute = promisify(execFile);

/** The name under which administrators set values. */
export const managedName = 'cl.carpeta.app';
const propertyList = `/Library/Managed Preferences/${managedName}.plist`;

/** What reading asks of the system; a port, so that every system's way runs in tests. */
export interface ManagedOptions {
  platform?: NodeJS.Platform;
  /** The folder of Windows. */
  systemRoot?: string;
  run?: Run;
  isThere?: (path: string) => boolean;
  /** What is waited by for policies that are just being applied. */
  clock?: Pick<Clock, 'sleep'>;
  /** Of the key in the registry of Windows. Default: that of the app. */
  name?: string;
}

/**
 * What an administrator has set: on Windows the registry under Policies, on macOS the managed preferences that a device management puts
 * on the machine, elsewhere nothing. Never a file that the user of the app could write.
 */
export async function readManaged(options: ManagedOptions = {}): Promise<ManagedValues> {
  const { platform = process.platform, run = output, isThere = existsSync } = options;
  const systemRoot = options.systemRoot ?? process.env['SystemRoot'] ?? 'C:\\Windows';
  switch (platform) {
    case 'win32':
      return readRegistry(run, systemRoot, options);
    case 'darwin':
      return isThere(propertyList)
        ? parseObject(await run('/usr/bin/plutil', ['-convert', 'json', '-o', '-', propertyList]))
        : {};
    default:
      return {};
  }
}

async function output(program: string, args: readonly string[]): Promise<string> {
  const { stdout } = await execute(program, args, { windowsHide: true, timeout: 10_000 });
  return stdout;
}

function parseObject(text: string): ManagedValues {
  const value: unknown = JSON.parse(text);
  return typeof value === 'object' && value !== null && !Array.isArray(value) ? { ...value } : {};
}

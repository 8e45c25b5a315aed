import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { win32 } from 'node:path';
import { promisify } from 'node:util';
import type { ManagedValues } from '../../host.ts';
import { parseRegistry } from './registry.ts';

const execute = promisify(execFile);

/** The name under which administrators set values. */
export const managedName = 'cl.carpeta.app';
/** Machine before user, as Windows itself ranks them; both can be written by administrators alone. */
const registryKeys = ['HKLM\\SOFTWARE\\Policies\\Carpeta', 'HKCU\\SOFTWARE\\Policies\\Carpeta'];
const propertyList = `/Library/Managed Preferences/${managedName}.plist`;

/** What reading asks of the system; a port, so that every system's way runs in tests. */
export interface ManagedOptions {
  platform?: NodeJS.Platform;
  /** The folder of Windows. */
  systemRoot?: string;
  /** Gives a program's output; rejects when it fails. */
  run?: (program: string, args: readonly string[]) => Promise<string>;
  isThere?: (path: string) => boolean;
}

/**
 * What an administrator has set: on Windows the registry under Policies, on macOS the managed preferences that a device management puts
 * on the machine, elsewhere nothing. Never a file that the user of the app could write.
 */
export async function readManaged(options: ManagedOptions = {}): Promise<ManagedValues> {
  const { platform = process.platform, run = output, isThere = existsSync } = options;
  const systemRoot = options.systemRoot ?? process.env['SystemRoot'] ?? 'C:\\Windows';
  switch (platform) {
    case 'win32': {
      // By their whole paths: a program of the same name may stand where the app was started.
      const [shell, query] = ['cmd.exe', 'reg.exe'].map((name) => win32.join(systemRoot, 'System32', name));
      const texts = await Promise.all(
        registryKeys.map((key) => {
          // `reg.exe` writes what its console is set to, which is UTF-8 nowhere.
          const command = `chcp 65001>nul & ${query} query ${key}`;
          return run(shell ?? '', ['/d', '/s', '/c', command]).catch(noneThere);
        }),
      );
      return Object.assign({}, ...texts.map(parseRegistry).reverse());
    }
    case 'darwin':
      return isThere(propertyList)
        ? parseObject(await run('/usr/bin/plutil', ['-convert', 'json', '-o', '-', propertyList]))
        : {};
    default:
      return {};
  }
}

/** `reg.exe` ends with 1 for a key that is not there; anything else means that nobody knows what was set. */
function noneThere(thrown: unknown): string {
  if (thrown instanceof Error && 'code' in thrown && thrown.code === 1) return '';
  throw thrown;
}

async function output(program: string, args: readonly string[]): Promise<string> {
  const { stdout } = await execute(program, args, { windowsHide: true, timeout: 10_000 });
  return stdout;
}

function parseObject(text: string): ManagedValues {
  const value: unknown = JSON.parse(text);
  return typeof value === 'object' && value !== null && !Array.isArray(value) ? { ...value } : {};
}

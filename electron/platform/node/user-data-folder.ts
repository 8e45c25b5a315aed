import { homedir } from 'node:os';
import { join, resolve } from 'node:path';

/**
 * The folder of settings, store and logs: `CARPETA_HOME`, else the system's usual one. On Windows the local
 * profile, because the roaming one is copied over the network at each login.
 */
export function userDataFolder(
  env: Readonly<Record<string, string | undefined>>,
  platform: NodeJS.Platform,
  home = homedir(),
): string {
  if (env['CARPETA_HOME']) return resolve(env['CARPETA_HOME']);
  switch (platform) {
    case 'win32':
      return join(env['LOCALAPPDATA'] || join(home, 'AppData', 'Local'), 'Carpeta');
    case 'darwin':
      return join(home, 'Library', 'Application Support', 'Carpeta');
    default:
      return join(env['XDG_CONFIG_HOME'] || join(home, '.config'), 'Carpeta');
  }
}

import { temporaryFolder } from '../disk/temporary-folder.ts';
import type { RealKeychain } from './keychain.ts';
import { type RunningCli, spawnCli } from './run-cli.ts';

/** A home of the terminal beside a real keychain. */
export interface KeychainFixture {
  home: string;
  /** A command as a process of its own, answered in JSON. */
  run(argv: readonly string[], stdin?: string): RunningCli;
}

export function keychainFixture(keychain: RealKeychain): KeychainFixture {
  const home = temporaryFolder();
  const env = { ...keychain.env, CARPETA_HOME: home };
  return { home, run: (argv, stdin = '') => spawnCli([...argv, '--json'], { env, stdin }) };
}

/** The command that adds a connection. */
export function addConnection(name: string, baseUrl: string, agency: string): string[] {
  return ['connection', 'add', name, '--base-url', baseUrl, '--agency', agency];
}

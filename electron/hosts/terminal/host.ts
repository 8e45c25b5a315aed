import { randomUUID } from 'node:crypto';
import type { Host } from '../../host.ts';
import { makeUserData, userDataFolder } from '../home/index.ts';
import { readManaged } from '../managed/index.ts';
import { systemClock } from './clock.ts';
import { terminalDesktop } from './desktop.ts';
import { createKeychain } from './keychain.ts';
import { createOpen } from './open.ts';
import { createPreferences } from './preferences.ts';

/** The host of a terminal, and the way to let go of its connections. */
export type TerminalHost = Host & { close(): void };

/**
 * A terminal as the place the app runs in: Node's own http, the OS keychain, a file of preferences, no dialogs. Throws `FOLDER_UNWRITABLE` or
 * `DISK_FULL` where the folder of the user's data cannot be written.
 */
export function createTerminalHost(
  env: Readonly<Record<string, string | undefined>> = process.env,
): TerminalHost {
  const userData = userDataFolder(env, process.platform);
  makeUserData(userData);
  const { open, close } = createOpen({ env });
  return {
    kind: 'terminal',
    userData,
    open,
    secrets: createKeychain(),
    preferences: createPreferences(userData),
    desktop: terminalDesktop,
    clock: systemClock,
    random: Math.random,
    uuid: randomUUID,
    readManaged,
    close,
  };
}

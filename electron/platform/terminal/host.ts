import { randomUUID } from 'node:crypto';
import { setTimeout as wait } from 'node:timers/promises';
import type { Clock, Desktop, Host } from '../../host.ts';
import { createKeychain } from '../node/keychain.ts';
import { makeUserData } from '../node/make-user-data.ts';
import { markAsForeign } from '../node/mark-of-the-web.ts';
import { readManaged } from '../node/policy-sources.ts';
import { userDataFolder } from '../node/user-data-folder.ts';
import { createHttpClient } from './http-client.ts';
import { createPreferences } from './preferences-file.ts';
import { startWorker } from './start-worker.ts';

/** The host of a terminal, with `close` for its connections. */
export type TerminalHost = Host & { close(): void };

/**
 * A terminal as the host of the app: Node's own http, the OS keychain, a file of preferences, no dialogs.
 * Inside Electron, `startWorker` is Electron's. Throws `FOLDER_UNWRITABLE` or `DISK_FULL` where the folder of
 * the user's data cannot be written.
 */
export function createTerminalHost(
  env: Readonly<Record<string, string | undefined>> = process.env,
  overrides: Partial<Pick<Host, 'startWorker'>> = {},
): TerminalHost {
  const userData = userDataFolder(env, process.platform);
  makeUserData(userData);
  const { httpGet, close } = createHttpClient({ env });
  return {
    kind: 'terminal',
    userData,
    httpGet,
    secrets: createKeychain(),
    preferences: createPreferences(userData),
    desktop: terminalDesktop,
    clock: systemClock,
    startWorker,
    random: Math.random,
    uuid: randomUUID,
    readManaged: (onUnread) => readManaged(onUnread),
    close,
    ...overrides,
  };
}

export const systemClock: Clock = {
  now: () => Date.now(),
  elapsed: () => performance.now(),
  sleep: (ms, signal) => wait(ms, undefined, signal && { signal }),
};

/**
 * What a terminal can do for a person: it selects, shows and opens nothing. Paths come with the command,
 * which also counts as the confirmation.
 */
export const terminalDesktop: Desktop = {
  chooseFolder: async () => undefined,
  chooseSavePath: async () => undefined,
  chooseFile: async () => undefined,
  confirm: async () => true,
  openFile: async () => undefined,
  showInFolder: async () => undefined,
  printFile: async () => undefined,
  startDrag: () => undefined,
  composeMail: async () => undefined,
  openPage: async () => undefined,
  markAsForeign: (path) => markAsForeign(path),
  keepAwake: () => () => undefined,
  showProgress: () => undefined,
};

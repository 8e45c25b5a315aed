import { randomUUID } from 'node:crypto';
import type { Desktop, Host } from '../../../electron/host.ts';
import {
  createHttpClient,
  startWorker,
  systemClock,
  terminalDesktop,
} from '../../../electron/platform/terminal/index.ts';
import { memoryPreferences } from './preferences.ts';
import { memorySecrets } from './secrets.ts';

export interface HostOverrides extends Partial<Omit<Host, 'desktop'>> {
  desktop?: Partial<Desktop>;
}

/**
 * A host of real network and disk whose keychain and preferences are in memory; `userData` is a folder of the
 * test.
 */
export function testHost(userData: string, { desktop, ...overrides }: HostOverrides = {}): Host {
  return {
    kind: 'terminal',
    userData,
    httpGet: createHttpClient().httpGet,
    secrets: memorySecrets(),
    preferences: memoryPreferences(),
    clock: systemClock,
    startWorker,
    random: Math.random,
    uuid: randomUUID,
    desktop: { ...terminalDesktop, ...desktop },
    ...overrides,
  };
}

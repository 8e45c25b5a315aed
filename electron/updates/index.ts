import type { Handlers } from '../../shared/contract.ts';
import type { AppContext } from '../app-context.ts';
import type { HttpGet, Preferences } from '../host.ts';
import { Updates } from './updates.ts';

interface UpdatesOptions {
  /** For a URL unrelated to the agencies. */
  httpGet: HttpGet;
  preferences: Preferences;
  /** The running version. */
  version: string;
  /** Whether to check at all: only where a person can see the notice, and the internet is in reach. */
  checks: boolean;
}

/** Checks daily for a newer version. */
export function createUpdates(
  context: Pick<AppContext, 'clock' | 'desktop' | 'settings' | 'emit' | 'reportError'>,
  { httpGet, preferences, version, checks }: UpdatesOptions,
) {
  const updates = new Updates({
    httpGet,
    clock: context.clock,
    preferences,
    version,
    address: () => context.settings().updateAddress,
    openPage: (page) => context.desktop.openPage(page),
    onChanged: (state) => context.emit('updates.changed', state),
    onError: (error) => context.reportError('looking for a newer version', error),
  });
  if (checks) updates.begin();
  return {
    handlers: {
      'updates.get': async () => updates.state(),
      'updates.openPage': ({ version }) => updates.openPage(version),
      'updates.dismiss': async ({ version }) => updates.dismiss(version),
      'updates.recall': async ({ version }) => updates.recall(version),
    } satisfies Partial<Handlers>,
    close: () => updates.close(),
  };
}

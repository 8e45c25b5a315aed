import type { Handlers } from '../../shared/contract.ts';
import type { Log } from '../diagnostics/index.ts';
import type { Host } from '../host.ts';
import { readPolicies } from './read-policies.ts';
import { createSettingsStore, type SettingsChanges, type SettingsStore } from './settings.ts';

export { createSettingsStore, type SettingsChanges };

/**
 * The settings of a host's preferences, overridden by those of an administrator and those of this run.
 * `managedConnections` are the agencies that an administrator has set, `unreadPolicies` why some policies
 * could not be read. Rejects with `POLICIES_UNREADABLE`, and as `createSettingsStore` throws.
 */
export async function createSettings(
  host: Pick<Host, 'preferences' | 'clock' | 'readManaged'>,
  log: Log,
  ofThisRun?: SettingsChanges,
): Promise<{ settings: SettingsStore; managedConnections: unknown; unreadPolicies: string | undefined }> {
  const read = await readPolicies(host, (error) => log.error('remembering policies', error));
  const { values: managed, unread: unreadPolicies } = read;
  if (unreadPolicies !== undefined) log.note('policies could not be read', { reason: unreadPolicies });
  const settings = createSettingsStore(host.preferences, managed, ofThisRun, {
    clock: host.clock,
    onError: (error) => log.error('reading settings', error),
  });
  for (const setting of settings.unusable) log.note('managed setting cannot be used', { setting });
  return { settings, managedConnections: managed['connections'], unreadPolicies };
}

/** The settings' part of the contract. */
export function settingsHandlers(settings: SettingsStore) {
  return {
    'settings.get': async () => settings.view(),
    'settings.change': async (changes) => settings.change(changes),
  } satisfies Partial<Handlers>;
}

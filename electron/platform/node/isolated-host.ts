import { join } from 'node:path';
import { AppError } from '../../../shared/errors.ts';
import type { Host } from '../../host.ts';

/**
 * A host with a keychain, preferences and a store apart from the person's own: for a window that another
 * program can inspect. Preferences are lost at the end.
 */
export function createIsolatedHost(host: Host): Host {
  const preferences = new Map<string, unknown>();
  const noKeychain = () =>
    Promise.reject(
      new AppError('NO_KEYCHAIN', 'only the practice agency may be used', {
        values: { reason: 'practice-only', detail: '' },
      }),
    );
  const { readManaged: _, ...rest } = host;
  return {
    ...rest,
    userData: join(host.userData, 'practice-only'),
    secrets: { get: noKeychain, set: noKeychain, remove: noKeychain },
    preferences: {
      get: (key) => preferences.get(key),
      change: (key, next) => void preferences.set(key, next(preferences.get(key))),
    },
  };
}

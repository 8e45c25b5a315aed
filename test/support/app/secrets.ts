import type { Secrets } from '../../../electron/host.ts';
import { AppError } from '../../../shared/errors.ts';

/** A keychain in memory, whose entries can be looked at, and which can be taken away and given back. */
export interface MemorySecrets extends Secrets {
  readonly entries: Map<string, string>;
  isThere: boolean;
}

/** A keychain that works, and says `NO_KEYCHAIN` while it is away. */
export function memorySecrets(): MemorySecrets {
  const entries = new Map<string, string>();
  function opened(): Map<string, string> {
    if (secrets.isThere) return entries;
    throw new AppError('NO_KEYCHAIN', 'no keychain', {
      values: { reason: 'not-available', detail: 'no secret service' },
    });
  }
  const secrets: MemorySecrets = {
    entries,
    isThere: true,
    get: async (account) => opened().get(account),
    set: async (account, secret) => void opened().set(account, secret),
    remove: async (account) => void opened().delete(account),
  };
  return secrets;
}

/// <reference path="./keytar.d.ts" />
import { setTimeout as wait } from 'node:timers/promises';
import { AppError } from '../../../shared/errors.ts';
import type { Secrets } from '../../host.ts';

/** The part of keytar in use; a port, so that tests can remove it. */
export interface Keytar {
  getPassword(service: string, account: string): Promise<string | null>;
  setPassword(service: string, account: string, password: string): Promise<void>;
  deletePassword(service: string, account: string): Promise<boolean>;
}

/** The service name of every entry in the system's keychain. */
export const keychainService = 'Carpeta';

interface KeychainOptions {
  /** Loads keytar; it throws where the system's library is missing. */
  load?: () => Promise<Keytar>;
  /** How long a locked keychain may wait for its person, in milliseconds. */
  timeoutMs?: number;
}

/**
 * The OS keychain through keytar, loaded at first use. Rejects with `NO_KEYCHAIN`, whose values hold `reason`
 * (`not-installed`, `not-available`, `no-answer`) and the system's own `detail`.
 */
export function createKeychain({ load = loadKeytar, timeoutMs = 60_000 }: KeychainOptions = {}): Secrets {
  let loading: Promise<Keytar> | undefined;

  async function ask<T>(operation: (keytar: Keytar) => Promise<T>): Promise<T> {
    loading ??= load();
    const keytar = await loading.catch((cause) => Promise.reject(noKeychain('not-installed', cause)));
    const ended = new AbortController();
    try {
      return await Promise.race([
        operation(keytar).catch((cause) => Promise.reject(noKeychain('not-available', cause))),
        wait(timeoutMs, undefined, { signal: ended.signal, ref: false }).then(() =>
          Promise.reject(noKeychain('no-answer', undefined)),
        ),
      ]);
    } finally {
      ended.abort();
    }
  }

  return {
    get: async (account) =>
      (await ask((keytar) => keytar.getPassword(keychainService, account))) ?? undefined,
    set: (account, secret) => ask((keytar) => keytar.setPassword(keychainService, account, secret)),
    remove: async (account) => {
      await ask((keytar) => keytar.deletePassword(keychainService, account));
    },
  };
}

async function loadKeytar(): Promise<Keytar> {
  // A CommonJS module: older loaders give its exports under `default` alone.
  const module: Keytar & { default?: Keytar } = await import('keytar');
  return module.default ?? module;
}

function noKeychain(reason: string, cause: unknown): AppError {
  // The system's own message, such as a missing bus or library; keytar never includes a secret.
  const detail = cause instanceof Error ? (cause.message.split('\n')[0] ?? '').slice(0, 200) : '';
  return new AppError('NO_KEYCHAIN', `no keychain: ${detail || reason}`, {
    values: { reason, detail },
    cause,
  });
}

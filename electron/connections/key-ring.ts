import { type AppError, isAppError } from '../../shared/errors.ts';
import { keyHint } from '../../shared/key-redactor.ts';
import type { KeyState } from '../../shared/model/connection.ts';
import type { Secrets } from '../host.ts';
import type { StoredKey } from './stored-connections.ts';

/** Keys by keychain account; where there is no keychain, in memory until the app ends. */
export interface KeyRing {
  /** Rejects with `NO_KEYCHAIN` when it cannot be read. */
  get(account: string): Promise<string | undefined>;
  /** Saves a key; in memory, with the reason, where the keychain rejects it. */
  put(account: string, key: string): Promise<void>;
  /** What the page may show of a key. */
  state(key: StoredKey): Promise<KeyState>;
  /** Whether the entry is no longer in the keychain. */
  remove(account: string): Promise<boolean>;
}

/** Keys in the OS keychain. Nothing here is written anywhere else. */
export function createKeyRing(secrets: Secrets): KeyRing {
  const session = new Map<string, { key: string; reason: string }>();
  const hints = new Map<string, string>();

  async function get(account: string): Promise<string | undefined> {
    return session.get(account)?.key ?? (await secrets.get(account));
  }

  async function put(account: string, key: string): Promise<void> {
    hints.set(account, keyHint(key));
    try {
      await secrets.set(account, key);
      session.delete(account);
    } catch (error) {
      if (!isAppError(error, 'NO_KEYCHAIN')) throw error;
      session.set(account, { key, reason: reasonOf(error) });
    }
  }

  async function state({ account, since }: StoredKey): Promise<KeyState> {
    const reason = session.get(account)?.reason;
    try {
      if (!hints.has(account)) {
        const key = await secrets.get(account);
        if (key === undefined) return { kind: 'missing' };
        hints.set(account, keyHint(key));
      }
    } catch (error) {
      if (!isAppError(error, 'NO_KEYCHAIN')) throw error;
      return { kind: 'missing', reason: reasonOf(error) };
    }
    const hint = hints.get(account) ?? '';
    return reason === undefined ? { kind: 'kept', hint, since } : { kind: 'session', hint, since, reason };
  }

  async function remove(account: string): Promise<boolean> {
    session.delete(account);
    hints.delete(account);
    try {
      await secrets.remove(account);
      return true;
    } catch (error) {
      if (!isAppError(error, 'NO_KEYCHAIN')) throw error;
      return false;
    }
  }

  return { get, put, state, remove };
}

function reasonOf(error: AppError): string {
  return String(error.values?.['detail'] || error.values?.['reason'] || '');
}

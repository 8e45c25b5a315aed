import { AppError, isAppError } from '../../shared/errors.ts';
import type { KeyState } from '../../shared/model/connection.ts';
import type { Clock } from '../host.ts';
import type { KeyRing } from './key-ring.ts';
import type { StoredConnection, StoredConnections, StoredKey } from './stored-connections.ts';

/**
 * Which key belongs to which connections. One key may open several agencies of an environment. It then has
 * one keychain entry, and replacing it serves all of them (api.md, Authentication, Scope).
 */
export interface KeyShares {
  /** Rejects with `KEY_MISSING` or `NO_KEYCHAIN`. */
  key(connectionId: string): Promise<string>;
  state(connectionId: string): Promise<KeyState>;
  /**
   * Sets the key of a connection and of all that share its key; joins one of `sameService` with an identical
   * key. Returns the ids of all of them.
   */
  assign(
    connection: StoredConnection,
    key: string,
    sameService: ReadonlySet<string>,
  ): Promise<readonly string[]>;
  /** Lets a connection use the key of another. */
  join(connectionId: string, lenderId: string): Promise<void>;
  /** Stops using a key; it is removed from the keychain when no other connection uses it. */
  leave(connectionId: string): Promise<void>;
}

interface KeySharesDeps {
  ring: KeyRing;
  clock: Clock;
  uuid(): string;
  read(): StoredConnections;
  /** Changes the stored connections, based on the last write of any process. */
  write(change: (stored: StoredConnections) => Partial<StoredConnections>): void;
}

export function createKeyShares({ ring, clock, uuid, read, write }: KeySharesDeps): KeyShares {
  function findKey(connectionId: string): StoredKey | undefined {
    return read().keys.find(({ connectionIds }) => connectionIds.includes(connectionId));
  }

  /** Removes connections from their former keys, and adds them to this one. */
  function move(connectionIds: readonly string[], to: StoredKey | undefined): void {
    write((stored) => {
      const keys = stored.keys.map((key) => ({
        ...key,
        connectionIds: key.connectionIds.filter((id) => !connectionIds.includes(id)),
      }));
      const rest = keys.filter(({ account }) => account !== to?.account);
      const target = keys.find(({ account }) => account === to?.account);
      if (to) rest.push({ ...to, connectionIds: [...(target?.connectionIds ?? []), ...connectionIds] });
      return { keys: rest };
    });
  }

  /** Removes unused keys, as far as the keychain can be reached; the rest is retried next time. */
  async function tidy(): Promise<void> {
    for (const { account } of read().keys.filter(({ connectionIds }) => connectionIds.length === 0)) {
      if (await ring.remove(account))
        write(({ keys }) => ({ keys: keys.filter((key) => key.account !== account) }));
    }
  }

  async function keyIfReadable(account: string): Promise<string | undefined> {
    try {
      return await ring.get(account);
    } catch (error) {
      if (isAppError(error, 'NO_KEYCHAIN')) return undefined;
      throw error;
    }
  }

  async function sameKey(key: string, among: ReadonlySet<string>): Promise<StoredKey | undefined> {
    for (const candidate of read().keys) {
      if (!candidate.connectionIds.some((id) => among.has(id))) continue;
      if ((await keyIfReadable(candidate.account)) === key) return candidate;
    }
    return undefined;
  }

  function freshKey({ name }: StoredConnection): StoredKey {
    const since = new Date(clock.now()).toISOString();
    return { account: `${name} (${uuid()})`, since, connectionIds: [] };
  }

  return {
    key: async (connectionId) => {
      const stored = findKey(connectionId);
      const key = stored && (await ring.get(stored.account));
      if (key === undefined) throw new AppError('KEY_MISSING', 'the connection has no key');
      return key;
    },
    state: async (connectionId) => {
      const stored = findKey(connectionId);
      return stored ? ring.state(stored) : { kind: 'missing' };
    },
    assign: async (connection, key, sameService) => {
      const before = findKey(connection.id);
      const served = before?.connectionIds ?? [connection.id];
      const same = await sameKey(key, sameService);
      if (same && same.account !== before?.account) {
        move(served, same);
      } else {
        const target = before ?? freshKey(connection);
        await ring.put(target.account, key);
        const since = same ? target.since : new Date(clock.now()).toISOString();
        try {
          move(served, { ...target, since });
        } catch (error) {
          // A key that is not recorded here would stay in the keychain for good.
          if (!before) await ring.remove(target.account);
          throw error;
        }
      }
      await tidy();
      return findKey(connection.id)?.connectionIds ?? served;
    },
    join: async (connectionId, lenderId) => move([connectionId], findKey(lenderId)),
    leave: async (connectionId) => {
      move([connectionId], undefined);
      await tidy();
    },
  };
}

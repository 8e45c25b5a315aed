import { AppError, isAppError } from '../../shared/errors.ts';
import type { KeyState } from '../../shared/model/connection.ts';
import type { Clock } from '../host.ts';
import type { KeyRing } from './key-ring.ts';
import type { StoredConnection, StoredConnections, StoredKey } from './stored-connections.ts';

interface KeySharesOptions {
  ring: KeyRing;
  clock: Clock;
  uuid(): string;
  read(): StoredConnections;
  /** Changes the stored connections, based on the last write of any process. */
  write(change: (stored: StoredConnections) => Partial<StoredConnections>): void;
}

/**
 * Which key belongs to which connections. One key may open several agencies of an environment. It then has
 * one keychain entry, and replacing it serves all of them (api.md, Authentication, Scope).
 */
export class KeyShares {
  readonly #options: KeySharesOptions;

  constructor(options: KeySharesOptions) {
    this.#options = options;
  }

  /** Rejects with `KEY_MISSING` or `NO_KEYCHAIN`. */
  async key(connectionId: string): Promise<string> {
    const stored = this.#find(connectionId);
    const key = stored && (await this.#options.ring.get(stored.account));
    if (key === undefined) throw new AppError('KEY_MISSING', 'the connection has no key');
    return key;
  }

  async state(connectionId: string): Promise<KeyState> {
    const stored = this.#find(connectionId);
    return stored ? this.#options.ring.state(stored) : { kind: 'missing' };
  }

  /**
   * Sets the key of a connection and of all that share its key; joins one of `sameService` with an identical
   * key. Returns the ids of all of them.
   */
  async assign(
    connection: StoredConnection,
    key: string,
    sameService: ReadonlySet<string>,
  ): Promise<readonly string[]> {
    const before = this.#find(connection.id);
    const served = before?.connectionIds ?? [connection.id];
    const same = await this.#findSame(key, sameService);
    if (same && same.account !== before?.account) this.#move(served, same);
    else await this.#store(key, before ?? this.#createKey(connection), served, { before, same });
    await this.#removeUnused();
    return this.#find(connection.id)?.connectionIds ?? served;
  }

  /** Lets a connection use the key of another. */
  async join(connectionId: string, lenderId: string): Promise<void> {
    this.#move([connectionId], this.#find(lenderId));
  }

  /** Stops using a key; it is removed from the keychain when no other connection uses it. */
  async leave(connectionId: string): Promise<void> {
    this.#move([connectionId], undefined);
    await this.#removeUnused();
  }

  #find(connectionId: string): StoredKey | undefined {
    return this.#options.read().keys.find(({ connectionIds }) => connectionIds.includes(connectionId));
  }

  /** The stored key of one of these connections that is identical. */
  async #findSame(key: string, connectionIds: ReadonlySet<string>): Promise<StoredKey | undefined> {
    for (const candidate of this.#options.read().keys) {
      if (!candidate.connectionIds.some((id) => connectionIds.has(id))) continue;
      if ((await this.#readIfPossible(candidate.account)) === key) return candidate;
    }
    return undefined;
  }

  async #readIfPossible(account: string): Promise<string | undefined> {
    try {
      return await this.#options.ring.get(account);
    } catch (error) {
      if (isAppError(error, 'NO_KEYCHAIN')) return undefined;
      throw error;
    }
  }

  #createKey({ name }: StoredConnection): StoredKey {
    const { clock, uuid } = this.#options;
    const since = new Date(clock.now()).toISOString();
    return { account: `${name} (${uuid()})`, since, connectionIds: [] };
  }

  /** Stores a key in the keychain and records its connections. */
  async #store(
    key: string,
    target: StoredKey,
    connectionIds: readonly string[],
    { before, same }: { before: StoredKey | undefined; same: StoredKey | undefined },
  ): Promise<void> {
    const { ring, clock } = this.#options;
    await ring.put(target.account, key);
    const since = same ? target.since : new Date(clock.now()).toISOString();
    try {
      this.#move(connectionIds, { ...target, since });
    } catch (error) {
      // A key that is not recorded here would stay in the keychain for good.
      if (!before) await ring.remove(target.account);
      throw error;
    }
  }

  /** Removes connections from their former keys, and adds them to this one. */
  #move(connectionIds: readonly string[], to: StoredKey | undefined): void {
    this.#options.write((stored) => {
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
  async #removeUnused(): Promise<void> {
    const { ring, read, write } = this.#options;
    for (const { account } of read().keys.filter(({ connectionIds }) => connectionIds.length === 0)) {
      if (await ring.remove(account))
        write(({ keys }) => ({ keys: keys.filter((key) => key.account !== account) }));
    }
  }
}

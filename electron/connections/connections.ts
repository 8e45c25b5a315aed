import { AppError, toErrorData } from '../../shared/errors.ts';
import type { Connection, ConnectionDraft, ConnectionTest } from '../../shared/model/connection.ts';
import { fieldsOf } from '../../shared/model/connection-fields.ts';
import type { UserRole } from '../../shared/model/user-role.ts';
import type { Access, ApiClient } from '../api/index.ts';
import type { Clock, Preferences, Secrets } from '../host.ts';
import { type EphemeralConnection, ephemeralConnection, withoutAccess } from './ephemeral-connection.ts';
import { createKeyRing } from './key-ring.ts';
import { KeyShares } from './key-shares.ts';
import {
  createPracticeConnection,
  type PracticeConnection,
  type StartPractice,
} from './practice-connection.ts';
import {
  changeStored,
  readStored,
  restorePracticeClients,
  type StoredConnection,
  type StoredConnections,
} from './stored-connections.ts';
import { cleanKey, freeName, managedConnections, normalizeTarget } from './validate-draft.ts';

/** The name and target of a connection: all fields except its key. */
export type ConnectionSummary = Pick<
  Connection,
  'id' | 'name' | 'agency' | 'baseUrl' | 'email' | 'isPractice'
>;

export interface ConnectionsOptions {
  preferences: Preferences;
  secrets: Secrets;
  clock: Clock;
  uuid(): string;
  apiClientFor(access: Access): ApiClient;
  startPractice: StartPractice;
  /** Agencies an administrator has set: name, baseUrl, agency. */
  managed: unknown;
  /** Called for each of these that is invalid. */
  onUnusable(): void;
  /** Real agencies cannot be reached: another program can inspect the window. */
  practiceOnly: boolean;
}

/** A connection of the preferences or of an administrator. */
type ListedConnection = StoredConnection & { isManaged: boolean };

/** Receives the ids of connections. */
type ConnectionsListener = (connectionIds: readonly string[]) => void;

/** Agencies and environments, and their keys, over the preferences and the keychain. */
export class Connections {
  readonly practiceAgency: PracticeConnection;
  readonly #options: ConnectionsOptions;
  readonly #managed: readonly StoredConnection[];
  readonly #shares: KeyShares;
  readonly #ephemeral = new Map<string, EphemeralConnection>();
  readonly #keyListeners = new Set<ConnectionsListener>();
  readonly #changeListeners = new Set<ConnectionsListener>();
  /** Cache of the last read, with its revision: each document of a batch needs the name of its connection. */
  #lastRead: { stored: StoredConnections; revision: string } | undefined;

  constructor(options: ConnectionsOptions) {
    const { clock, uuid } = options;
    this.#options = options;
    this.#managed = managedConnections(options.managed, options.onUnusable);
    this.#shares = new KeyShares({
      ring: createKeyRing(options.secrets),
      clock,
      uuid,
      read: () => this.#read(),
      write: (change) => this.#write(change),
    });
    this.practiceAgency = createPracticeConnection(
      options.startPractice,
      clock,
      () => this.#read().practisesAs,
    );
  }

  async list(): Promise<Connection[]> {
    const all = await Promise.all(this.#listed().map((one) => this.#view(one)));
    if (this.#read().usesPractice || this.#options.practiceOnly) all.push(await this.practiceAgency.start());
    return all;
  }

  /**
   * Every connection that stored data may belong to, ephemeral ones included; starts nothing, and reads no
   * key. A field, because callers pass it as a value.
   */
  readonly summaries = (): readonly ConnectionSummary[] => [
    ...this.#listed().flatMap((one) => (this.#ephemeral.has(one.id) ? [] : [{ ...one, isPractice: false }])),
    ...this.#ephemeral.values(),
    ...[this.practiceAgency.view()].filter((one) => one !== undefined),
  ];

  /** One connection, ephemeral ones included. Rejects with `CONNECTION_UNKNOWN`. */
  async find(id: string): Promise<Connection> {
    const ephemeral = this.#ephemeral.get(id);
    if (ephemeral) return withoutAccess(ephemeral);
    if (id === this.practiceAgency.id)
      return this.practiceAgency.view() ?? (await this.practiceAgency.start());
    return this.#view(this.#get(id));
  }

  /** By the name a person gave it, case ignored. Rejects with `CONNECTION_UNKNOWN`. */
  async named(name: string): Promise<Connection> {
    const lowerName = name.trim().toLocaleLowerCase();
    const connection = this.#listed().find((one) => one.name.toLocaleLowerCase() === lowerName);
    if (!connection) throw unknownConnection(name);
    return this.#view(connection);
  }

  /**
   * With a key of its own, with that of the connection with the id `keyOf`, or with a key that is typed
   * later.
   */
  async add(
    draft: ConnectionDraft,
    key: { key: string } | { keyOf: string } | { isStillToCome: true },
  ): Promise<Connection> {
    this.#refuseWhenPracticeOnly();
    const connection = {
      ...normalizeTarget(fieldsOf(draft)),
      id: this.#options.uuid(),
      name: freeName(draft.name, this.#listed()),
    };
    const typed = 'key' in key ? cleanKey(key.key) : undefined;
    const lender = 'keyOf' in key ? this.#get(key.keyOf) : undefined;
    if (lender && lender.baseUrl !== connection.baseUrl) {
      throw new AppError('KEY_MISSING', 'a key is of one environment alone');
    }
    this.#write((before) => {
      // Another process may have taken the name meanwhile.
      freeName(draft.name, before.connections);
      return { connections: [...before.connections, connection] };
    });
    if (lender) await this.#shares.join(connection.id, lender.id);
    if (typed !== undefined) await this.#assignKey(connection, typed);
    return this.#view(this.#get(connection.id));
  }

  async change(id: string, draft: ConnectionDraft): Promise<Connection> {
    this.#refuseWhenPracticeOnly();
    const before = this.#own(id);
    const others = this.#listed().filter((one) => one.id !== id);
    const after = { ...normalizeTarget(fieldsOf(draft)), id, name: freeName(draft.name, others) };
    // One key per environment (api.md, Authentication): an old key is never sent to a new URL.
    if (after.baseUrl !== before.baseUrl) await this.#shares.leave(id);
    this.#write((now) => ({ connections: now.connections.map((one) => (one.id === id ? after : one)) }));
    notify(this.#changeListeners, [id]);
    return this.#view(this.#get(id));
  }

  /** Replaces the key of this connection and of all that share it. */
  async replaceKey(id: string, key: string): Promise<Connection> {
    this.#refuseWhenPracticeOnly();
    await this.#assignKey(this.#get(id), key);
    return this.#view(this.#get(id));
  }

  /** Removes it; its key too when no other connection uses it. */
  async remove(id: string): Promise<void> {
    if (id === this.practiceAgency.id) {
      this.#write(() => ({ usesPractice: false }));
      await this.practiceAgency.close();
    } else {
      this.#own(id);
      this.#write((now) => ({ connections: now.connections.filter((one) => one.id !== id) }));
      await this.#shares.leave(id);
    }
    notify(this.#changeListeners, [id]);
  }

  /** `GET /master/file-types` with what a person typed, before anything is saved. */
  async tryOut(access: Access): Promise<ConnectionTest> {
    this.#refuseWhenPracticeOnly();
    return testOf(this.#options.apiClientFor({ ...normalizeTarget(access), key: cleanKey(access.key) }));
  }

  async test(id: string): Promise<ConnectionTest> {
    return testOf(this.#options.apiClientFor(await this.access(id)));
  }

  /**
   * Starts the practice agency, once, and saves `userRole` where that is given; this restores clients that
   * were removed from the directory.
   */
  async practice(userRole?: UserRole): Promise<Connection> {
    await this.practiceAgency.start();
    if (userRole !== undefined) {
      this.#write(() => ({ usesPractice: true, practisesAs: userRole }));
      restorePracticeClients(this.#options.preferences);
    } else if (!this.#read().usesPractice) this.#write(() => ({ usesPractice: true }));
    return this.practiceAgency.start();
  }

  /**
   * A connection for as long as the app runs, which is not saved; the saved one where the same agency has
   * one.
   */
  async addEphemeral(draft: Access): Promise<Connection> {
    this.#refuseWhenPracticeOnly();
    const access = { ...normalizeTarget(draft), key: cleanKey(draft.key) };
    const same = this.#listed().find((one) => one.baseUrl === access.baseUrl && one.agency === access.agency);
    const since = new Date(this.#options.clock.now()).toISOString();
    const connection = ephemeralConnection(access, same, since);
    this.#ephemeral.set(connection.id, connection);
    notify(this.#changeListeners, [connection.id]);
    return withoutAccess(connection);
  }

  /** Rejects with `CONNECTION_UNKNOWN`, `KEY_MISSING` or `NO_KEYCHAIN`. */
  async access(id: string): Promise<Access> {
    const ephemeral = this.#ephemeral.get(id);
    if (ephemeral) return ephemeral.access;
    if (id === this.practiceAgency.id) return this.practiceAgency.access();
    const { baseUrl, agency } = this.#get(id);
    return { baseUrl, agency, key: await this.#shares.key(id) };
  }

  /** Called with the ids of connections with a new key. */
  onKeyReplaced(listener: ConnectionsListener): void {
    this.#keyListeners.add(listener);
  }

  /** Called with the ids of connections whose target or key has changed, or which were removed. */
  onChanged(listener: ConnectionsListener): void {
    this.#changeListeners.add(listener);
  }

  close(): Promise<void> {
    return this.practiceAgency.close();
  }

  #read(): StoredConnections {
    const { preferences } = this.#options;
    const revision = preferences.revision?.();
    if (this.#lastRead && this.#lastRead.revision === revision) return this.#lastRead.stored;
    const stored = readStored(preferences);
    this.#lastRead = revision === undefined ? undefined : { stored, revision };
    return stored;
  }

  #write(change: (stored: StoredConnections) => Partial<StoredConnections>): void {
    this.#lastRead = undefined;
    changeStored(this.#options.preferences, change);
  }

  #listed(): ListedConnection[] {
    if (this.#options.practiceOnly) return [];
    return [
      ...this.#managed.map((connection) => ({ ...connection, isManaged: true })),
      ...this.#read().connections.map((connection) => ({ ...connection, isManaged: false })),
    ];
  }

  #get(id: string): ListedConnection {
    const connection = this.#listed().find((one) => one.id === id);
    if (!connection) throw unknownConnection(id);
    return connection;
  }

  /** A connection that the person may change. */
  #own(id: string): StoredConnection {
    const { isManaged, ...connection } = this.#get(id);
    if (isManaged) throw new AppError('MANAGED_SETTING', 'the connection is managed', { values: { id } });
    return connection;
  }

  #refuseWhenPracticeOnly(): void {
    if (this.#options.practiceOnly)
      throw new AppError('PRACTICE_ONLY', 'only the practice agency may be used');
  }

  async #view(connection: ListedConnection): Promise<Connection> {
    return { ...connection, isPractice: false, key: await this.#shares.state(connection.id) };
  }

  async #assignKey(connection: StoredConnection, key: string): Promise<void> {
    const sameService = this.#listed().filter(({ baseUrl }) => baseUrl === connection.baseUrl);
    const ids = new Set(sameService.map(({ id }) => id));
    const served = await this.#shares.assign(connection, cleanKey(key), ids);
    notify(this.#changeListeners, served);
    notify(this.#keyListeners, served);
  }
}

function notify(listeners: ReadonlySet<ConnectionsListener>, connectionIds: readonly string[]): void {
  for (const listener of listeners) listener(connectionIds);
}

async function testOf(api: ApiClient): Promise<ConnectionTest> {
  let incompleteReason: AppError | undefined;
  const types = await api.documentTypes({
    onIncomplete: (error) => {
      incompleteReason = error;
    },
  });
  return {
    documentTypes: types.length,
    ...(incompleteReason && { incompleteReason: toErrorData(incompleteReason) }),
  };
}

function unknownConnection(id: string): AppError {
  return new AppError('CONNECTION_UNKNOWN', `no connection ${id}`, { values: { connection: id } });
}

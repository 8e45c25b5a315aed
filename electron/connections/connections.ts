import { AppError, toErrorData } from '../../shared/errors.ts';
import type {
  Client,
  Connection,
  ConnectionDraft,
  ConnectionTest,
  InjectedFaults,
  KeyState,
} from '../../shared/model/connection.ts';
import { fieldsOf } from '../../shared/model/connection-fields.ts';
import { formatRut } from '../../shared/model/rut.ts';
import type { UserRole } from '../../shared/model/user-role.ts';
import type { Access, ApiClient } from '../api/index.ts';
import type { Namer } from '../downloads/index.ts';
import type { Clock, Preferences, Secrets } from '../host.ts';
import { cleanKey, createKeyRing } from './key-ring.ts';
import { createKeyShares } from './key-shares.ts';
import { freeName, ledThere, managedConnections } from './naming.ts';
import { createPracticeConnection, type StartPractice } from './practice-connection.ts';
import {
  bringBackPracticeClients,
  type ClientDirectory,
  changeStored,
  readStored,
  type StoredConnection,
  type StoredConnections,
} from './stored-connections.ts';

/** The name and target of a connection: all fields except its key. */
export type Place = Pick<Connection, 'id' | 'name' | 'agency' | 'baseUrl' | 'isPractice'>;

/** Agencies and environments, and their keys. */
export interface Connections {
  list(): Promise<Connection[]>;
  /**
   * Every connection that stored data may belong to, ephemeral ones included; starts nothing, and reads no
   * key.
   */
  places(): readonly Place[];
  /** One connection, ephemeral ones included. Rejects with `CONNECTION_UNKNOWN`. */
  find(id: string): Promise<Connection>;
  /** By the name a person gave it, case ignored. Rejects with `CONNECTION_UNKNOWN`. */
  named(name: string): Promise<Connection>;
  /**
   * With a key of its own, with that of the connection with the id `keyOf`, or with a key that is typed
   * later.
   */
  add(
    draft: ConnectionDraft,
    key: { key: string } | { keyOf: string } | { isStillToCome: true },
  ): Promise<Connection>;
  change(id: string, draft: ConnectionDraft): Promise<Connection>;
  /** Replaces the key of this connection and of all that share it. */
  replaceKey(id: string, key: string): Promise<Connection>;
  /** Removes it; its key too when no other connection uses it. */
  remove(id: string): Promise<void>;
  /** `GET /master/file-types` with what a person typed, before anything is saved. */
  tryOut(access: Access): Promise<ConnectionTest>;
  test(id: string): Promise<ConnectionTest>;
  /**
   * Starts the practice agency, once, and saves `userRole` where that is given; this restores clients that
   * were removed from the directory.
   */
  practice(userRole?: UserRole): Promise<Connection>;
  /** The clients of the practice agency while it runs, for its user role. */
  practiceClients(): readonly Client[];
  /** Numbers of dispatches of the practice agency that have documents, while it runs. */
  practiceExamples(): readonly string[];
  /** All clients of the practice agency, for their names. */
  everyPracticeClient(): readonly Client[];
  injectedFaults(): InjectedFaults;
  /** Turns a fault of the practice agency on or off. */
  injectFault(name: string, isOn: boolean): InjectedFaults;
  /**
   * A connection for as long as the app runs, which is not saved; the saved one where the same agency has
   * one.
   */
  addEphemeral(access: Access): Promise<Connection>;
  /** Rejects with `CONNECTION_UNKNOWN`, `KEY_MISSING` or `NO_KEYCHAIN`. */
  access(id: string): Promise<Access>;
  /** Called with the ids of connections with a new key. */
  onKeyReplaced(listener: (connectionIds: readonly string[]) => void): void;
  /** Called with the ids of connections whose target or key has changed, or which were removed. */
  onChanged(listener: (connectionIds: readonly string[]) => void): void;
  close(): Promise<void>;
}

export interface ConnectionsDeps {
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

/** Connections over the preferences and the keychain. */
export function createConnections(deps: ConnectionsDeps): Connections {
  const { preferences, clock, uuid, apiClientFor } = deps;
  const managed = managedConnections(deps.managed, deps.onUnusable);
  const ring = createKeyRing(deps.secrets);
  const shares = createKeyShares({ ring, clock, uuid, read, write });
  const practice = createPracticeConnection(deps.startPractice, clock, () => read().practisesAs);
  const ephemeral = new Map<string, Connection & { access: Access }>();
  const keyListeners = new Set<(connectionIds: readonly string[]) => void>();
  const changeListeners = new Set<(connectionIds: readonly string[]) => void>();

  /** Cache of the last read, with its revision: each document of a batch needs the name of its connection. */
  let seen: { stored: StoredConnections; revision: string } | undefined;

  function read(): StoredConnections {
    const revision = preferences.revision?.();
    if (seen && seen.revision === revision) return seen.stored;
    const stored = readStored(preferences);
    seen = revision === undefined ? undefined : { stored, revision };
    return stored;
  }
  function write(change: (stored: StoredConnections) => Partial<StoredConnections>): void {
    seen = undefined;
    changeStored(preferences, change);
  }
  function known(): (StoredConnection & { isManaged: boolean })[] {
    if (deps.practiceOnly) return [];
    return [
      ...managed.map((connection) => ({ ...connection, isManaged: true })),
      ...read().connections.map((connection) => ({ ...connection, isManaged: false })),
    ];
  }
  function stored(id: string): StoredConnection & { isManaged: boolean } {
    const connection = known().find((one) => one.id === id);
    if (!connection) throw unknownConnection(id);
    return connection;
  }
  function own(id: string): StoredConnection {
    const { isManaged, ...connection } = stored(id);
    if (isManaged) throw new AppError('MANAGED_SETTING', 'the connection is managed', { values: { id } });
    return connection;
  }
  function refuseWhenPracticeOnly(): void {
    if (deps.practiceOnly) throw new AppError('PRACTICE_ONLY', 'only the practice agency may be used');
  }

  async function view(connection: StoredConnection & { isManaged: boolean }): Promise<Connection> {
    return { ...connection, isPractice: false, key: await shares.state(connection.id) };
  }
  function notify(listeners: typeof keyListeners, ids: readonly string[]): void {
    for (const listener of listeners) listener(ids);
  }

  async function assignKey(connection: StoredConnection, key: string): Promise<void> {
    const sameService = known().filter(({ baseUrl }) => baseUrl === connection.baseUrl);
    const served = await shares.assign(connection, cleanKey(key), new Set(sameService.map(({ id }) => id)));
    notify(changeListeners, served);
    notify(keyListeners, served);
  }

  const connections: Connections = {
    list: async () => {
      const all = await Promise.all(known().map(view));
      if (read().usesPractice || deps.practiceOnly) all.push(await practice.start());
      return all;
    },
    places: () => [
      ...known().flatMap((one) => (ephemeral.has(one.id) ? [] : [{ ...one, isPractice: false }])),
      ...ephemeral.values(),
      ...[practice.view()].filter((one) => one !== undefined),
    ],
    find: async (id) => {
      const added = ephemeral.get(id);
      if (added) return withoutAccess(added);
      if (id === practice.id) return practice.view() ?? (await practice.start());
      return view(stored(id));
    },
    named: async (name) => {
      const lowerName = name.trim().toLocaleLowerCase();
      const connection = known().find((one) => one.name.toLocaleLowerCase() === lowerName);
      if (!connection) throw unknownConnection(name);
      return view(connection);
    },
    add: async (draft, key) => {
      refuseWhenPracticeOnly();
      const connection = { ...ledThere(fieldsOf(draft)), id: uuid(), name: freeName(draft.name, known()) };
      const typed = 'key' in key ? cleanKey(key.key) : undefined;
      const lender = 'keyOf' in key ? stored(key.keyOf) : undefined;
      if (lender && lender.baseUrl !== connection.baseUrl) {
        throw new AppError('KEY_MISSING', 'a key is of one environment alone');
      }
      write((before) => {
        // Another process may have taken the name meanwhile.
        freeName(draft.name, before.connections);
        return { connections: [...before.connections, connection] };
      });
      if (lender) await shares.join(connection.id, lender.id);
      if (typed !== undefined) await assignKey(connection, typed);
      return view(stored(connection.id));
    },
    change: async (id, draft) => {
      refuseWhenPracticeOnly();
      const before = own(id);
      const others = known().filter((one) => one.id !== id);
      const after = { ...ledThere(fieldsOf(draft)), id, name: freeName(draft.name, others) };
      // One key per environment (api.md, Authentication): an old key is never sent to a new URL.
      if (after.baseUrl !== before.baseUrl) await shares.leave(id);
      write((now) => ({ connections: now.connections.map((one) => (one.id === id ? after : one)) }));
      notify(changeListeners, [id]);
      return view(stored(id));
    },
    replaceKey: async (id, key) => {
      refuseWhenPracticeOnly();
      await assignKey(stored(id), key);
      return view(stored(id));
    },
    remove: async (id) => {
      if (id === practice.id) {
        write(() => ({ usesPractice: false }));
        await practice.close();
      } else {
        own(id);
        write((now) => ({ connections: now.connections.filter((one) => one.id !== id) }));
        await shares.leave(id);
      }
      notify(changeListeners, [id]);
    },
    tryOut: async (access) => {
      refuseWhenPracticeOnly();
      return testOf(apiClientFor({ ...ledThere(access), key: cleanKey(access.key) }));
    },
    test: async (id) => testOf(apiClientFor(await connections.access(id))),
    practice: async (userRole) => {
      await practice.start();
      if (userRole !== undefined) {
        write(() => ({ usesPractice: true, practisesAs: userRole }));
        bringBackPracticeClients(preferences);
      } else if (!read().usesPractice) write(() => ({ usesPractice: true }));
      return practice.start();
    },
    practiceClients: practice.clients,
    practiceExamples: practice.examples,
    everyPracticeClient: practice.everyClient,
    injectedFaults: practice.injectedFaults,
    injectFault: practice.injectFault,
    addEphemeral: async (draft) => {
      refuseWhenPracticeOnly();
      const access = { ...ledThere(draft), key: cleanKey(draft.key) };
      const same = known().find((one) => one.baseUrl === access.baseUrl && one.agency === access.agency);
      const connection = ephemeralConnection(access, same, new Date(clock.now()).toISOString());
      ephemeral.set(connection.id, connection);
      notify(changeListeners, [connection.id]);
      return withoutAccess(connection);
    },
    access: async (id) => {
      const added = ephemeral.get(id);
      if (added) return added.access;
      if (id === practice.id) return practice.access();
      const { baseUrl, agency } = stored(id);
      return { baseUrl, agency, key: await shares.key(id) };
    },
    onKeyReplaced: (listener) => void keyListeners.add(listener),
    onChanged: (listener) => void changeListeners.add(listener),
    close: () => practice.close(),
  };
  return connections;
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

/** An agency's name is one segment, so that no other pair of URL and name gives the same id. */
function idOfAgency({ baseUrl, agency }: Access): string {
  return `${baseUrl}/${agency.replace(/[%/]/g, encodeURIComponent)}`;
}

function ephemeralConnection(
  access: Access,
  same: StoredConnection | undefined,
  since: string,
): Connection & { access: Access } {
  const { baseUrl, agency } = access;
  const key: KeyState = { kind: 'session', hint: '', since, reason: '' };
  return {
    // The same agency has the same id each time, so that its downloads are recognised.
    id: same?.id ?? idOfAgency(access),
    ...fieldsOf({ ...same, name: same?.name ?? agency, baseUrl, agency }),
    isPractice: false,
    isManaged: false,
    key,
    access,
  };
}

function withoutAccess({ access: _, ...connection }: Connection & { access: Access }): Connection {
  return connection;
}

function unknownConnection(id: string): AppError {
  return new AppError('CONNECTION_UNKNOWN', `no connection ${id}`, { values: { connection: id } });
}

/**
 * Lifetime of the cached clients and connections, in milliseconds: a batch or an export needs thousands of
 * names at once.
 */
const cacheForMs = 1_000;

/** Names that a list shows instead of ids; `''` where there is none. */
export interface RowNames {
  client(rut: string): string;
  connection(id: string): string;
}

/** The names of clients and connections: in the paths of downloads, and in lists. */
export interface Names {
  paths: Namer;
  rows: RowNames;
}

export function createNames(
  clients: ClientDirectory,
  connections: Connections,
  clock: Pick<Clock, 'elapsed'>,
): Names {
  let read: { clients: Map<string, Client>; places: Map<string, Place>; at: number } | undefined;
  function known(): NonNullable<typeof read> {
    if (!read || clock.elapsed() - read.at > cacheForMs) {
      read = {
        clients: new Map(
          [...connections.everyPracticeClient(), ...clients.list()].map((client) => [client.rut, client]),
        ),
        places: new Map(connections.places().map((place) => [place.id, place])),
        at: clock.elapsed(),
      };
    }
    return read;
  }
  return {
    paths: {
      clientName: ({ rut }) => {
        const client = known().clients.get(rut);
        return client?.folder || client?.name || formatRut(rut);
      },
      agencyName: (id) => known().places.get(id)?.agency ?? '',
    },
    rows: {
      client: (rut) => known().clients.get(rut)?.name ?? '',
      connection: (id) => known().places.get(id)?.name ?? '',
    },
  };
}

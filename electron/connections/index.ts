import type { Handlers } from '../../shared/contract.ts';
import { AppError } from '../../shared/errors.ts';
import type { ApiClients } from '../api/index.ts';
import type { Log } from '../diagnostics/index.ts';
import type { Host } from '../host.ts';
import type { Emit } from '../ipc/index.ts';
import { Connections, type ConnectionsOptions } from './connections.ts';
import { createNames, type Names } from './display-names.ts';
import { type ClientDirectory, createClientDirectory } from './stored-connections.ts';

export { haveClientsRules, readClientRules } from './client-rules.ts';
export type { RowNames } from './display-names.ts';
export { practiceId, type RunningPractice, type StartPractice } from './practice-connection.ts';
export type { ClientDirectory, Connections };

/** What the connections take from the host and the modules that are created before them. */
interface ConnectionsContext extends Pick<ConnectionsOptions, 'startPractice' | 'managed' | 'practiceOnly'> {
  apiClients: Pick<ApiClients, 'forTrial' | 'of'>;
  host: Pick<Host, 'preferences' | 'secrets' | 'clock' | 'uuid'>;
  log: Log;
  emit: Emit;
  /** Throws what is wrong with a name template. */
  checkTemplate(template: string): void;
}

/** The connections and clients of a person, and the API clients for the connections. */
interface ConnectionsModule extends ReturnType<ApiClients['of']> {
  connections: Connections;
  clients: ClientDirectory;
  names: Names;
  handlers: ReturnType<typeof connectionHandlers> & ReturnType<typeof clientHandlers>;
}

/** Creates the connections and the client directory of a host. */
export function createConnections(context: ConnectionsContext): ConnectionsModule {
  const { host, log, emit, apiClients } = context;
  const { preferences, secrets, clock, uuid } = host;
  const connections = new Connections({
    preferences,
    secrets,
    clock,
    uuid,
    startPractice: context.startPractice,
    managed: context.managed,
    practiceOnly: context.practiceOnly,
    apiClientFor: apiClients.forTrial,
    onUnusable: () => log.note('managed setting cannot be used', { setting: 'connections' }),
  });
  const clients = createClientDirectory(preferences, () => connections.practiceAgency.clients());
  const emitChanged = async () => emit('connections.changed', { connections: await connections.list() });
  return {
    ...apiClients.of(connections),
    connections,
    clients,
    names: createNames(clients, connections, clock),
    handlers: {
      ...connectionHandlers(connections, emitChanged),
      ...clientHandlers(clients, context.checkTemplate),
    },
  };
}

/** The connections' part of the contract. `onChanged` is called after each change. */
function connectionHandlers(connections: Connections, onChanged: () => Promise<void>) {
  async function thenNotify<T>(result: Promise<T>): Promise<T> {
    const value = await result;
    await onChanged();
    return value;
  }
  return {
    'connections.list': () => connections.list(),
    'connections.add': ({ key, keyOf, ...draft }) => {
      if (key !== undefined) return thenNotify(connections.add(draft, { key }));
      if (keyOf !== undefined) return thenNotify(connections.add(draft, { keyOf }));
      return Promise.reject(new AppError('KEY_MISSING', 'no key was given'));
    },
    'connections.change': ({ id, ...draft }) => thenNotify(connections.change(id, draft)),
    'connections.try': (access) => connections.tryOut(access),
    'connections.test': ({ id }) => connections.test(id),
    'connections.replaceKey': ({ id, key }) => thenNotify(connections.replaceKey(id, key)),
    'connections.remove': ({ id }) => thenNotify(connections.remove(id)),
    'connections.practice': (input) => thenNotify(connections.practice(input?.office)),
    'practice.faults': async () => connections.practiceAgency.injectedFaults(),
    'practice.setFault': async ({ name, isOn }) => connections.practiceAgency.injectFault(name, isOn),
  } satisfies Partial<Handlers>;
}

/** The client directory's part of the contract. Rejects clients as `checkTemplate` throws. */
function clientHandlers(directory: ClientDirectory, checkTemplate: ConnectionsContext['checkTemplate']) {
  return {
    'clients.list': async () => directory.list(),
    'clients.parse': async ({ text, folderColumn }) => directory.read(text, folderColumn),
    'clients.save': async ({ clients }) => {
      for (const { rules } of clients) if (rules?.template !== undefined) checkTemplate(rules.template);
      return directory.save(clients);
    },
    'clients.remove': async ({ ruts }) => directory.remove(ruts),
  } satisfies Partial<Handlers>;
}

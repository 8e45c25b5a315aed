import type { Handlers } from '../../shared/contract.ts';
import type { ApiClients } from '../api/index.ts';
import type { Log } from '../diagnostics/index.ts';
import type { Host } from '../host.ts';
import type { Emit } from '../ipc/index.ts';
import {
  type Connections,
  type ConnectionsDeps,
  createConnections,
  createNames,
  type Names,
} from './connections.ts';
import { clientHandlers, connectionHandlers } from './handlers.ts';
import { type ClientDirectory, createClientDirectory } from './stored-connections.ts';

export interface ConnectionsModuleDeps
  extends Pick<ConnectionsDeps, 'startPractice' | 'managed' | 'practiceOnly'> {
  apiClients: Pick<ApiClients, 'forTrial' | 'of'>;
  host: Pick<Host, 'preferences' | 'secrets' | 'clock' | 'uuid'>;
  log: Log;
  emit: Emit;
}

/** The connections and clients of a person, and the API clients for the connections. */
export interface ConnectionsModule extends ReturnType<ApiClients['of']> {
  connections: Connections;
  clients: ClientDirectory;
  names: Names;
  handlers: Pick<Handlers, Extract<keyof Handlers, `${'connections' | 'practice' | 'clients'}.${string}`>>;
}

/** Opens the connections and the client directory of a host. */
export function openConnections(deps: ConnectionsModuleDeps): ConnectionsModule {
  const { host, log, emit, apiClients, startPractice, managed, practiceOnly } = deps;
  const { preferences, secrets, clock, uuid } = host;
  const connections = createConnections({
    ...{ preferences, secrets, clock, uuid, startPractice, managed, practiceOnly },
    apiClientFor: apiClients.forTrial,
    onUnusable: () => log.note('managed setting cannot be used', { setting: 'connections' }),
  });
  const clients = createClientDirectory(preferences, connections.practiceClients);
  const emitChanged = async () => emit('connections.changed', { connections: await connections.list() });
  return {
    ...apiClients.of(connections),
    connections,
    clients,
    names: createNames(clients, connections, clock),
    handlers: { ...connectionHandlers(connections, emitChanged), ...clientHandlers(clients) },
  };
}

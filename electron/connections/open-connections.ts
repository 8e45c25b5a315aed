import type { Handlers } from '../../shared/contract.ts';
import type { Emit } from '../bridge/index.ts';
import type { Log } from '../diagnostics/index.ts';
import type { Host } from '../host.ts';
import {
  type Connections,
  type ConnectionsDeps,
  createConnections,
  createNames,
  type Names,
} from './connections.ts';
import { clientHandlers, connectionHandlers } from './handlers.ts';
import { type ClientBook, createClientBook } from './kept.ts';

export interface ConnectionsRoomDeps
  extends Pick<ConnectionsDeps, 'serviceWith' | 'startPractice' | 'managed' | 'practiceOnly'> {
  host: Pick<Host, 'preferences' | 'secrets' | 'clock' | 'uuid'>;
  log: Log;
  emit: Emit;
}

/** The agencies and clients of a person. */
export interface ConnectionsRoom {
  connections: Connections;
  clients: ClientBook;
  names: Names;
  handlers: Pick<Handlers, Extract<keyof Handlers, `${'connections' | 'practice' | 'clients'}.${string}`>>;
}

/** Opens the connections and the client book of a host. */
export function openConnections({ host, log, emit, ...deps }: ConnectionsRoomDeps): ConnectionsRoom {
  const { preferences, secrets, clock, uuid } = host;
  const connections = createConnections({
    ...{ preferences, secrets, clock, uuid, ...deps },
    onUnusable: () => log.note('managed setting cannot be used', { setting: 'connections' }),
  });
  const clients = createClientBook(preferences, connections.practiceClients);
  const tellChanged = async () => emit('connections.changed', { connections: await connections.list() });
  return {
    connections,
    clients,
    names: createNames(clients, connections, clock),
    handlers: { ...connectionHandlers(connections, tellChanged), ...clientHandlers(clients) },
  };
}

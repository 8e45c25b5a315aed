import type { Client } from '../../shared/model/connection.ts';
import { formatRut } from '../../shared/model/rut.ts';
import type { Namer } from '../downloads/index.ts';
import type { Clock } from '../host.ts';
import type { ConnectionSummary, Connections } from './connections.ts';
import type { ClientDirectory } from './stored-connections.ts';

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
  let read:
    | { clients: Map<string, Client>; summaries: Map<string, ConnectionSummary>; at: number }
    | undefined;
  function known(): NonNullable<typeof read> {
    if (!read || clock.elapsed() - read.at > cacheForMs) {
      read = {
        clients: new Map(
          [...connections.practiceAgency.everyClient(), ...clients.list()].map((client) => [
            client.rut,
            client,
          ]),
        ),
        summaries: new Map(connections.summaries().map((summary) => [summary.id, summary])),
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
      agencyName: (id) => known().summaries.get(id)?.agency ?? '',
    },
    rows: {
      client: (rut) => known().clients.get(rut)?.name ?? '',
      connection: (id) => known().summaries.get(id)?.name ?? '',
    },
  };
}

import { type ClientNames, clientNames } from '../../shared/model/client-names.ts';
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
    | {
        clients: Map<string, Client>;
        clientNames: ClientNames;
        folderNames: ClientNames;
        summaries: Map<string, ConnectionSummary>;
        at: number;
      }
    | undefined;
  function known(): NonNullable<typeof read> {
    if (!read || clock.elapsed() - read.at > cacheForMs) {
      const byRut = new Map<string, Client>(
        [...connections.practiceAgency.everyClient(), ...clients.list()].map((client) => [
          client.rut,
          client,
        ]),
      );
      read = {
        clients: byRut,
        clientNames: clientNames([...byRut.values()]),
        // Who has a folder of its own leaves that of the name to the others.
        folderNames: clientNames([...byRut.values()].filter(({ folder }) => folder === '')),
        summaries: new Map(connections.summaries().map((summary) => [summary.id, summary])),
        at: clock.elapsed(),
      };
    }
    return read;
  }
  return {
    paths: {
      clientName: ({ rut }) => {
        const { clients: byRut, folderNames } = known();
        return byRut.get(rut)?.folder || folderNames[rut] || formatRut(rut);
      },
      agencyName: (id) => known().summaries.get(id)?.agency ?? '',
    },
    rows: {
      client: (rut) => known().clientNames[rut] ?? '',
      connection: (id) => known().summaries.get(id)?.name ?? '',
    },
  };
}

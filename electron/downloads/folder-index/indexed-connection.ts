import type { Connection } from '../../../shared/model/connection.ts';
import { isLoopback } from '../../lib/base-url.ts';
import type { IndexEntry } from './index-entry.ts';

/** The part of a connection that identifies it in an index. */
export type IndexedConnection = Pick<Connection, 'id' | 'agency' | 'baseUrl' | 'movedFrom' | 'isPractice'>;

/** The service of a connection, as an index names it. */
export function serviceOf(connection: Pick<Connection, 'baseUrl'> | undefined): string {
  return connection ? hostOf(connection.baseUrl) : '';
}

function hostOf(baseUrl: string): string {
  return URL.parse(baseUrl)?.host ?? '';
}

/**
 * Finds the connection of an entry by agency and service. Another service with the same agency id is another
 * agency: equal document ids have other contents. `movedFrom` is the former address that the user entered.
 * The practice service has another port at each start.
 */
export function connectionFinder(connections: readonly IndexedConnection[]) {
  return ({ agency, service }: IndexEntry): IndexedConnection | undefined => {
    const ofAgency = connections.filter((connection) => connection.agency === agency);
    return (
      ofAgency.find((connection) => serviceOf(connection) === service) ??
      ofAgency.find(({ movedFrom = '' }) => movedFrom !== '' && hostOf(movedFrom) === service) ??
      ofAgency.find(({ isPractice }) => isPractice && isLoopback(service.replace(/:\d+$/, '')))
    );
  };
}

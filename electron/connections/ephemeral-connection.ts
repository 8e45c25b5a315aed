import type { Connection, KeyState } from '../../shared/model/connection.ts';
import { fieldsOf } from '../../shared/model/connection-fields.ts';
import type { Access } from '../api/index.ts';
import type { StoredConnection } from './stored-connections.ts';

/** A connection that lasts as long as the app runs, and is not saved. */
export type EphemeralConnection = Connection & { access: Access };

/** An agency's name is one segment, so that no other pair of URL and name gives the same id. */
function idOfAgency({ baseUrl, agency }: Access): string {
  return `${baseUrl}/${agency.replace(/[%/]/g, encodeURIComponent)}`;
}

/** The connection of a session, with the id and the fields of the saved one of its agency. */
export function ephemeralConnection(
  access: Access,
  same: StoredConnection | undefined,
  since: string,
): EphemeralConnection {
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

/** The connection as it may leave main. */
export function withoutAccess({ access: _, ...connection }: EphemeralConnection): Connection {
  return connection;
}

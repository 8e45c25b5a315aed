import type { World } from '../data/world.ts';
import type { Query } from './query.ts';
import { ServiceError } from './service-error.ts';

/** The agencies of the API and the keys with access to them. */
export interface KeyAccess {
  /**
   * The data of the agency, after the checks of the authentication layer in their order:
   * `PROJECT_ID_UNDEFINED`, `API_KEY_INVALID`, `PROJECT_ID_UNAUTHORIZED`, `TENANT_UNRESOLVED` (api.md,
   * Authentication).
   */
  enter(agency: string, query: Query): World;
  /** Gives a key access to these agencies only. */
  authorise(key: string, agencies: readonly string[]): void;
  revoke(key: string): void;
}

/** Returns an agency's data; undefined for one whose configuration cannot be resolved. */
type WorldOf = (agency: string) => World | undefined;

/** No key has access until it is authorised. */
export function createKeyAccess(worldOf: WorldOf): KeyAccess {
  const opened = new Map<string, ReadonlySet<string>>();
  return {
    enter(agency, query) {
      if (agency === '') throw new ServiceError('PROJECT_ID_UNDEFINED');
      const agencies = opened.get(query.one('key', 'API_KEY_INVALID'));
      if (agencies === undefined) throw new ServiceError('API_KEY_INVALID');
      if (!agencies.has(agency)) throw new ServiceError('PROJECT_ID_UNAUTHORIZED');
      const world = worldOf(agency);
      if (world === undefined) throw new ServiceError('TENANT_UNRESOLVED');
      return world;
    },
    authorise: (key, agencies) => void opened.set(key, new Set(agencies)),
    revoke: (key) => void opened.delete(key),
  };
}

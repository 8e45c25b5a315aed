import type { World } from '../data/world.ts';
import type { Query } from './query.ts';
import { ServiceError } from './service-error.ts';

/** The agencies of the service and the keys that open them. */
export interface Access {
  /**
   * The data of the agency, after the checks of the authentication layer in their order:
   * `PROJECT_ID_UNDEFINED`, `API_KEY_INVALID`, `PROJECT_ID_UNAUTHORIZED`, `TENANT_UNRESOLVED` (api.md,
   * Authentication).
   */
  enter(agency: string, query: Query): World;
  /** Lets a key open these agencies, and no others. */
  authorise(key: string, agencies: readonly string[]): void;
  revoke(key: string): void;
}

/** Where an agency's data comes from; undefined for one whose configuration cannot be resolved. */
export type WorldOf = (agency: string) => World | undefined;

/** Nobody has access until a key is authorised. */
export function createAccess(worldOf: WorldOf): Access {
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

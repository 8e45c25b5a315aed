import type { AgencyData } from '../data/agency-data.ts';
import type { Query } from './exchange.ts';
import { ServiceError } from './service-error.ts';

/** The agencies of the API and the keys with access to them; no key has access until it is authorised. */
export class KeyAccess {
  readonly #dataOf: (agency: string) => AgencyData | undefined;
  readonly #opened = new Map<string, ReadonlySet<string>>();

  /** `dataOf` returns an agency's data; undefined for one whose configuration cannot be resolved. */
  constructor(dataOf: (agency: string) => AgencyData | undefined) {
    this.#dataOf = dataOf;
  }

  /**
   * The data of the agency, after the checks of the authentication layer in their order:
   * `PROJECT_ID_UNDEFINED`, `API_KEY_INVALID`, `PROJECT_ID_UNAUTHORIZED`, `TENANT_UNRESOLVED` (api.md,
   * Authentication).
   */
  enter(agency: string, query: Query): AgencyData {
    if (agency === '') throw new ServiceError('PROJECT_ID_UNDEFINED');
    const agencies = this.#opened.get(query.one('key', 'API_KEY_INVALID'));
    if (agencies === undefined) throw new ServiceError('API_KEY_INVALID');
    if (!agencies.has(agency)) throw new ServiceError('PROJECT_ID_UNAUTHORIZED');
    const agencyData = this.#dataOf(agency);
    if (agencyData === undefined) throw new ServiceError('TENANT_UNRESOLVED');
    return agencyData;
  }

  /** Gives a key access to these agencies only. */
  authorise(key: string, agencies: readonly string[]): void {
    this.#opened.set(key, new Set(agencies));
  }

  revoke(key: string): void {
    this.#opened.delete(key);
  }
}

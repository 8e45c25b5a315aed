import type { ClientNames } from '../../shared/model/client-names.ts';
import type { Client } from '../../shared/model/connection.ts';
import type { RowsQuery, Sort } from '../../shared/model/search-query.ts';

/**
 * Adds the client names to a query for rows that sorts, groups or filters by them. Lists set the clients of
 * one name apart themselves, by RUT.
 */
export function withClientNames<
  Query extends {
    sort?: Sort | undefined;
    group?: RowsQuery['group'] | undefined;
    filter?: unknown;
  },
>(query: Query, clients: () => readonly Client[]): Query & { names?: ClientNames } {
  const isByName = query.group === 'client' || query.sort?.some(({ column }) => column === 'rut');
  if (!isByName && typeof query.filter !== 'object') return query;
  return { ...query, names: Object.fromEntries(clients().map(({ rut, name }) => [rut, name])) };
}

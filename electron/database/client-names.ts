import type { Client } from '../../shared/model/connection.ts';
import type { RowsQuery, Sort } from '../../shared/model/search-query.ts';

/** Client names by RUT, as the client column shows them. */
export type ClientNames = Readonly<Record<string, string>>;

/** Adds the client names to a query for rows that sorts, groups or filters by them. */
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

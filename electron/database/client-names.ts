import type { Client } from '../../shared/model/connection.ts';
import type { RowsQuery, Sort } from '../../shared/model/search-query.ts';

/** What clients are called, by RUT, as their column shows them. */
export type ClientNames = Readonly<Record<string, string>>;

/** A query for rows with what clients are called, where it sorts or groups by them. */
export function withClientNames<
  Query extends { sort?: Sort | undefined; group?: RowsQuery['group'] | undefined },
>(query: Query, clients: () => readonly Client[]): Query & { names?: ClientNames } {
  if (query.group !== 'client' && !query.sort?.some(({ column }) => column === 'rut')) return query;
  return { ...query, names: Object.fromEntries(clients().map(({ rut, name }) => [rut, name])) };
}

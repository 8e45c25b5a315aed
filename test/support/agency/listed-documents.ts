import type { SearchDesk } from '../app/search-desk.ts';

export const idsOf = (documents: Iterable<{ id: string }>): string[] =>
  [...documents].map(({ id }) => id).sort();

/** Documents of the agency's active clients that a search of the catalogue's types can find. */
export function listedDocuments(desk: SearchDesk): string[] {
  const catalogue = new Set(
    desk.agency.data.types.filter(({ isActive }) => isActive).map(({ name }) => name),
  );
  const known = new Set(desk.agency.clients.map(({ rut }) => rut));
  return idsOf(
    [...desk.agency.data.documents()].filter(
      ({ client, type }) => known.has(client.rut) && type !== null && catalogue.has(type),
    ),
  );
}

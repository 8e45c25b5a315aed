import type { SearchFixture } from '../app/search-fixture.ts';

export const idsOf = (documents: Iterable<{ id: string }>): string[] =>
  [...documents].map(({ id }) => id).sort();

/** Documents of the agency's active clients that a search of the catalogue's types can find. */
export function listedDocuments(fixture: SearchFixture): string[] {
  const catalogue = new Set(
    fixture.agency.data.types.filter(({ isActive }) => isActive).map(({ name }) => name),
  );
  const known = new Set(fixture.agency.clients.map(({ rut }) => rut));
  return idsOf(
    [...fixture.agency.data.documents()].filter(
      ({ client, type }) => known.has(client.rut) && type !== null && catalogue.has(type),
    ),
  );
}

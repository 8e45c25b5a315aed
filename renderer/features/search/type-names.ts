import type { DocumentType } from '../../../shared/model/document.ts';
import { matchTypes } from '../../../shared/model/match-types.ts';
import { fold } from '../../../shared/without-accents.ts';

/**
 * Type names to select from: selected ones first, then the catalogue's that match the filter, each once,
 * alphabetically. The filter is part of a name, or a synonym that the search box accepts: `facturas`, `bl`.
 */
export function typeNames(
  catalogue: readonly DocumentType[],
  selected: readonly string[],
  filter: string,
): string[] {
  const needle = fold(filter);
  const others = new Set(
    catalogue.map(({ name }) => name).filter((name) => name !== '' && !selected.includes(name)),
  );
  const matched = new Set(matchTypes(filter.split(/\s+/), [...others]).names);
  const shown = [...others].filter((name) => fold(name).includes(needle) || matched.has(name));
  return [...selected, ...shown.sort((left, right) => left.localeCompare(right, 'es'))];
}

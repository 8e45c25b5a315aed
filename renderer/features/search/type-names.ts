import type { DocumentType } from '../../../shared/model/document.ts';
import { matchTypes } from '../../../shared/model/type-words.ts';
import { plain } from '../../ui/plain.ts';

/**
 * The names to choose from: the selected ones first, then the catalogue's that the filter shows, each once,
 * by the alphabet. The filter is a part of a name, or words for it as the search box takes them: `facturas`,
 * `bl`.
 */
export function typeNames(
  catalogue: readonly DocumentType[],
  selected: readonly string[],
  filter: string,
): string[] {
  const needle = plain(filter);
  const others = new Set(
    catalogue.map(({ name }) => name).filter((name) => name !== '' && !selected.includes(name)),
  );
  const matched = new Set(matchTypes(filter.split(/\s+/), [...others]).names);
  const shown = [...others].filter((name) => plain(name).includes(needle) || matched.has(name));
  return [...selected, ...shown.sort((left, right) => left.localeCompare(right, 'es'))];
}

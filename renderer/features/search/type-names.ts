import type { DocumentType } from '../../../shared/model/document.ts';
import { plain } from '../../ui/plain.ts';

/** The names to choose from: the chosen ones first, then the catalogue's that the filter shows, each once, by the alphabet. */
export function typeNames(
  catalogue: readonly DocumentType[],
  chosen: readonly string[],
  filter: string,
): string[] {
  const wanted = plain(filter);
  const others = new Set(
    catalogue.map(({ name }) => name).filter((name) => name !== '' && !chosen.includes(name)),
  );
  const shown = [...others].filter((name) => plain(name).includes(wanted));
  return [...chosen, ...shown.sort((left, right) => left.localeCompare(right, 'es'))];
}

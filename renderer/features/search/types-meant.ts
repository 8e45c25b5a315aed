import { plain } from '../../ui/plain.ts';

const joining: ReadonlySet<string> = new Set(['a', 'de', 'del', 'el', 'la', 'las', 'los', 'o', 'por', 'y']);

/** Fewer letters than these mean a type only when they are a whole word of its name, as `bl` and `crt` are. */
const lettersOfBeginning = 4;

/** What words of the search box say of document types. */
export interface TypesMeant {
  /** The words that stand in names of types, as they were typed. */
  words: readonly string[];
  /** The names that have all of those words, by the alphabet, each once. */
  names: readonly string[];
}

/** The document types that words may mean, accents, case and marks left aside: `bl` is `(B/L)`, `factu` any invoice. */
export function typesMeant(words: readonly string[], catalogue: readonly string[]): TypesMeant {
  const types = [...new Set(catalogue)].map((name) => ({ name, parts: partsOf(name) }));
  const meant = words
    .map((word) => ({ word, letters: lettersOf(word) }))
    .filter(({ letters }) => letters.length > 1 && !joining.has(letters))
    .filter(({ letters }) => types.some(({ parts }) => isAmong(letters, parts)));
  if (meant.length === 0) return { words: [], names: [] };
  const names = types
    .filter(({ parts }) => meant.every(({ letters }) => isAmong(letters, parts)))
    .map(({ name }) => name)
    .sort((left, right) => left.localeCompare(right, 'es'));
  return names.length === 0 ? { words: [], names } : { words: meant.map(({ word }) => word), names };
}

/** A text without words that have been taken as something else, and without what only joined them. */
export function withoutWords(text: string, taken: readonly string[]): string {
  const left = text.split(/\s+/).filter((word) => word !== '' && !taken.includes(word));
  return left.every((word) => joining.has(lettersOf(word))) ? '' : left.join(' ');
}

function partsOf(name: string): string[] {
  return name.split(/\s+/).map(lettersOf);
}

function lettersOf(word: string): string {
  return plain(word).replace(/[^\p{L}\p{N}]/gu, '');
}

function isAmong(letters: string, parts: readonly string[]): boolean {
  return parts.some((part) =>
    letters.length < lettersOfBeginning ? part === letters : part.startsWith(letters),
  );
}

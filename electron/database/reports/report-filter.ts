import type { ClientNames } from '../../../shared/model/client-names.ts';
import type { Day } from '../../../shared/model/dates.ts';
import type { TextFilter } from '../../../shared/model/value-schemas.ts';
import { fold } from '../../../shared/without-accents.ts';
import { filterTokens } from '../filter-tokens.ts';

/** Whether a row of these clients has all words; `isIn` tells whether its own text has one, folded. */
export type WordsMatcher = (ruts: readonly string[], isIn: (word: string) => boolean) => boolean;

/** Tests rows for all the words of a filter; a client's name is one of them. Undefined without words. */
export function wordsMatcher(words: string | undefined, names: ClientNames = {}): WordsMatcher | undefined {
  const clients = Object.entries(names).map(([rut, name]) => ({
    rut,
    searched: `${fold(name)} ${rut.toLowerCase()}`,
  }));
  const tokens = filterTokens(words ?? '', (token) =>
    clients.filter(({ searched }) => searched.includes(token)).map(({ rut }) => rut),
  );
  if (tokens.length === 0) return undefined;
  const matchers = tokens.map(({ texts, ruts }) => ({ texts, of: new Set(ruts) }));
  return (ruts, isIn) =>
    matchers.every(({ texts, of }) => ruts.some((rut) => of.has(rut)) || texts.some(isIn));
}

/** What a filter needs of a row of a list. */
export interface FilterFields {
  ruts: readonly string[];
  days: readonly Day[];
  texts: readonly string[];
}

/** The rows that a filter means; all of them without one. */
export function filterRows<Row>(
  rows: readonly Row[],
  { words, period }: TextFilter = {},
  names: ClientNames | undefined,
  fieldsOf: (row: Row) => FilterFields,
): readonly Row[] {
  const hasWords = wordsMatcher(words, names);
  if (!hasWords && !period) return rows;
  return rows.filter((row) => {
    const { ruts, days, texts } = fieldsOf(row);
    if (period && !days.some((day) => day >= period.start && day <= period.end)) return false;
    if (!hasWords) return true;
    const searched = fold(texts.join('\n'));
    return hasWords(ruts, (word) => searched.includes(word));
  });
}

import type { ParsedQuery } from '../../shared/model/search.ts';
import { numberKey, type Store } from '../database/index.ts';
import type { ParseContext, ParsedNumber } from './query-parser/index.ts';
import { keysOf, matchDispatches, type ReadText, readWithStored } from './stored-numbers.ts';

/** Maximum ignored parts listed one by one; all are counted. */
const maxAsides = 500;

type Parsed = Extract<ParsedQuery, { kind: 'understood' }>;

/** Kinds of numbers that no agency can be queried by: only stored data links them to a dispatch. */
const onlyStored: ReadonlySet<ParsedNumber['as']> = new Set([
  'declaration',
  'reference',
  'transport',
  'folio',
  'container',
]);

/**
 * Parses a text of the search box: its dispatches with their known clients, and the stored documents that
 * have its numbers.
 */
export async function parseQuery(
  store: Pick<
    Store,
    'findDispatchesByNumber' | 'findDispatchesByContainer' | 'countDocumentsByFolio' | 'hasLeadingZeros'
  >,
  text: string,
  context: ParseContext,
): Promise<ParsedQuery> {
  const read = await readWithStored(store, text, context);
  const keys = read.numbers.flatMap(keysOf);
  const documents = new Map(
    (await store.countDocumentsByFolio([...new Set(keys)])).map((one) => [one.key, one.documents]),
  );
  return interpret(read, documents, { hasLeadingZeros: await store.hasLeadingZeros() });
}

/**
 * Builds the result from stored data: how many stored documents have a number, and whether any dispatch
 * begins with a zero.
 */
export function interpret(
  read: ReadText,
  documentsBy: ReadonlyMap<string, number>,
  { hasLeadingZeros }: { hasLeadingZeros: boolean },
): ParsedQuery {
  const { numbers, clients, types, range, words, aside, sentences, wrong, known } = read;
  const count = [numbers, clients, types, words, wrong, aside, sentences].reduce(
    (sum, { length }) => sum + length,
    0,
  );
  if (count === 0 && range === undefined) return { kind: 'nothing' };
  const ofBook = clients.map(({ rut }) => rut);
  const dispatches: Parsed['dispatches'][number][] = [];
  const documents: Parsed['documents'][number][] = [];
  const unmatched: Parsed['unmatched'][number][] = [];
  for (const one of numbers) {
    const { number, as } = one;
    const stored = matchDispatches(one, known);
    const carried =
      as === 'dispatch'
        ? 0
        : (documentsBy.get(numberKey(number)) ?? documentsBy.get(numberKey(one.text)) ?? 0);
    if (carried > 0) documents.push({ text: number, count: carried });
    for (const [own, same] of Map.groupBy(stored, (found) => found.number)) {
      dispatches.push({ number: own, source: 'kept', ruts: unique(same.map(({ rut }) => rut)) });
    }
    if (stored.length > 0) continue;
    if (onlyStored.has(as)) {
      if (carried === 0) unmatched.push({ text: one.text, as });
      continue;
    }
    const dispatchNumber = hasLeadingZeros ? number : number.replace(/^0+(?=[1-9]\d*$)/, '');
    const ruts = one.ruts.length > 0 ? one.ruts : ofBook;
    dispatches.push({ number: dispatchNumber, ruts, source: ruts.length > 0 ? 'chosen' : 'unknown' });
  }
  return {
    kind: 'understood',
    dispatches: [...new Map(dispatches.map((one) => [one.number, one])).values()],
    clients,
    documents,
    unmatched,
    types,
    ...(range && { range }),
    ...(read.hasAssumedStart && { hasAssumedStart: true }),
    terms: [...words, ...documents.map((one) => one.text), ...unmatched.map((one) => one.text)],
    aside: aside.length + sentences.length,
    asides: aside.slice(0, maxAsides),
    numberRanges: read.ranges,
    wrong: [...wrong],
  };
}

function unique<T>(values: readonly T[]): T[] {
  return [...new Set(values)];
}

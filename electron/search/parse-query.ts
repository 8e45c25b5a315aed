import type { ParsedQuery } from '../../shared/model/search.ts';
import { type FoundAs, type NumberedDispatch, numberKey, type Store } from '../database/index.ts';
import {
  containerOf,
  type ParseContext,
  type ParsedNumber,
  type ParsedText,
  parseTextYielding,
} from './query-parser/index.ts';

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

/**
 * A stored dispatch that a number matches: by its own number, declaration, reference, transport document or
 * container.
 */
export type StoredMatch = Pick<NumberedDispatch, 'number' | 'rut' | 'key' | 'foundAs'>;

/** A parsed text with the stored dispatches that its numbers may match. */
interface ReadText extends ParsedText {
  known: readonly StoredMatch[];
}

/**
 * Parses a text, then reads the stored dispatches of its numbers, of every agency: stored data never affects
 * the parsing.
 */
export async function readWithStored(
  store: Pick<Store, 'findDispatchesByNumber' | 'findDispatchesByContainer'>,
  text: string,
  context: ParseContext,
): Promise<ReadText> {
  const read = await parseTextYielding(text, context, yieldToEventLoop);
  const containers = [...new Set(read.numbers.flatMap(({ number }) => containerOf(number) ?? []))];
  const known: StoredMatch[] = [
    ...(await store.findDispatchesByNumber(numberKeysOf(read))),
    ...(containers.length > 0 ? await store.findDispatchesByContainer(containers) : []),
  ];
  return { ...read, known };
}

function yieldToEventLoop(): Promise<void> {
  return new Promise((resolve) => setImmediate(resolve));
}

/** The keys under which the numbers of a text may be stored. */
export function numberKeysOf({ numbers }: Pick<ParsedText, 'numbers'>): string[] {
  return [...new Set(numbers.flatMap(keysOf))];
}

/**
 * The keys of a number: with its label, where that may be part of it, and without. A declaration has keys
 * with and without its check digit.
 */
function keysOf({ number, text, as }: Pick<ParsedNumber, 'number' | 'text' | 'as'>): string[] {
  const keys = [numberKey(number), numberKey(text)];
  if (as === 'reference') keys.push(numberKey(number.replace(/^\p{L}+[-.]?/u, '')));
  if (as !== 'folio') for (const whole of declarationsOf(number)) keys.push(...whole.map(numberKey));
  return keys.filter((key) => key !== '');
}

/** The declarations that a number may be, each with and without its check digit; `03910797756` may be two. */
function declarationsOf(number: string): string[][] {
  const figures = number.replaceAll(/[ ./-]/g, '').toLowerCase();
  return [figures, ...(figures.startsWith('0') ? [figures.slice(1)] : [])].flatMap((one) => {
    if (!/^\d{10}[\dk]?$/.test(one)) return [];
    const body = one.slice(0, 10);
    return [[body, ...(one === body ? checkDigits.map((digit) => body + digit) : [one])]];
  });
}

const checkDigits = [...'0123456789k'];

const matchOrder: readonly FoundAs[] = ['dispatch', 'declaration', 'reference', 'transport', 'container'];

/**
 * The stored dispatches that a number matches: first those with exactly this number, then those that differ
 * in zeros and punctuation. Then come declarations, references, transport documents, containers. A labelled
 * number matches that kind alone if it can.
 */
export function matchDispatches<Found extends StoredMatch>(
  one: Pick<ParsedNumber, 'number' | 'text' | 'as'>,
  known: readonly Found[],
): Found[] {
  const { number, as } = one;
  if (as === 'folio') return [];
  const keys = new Set(keysOf(one));
  const found = known.filter(({ key }) => keys.has(key));
  const exact = found.filter((each) => each.foundAs === 'dispatch' && each.number === number);
  const groups = [exact, ...matchOrder.map((kind) => found.filter(({ foundAs }) => foundAs === kind))];
  const labelled = found.filter(({ foundAs }) => foundAs === as);
  return (
    (labelled.length > 0 && as !== 'dispatch' ? [labelled] : groups).find((group) => group.length > 0) ?? []
  );
}

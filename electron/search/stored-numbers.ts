import { type FoundAs, type NumberedDispatch, numberKey, type Store } from '../database/index.ts';
import {
  containerOf,
  type ParseContext,
  type ParsedNumber,
  type ParsedText,
  parseTextYielding,
} from './query-parser/index.ts';

/**
 * A stored dispatch that a number matches: by its own number, declaration, reference, transport document or
 * container.
 */
export type StoredMatch = Pick<NumberedDispatch, 'number' | 'rut' | 'key' | 'foundAs'>;

/** A parsed text with the stored dispatches that its numbers may match. */
export interface ReadText extends ParsedText {
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
export function keysOf({ number, text, as }: Pick<ParsedNumber, 'number' | 'text' | 'as'>): string[] {
  const keys = [numberKey(number), numberKey(text)];
  if (as === 'reference') keys.push(numberKey(number.replace(/^\p{L}+[-.]?/u, '')));
  const [, body, digit] = /^(\d{10})-?([\dk])?$/i.exec(number) ?? [];
  if (body !== undefined && as !== 'folio') {
    keys.push(
      body,
      ...(digit === undefined
        ? checkDigits.map((one) => `${body}${one}`)
        : [`${body}${digit.toLowerCase()}`]),
    );
  }
  return keys.filter((key) => key !== '');
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

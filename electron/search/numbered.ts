import type { Rut } from '../../shared/model/rut.ts';
import { type FoundAs, type NumberedDispatch, numberKey, type Store } from '../store/index.ts';
import {
  containersIn,
  numberKeysIn,
  type ParseContext,
  type ParsedNumber,
  type ParsedText,
  parseText,
} from './parse-query.ts';
import { mayHoldNumber } from './signatures.ts';

/** A dispatch that a number leads to: its own, or that of its declaration, reference, transport document or container. */
export type Known = Pick<NumberedDispatch, 'number' | 'rut' | 'key' | 'foundAs'>;

/** A text as it was read, with the kept dispatches that its numbers may mean. */
export interface ReadText extends ParsedText {
  known: readonly Known[];
}

/** Containers are looked for in all that is kept, one after the other; a pasted list is one of dispatches. */
const mostContainers = 20;

/** Reads a text with what is kept of the numbers in it, of every agency. */
export async function readWithKept(
  store: Pick<Store, 'whoseNumbers' | 'whoseContainers'>,
  text: string,
  context: Omit<ParseContext, 'kept'>,
): Promise<ReadText> {
  const containers = containersIn(text).slice(0, mostContainers);
  const known: Known[] = [
    ...(await store.whoseNumbers(numberKeysIn(text))),
    ...(containers.length > 0 ? await store.whoseContainers(containers) : []),
  ];
  const kept = new Map<string, Set<FoundAs>>();
  for (const { key, foundAs } of known) kept.set(key, (kept.get(key) ?? new Set()).add(foundAs));
  return { ...parseText(text, { ...context, kept }), known };
}

const order: readonly FoundAs[] = ['dispatch', 'declaration', 'reference', 'transport', 'container'];

/**
 * The kept dispatches that a number means: those that have exactly it as their own; else those that differ in zeros and marks; else those whose
 * declaration it is, then reference, transport document, container. A labelled number means that kind alone.
 */
export function meantBy<Found extends Known>(
  { number, as }: Pick<ParsedNumber, 'number' | 'as'>,
  known: readonly Found[],
): Found[] {
  if (as === 'folio') return [];
  const key = numberKey(number);
  const found = known.filter((one) => one.key === key);
  const exact = found.filter((one) => one.foundAs === 'dispatch' && one.number === number);
  const groups = [exact, ...order.map((kind) => found.filter(({ foundAs }) => foundAs === kind))];
  const labelled = found.filter(({ foundAs }) => foundAs === as);
  return (
    (labelled.length > 0 && as !== 'dispatch' ? [labelled] : groups).find((group) => group.length > 0) ?? []
  );
}

/** A dispatch that a list asks for; without a RUT, of whichever client. */
export interface ListedDispatch {
  number: string;
  rut?: Rut;
  /** The numbers of the kept dispatches that it means. */
  kept: readonly string[];
}

/**
 * A pasted list of dispatches, as an inspector sends it. A RUT on the same line says whose dispatch it is; a RUT on a line of its own says so for
 * the lines below it. Only a RUT with its hyphen and a right check digit counts as one. Each dispatch once.
 */
export async function readDispatchList(
  store: Pick<Store, 'whoseNumbers' | 'whoseContainers'>,
  text: string,
): Promise<{ listed: ListedDispatch[]; unreadable: string[] }> {
  const { numbers, wrong, sentences, words, known } = await readWithKept(store, text, {
    book: [],
    isList: true,
  });
  // What an inspector asks by; a reference may be that of a dispatch nobody asked for.
  const asked = known.filter(({ foundAs }) => foundAs === 'dispatch' || foundAs === 'declaration');
  const listed = new Map<string, ListedDispatch>();
  for (const one of numbers) {
    const [rut] = one.ruts;
    const kept = [...new Set(meantBy(one, asked).map((found) => found.number))];
    const number =
      one.as === 'any' || one.as === 'dispatch' || one.as === 'declaration' ? one.number : one.text;
    listed.set(JSON.stringify([number, rut]), { number, kept, ...(rut !== undefined && { rut }) });
  }
  // A greeting or a signature is no number that could not be read; what stands under each mail is told once.
  const doubtful = [...sentences, ...words].filter((line) => !/\p{L}/u.test(line) || mayHoldNumber(line));
  return {
    listed: [...listed.values()],
    unreadable: [...new Set([...wrong.map((one) => one.text), ...doubtful])],
  };
}

import { compositeKey } from '../../shared/composite-key.ts';
import type { Rut } from '../../shared/model/rut.ts';
import { type FoundAs, type NumberedDispatch, numberKey, type Store } from '../database/index.ts';
import { inVainOf } from './find-client.ts';
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

/** A dispatch in a pasted list; without a RUT, of any client. */
export interface ListedDispatch {
  number: string;
  rut?: Rut;
  /** The numbers of the stored dispatches that it matches. */
  stored: readonly string[];
  /** It may be a dispatch number, so that an agency can be queried for it. */
  isDispatch: boolean;
  /** How many clients were tried for it in vain, and how many were not; absent before the first request. */
  inVain?: { clients: number; unasked: number };
}

/**
 * A pasted list of dispatches, as an inspector sends it, each once. A RUT on the same line names the client
 * of a dispatch; a RUT on a line of its own names that of the lines below. Only a RUT with its hyphen and a
 * right check digit counts.
 */
export async function readDispatchList(
  store: Pick<Store, 'findDispatchesByNumber' | 'findDispatchesByContainer' | 'listTasksNotFound'>,
  text: string,
  book: readonly { rut: Rut }[] = [],
): Promise<{ listed: ListedDispatch[]; unreadable: string[] }> {
  const { numbers, clients, wrong, known } = await readWithStored(store, text, { book: [] });
  // Inspectors use these two; a reference may be that of a dispatch outside the list.
  const byNumber = known.filter(({ foundAs }) => foundAs === 'dispatch' || foundAs === 'declaration');
  const listed = new Map<string, ListedDispatch>();
  for (const one of numbers) {
    const [rut] = one.ruts;
    const stored = [...new Set(matchDispatches(one, byNumber).map((found) => found.number))];
    const isDispatch = one.as === 'any' || one.as === 'dispatch';
    const number = isDispatch || one.as === 'declaration' ? one.number : one.text;
    listed.set(compositeKey(number, rut), { number, stored, isDispatch, ...(rut !== undefined && { rut }) });
  }
  // A dispatch number may look like a RUT, but rarely has its check digit.
  for (const { rut, digitIsRight } of clients)
    if (!digitIsRight) listed.set(rut, { number: rut, stored: [], isDispatch: true });
  return {
    listed: await withTriedClients(store, [...listed.values()], book),
    unreadable: [...new Set(wrong.map((one) => one.text))],
  };
}

/** Adds to dispatches of a list how many clients were tried in vain. */
async function withTriedClients(
  store: Pick<Store, 'listTasksNotFound'>,
  listed: readonly ListedDispatch[],
  book: readonly { rut: Rut }[],
): Promise<ListedDispatch[]> {
  const tasks = await store.listTasksNotFound(listed.map(({ number }) => number));
  return listed.map((one) => {
    const { number, rut } = one;
    const task = tasks.findLast(
      ({ subject, ruts }) =>
        subject === number && (rut === undefined || ruts.length === 0 || ruts.includes(rut)),
    );
    if (!task) return one;
    const { tried, unasked } = inVainOf(task, rut === undefined ? book.map((client) => client.rut) : [rut]);
    return { ...one, inVain: { clients: tried, unasked } };
  });
}

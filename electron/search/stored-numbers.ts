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
 * A dispatch that a number leads to: its own, or that of its declaration, reference, transport document or
 * container.
 */
export type Known = Pick<NumberedDispatch, 'number' | 'rut' | 'key' | 'foundAs'>;

/** A text as it was read, with the stored dispatches that its numbers may mean. */
export interface ReadText extends ParsedText {
  known: readonly Known[];
}

/**
 * Reads a text, and then what is kept of the numbers in it, of every agency: what is kept has no part in the
 * reading.
 */
export async function readWithStored(
  store: Pick<Store, 'whoseNumbers' | 'whoseContainers'>,
  text: string,
  context: ParseContext,
): Promise<ReadText> {
  const read = await parseTextYielding(text, context, yieldToEventLoop);
  const containers = [...new Set(read.numbers.flatMap(({ number }) => containerOf(number) ?? []))];
  const known: Known[] = [
    ...(await store.whoseNumbers(numberKeysOf(read))),
    ...(containers.length > 0 ? await store.whoseContainers(containers) : []),
  ];
  return { ...read, known };
}

function yieldToEventLoop(): Promise<void> {
  return new Promise((resolve) => setImmediate(resolve));
}

/** The keys under which the numbers of a text may be kept. */
export function numberKeysOf({ numbers }: Pick<ParsedText, 'numbers'>): string[] {
  return [...new Set(numbers.flatMap(keysOf))];
}

/**
 * The keys of a number: with its label, where that may be part of it, and without; of a declaration with its
 * check digit and without.
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

const order: readonly FoundAs[] = ['dispatch', 'declaration', 'reference', 'transport', 'container'];

/**
 * The stored dispatches that a number means: those that have exactly it as their own; else those that differ
 * in zeros and marks; else those whose declaration it is, then reference, transport document, container. A
 * labelled number means that kind alone.
 */
export function matchDispatches<Found extends Known>(
  one: Pick<ParsedNumber, 'number' | 'text' | 'as'>,
  known: readonly Found[],
): Found[] {
  const { number, as } = one;
  if (as === 'folio') return [];
  const keys = new Set(keysOf(one));
  const found = known.filter(({ key }) => keys.has(key));
  const exact = found.filter((each) => each.foundAs === 'dispatch' && each.number === number);
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
  /** The numbers of the stored dispatches that it means. */
  stored: readonly string[];
  /** It may be the number of a dispatch, which an agency can be asked for. */
  isDispatch: boolean;
  /**
   * As how many clients an agency was asked for it in vain, and how many there are beside; absent where
   * nobody has asked.
   */
  asked?: { clients: number; unasked: number };
}

/**
 * A pasted list of dispatches, as an inspector sends it. A RUT on the same line says whose dispatch it is; a
 * RUT on a line of its own says so for the lines below it. Only a RUT with its hyphen and a right check digit
 * counts as one. Each dispatch once.
 */
export async function readDispatchList(
  store: Pick<Store, 'whoseNumbers' | 'whoseContainers' | 'listTasksNotFound'>,
  text: string,
  book: readonly { rut: Rut }[] = [],
): Promise<{ listed: ListedDispatch[]; unreadable: string[] }> {
  const { numbers, clients, wrong, known } = await readWithStored(store, text, { book: [] });
  // What an inspector asks by; a reference may be that of a dispatch nobody asked for.
  const asked = known.filter(({ foundAs }) => foundAs === 'dispatch' || foundAs === 'declaration');
  const listed = new Map<string, ListedDispatch>();
  for (const one of numbers) {
    const [rut] = one.ruts;
    const stored = [...new Set(matchDispatches(one, asked).map((found) => found.number))];
    const isDispatch = one.as === 'any' || one.as === 'dispatch';
    const number = isDispatch || one.as === 'declaration' ? one.number : one.text;
    listed.set(compositeKey(number, rut), { number, stored, isDispatch, ...(rut !== undefined && { rut }) });
  }
  // A number of a dispatch may have a RUT's form, but hardly its check digit.
  for (const { rut, digitIsRight } of clients)
    if (!digitIsRight) listed.set(rut, { number: rut, stored: [], isDispatch: true });
  return {
    listed: await withAsked(store, [...listed.values()], book),
    unreadable: [...new Set(wrong.map((one) => one.text))],
  };
}

/** Dispatches of a list with what is known of who was asked for them in vain. */
async function withAsked(
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
    const { asked, unasked } = inVainOf(task, rut === undefined ? book.map((client) => client.rut) : [rut]);
    return { ...one, asked: { clients: asked, unasked } };
  });
}

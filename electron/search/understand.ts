import type { Client } from '../../shared/model/connection.ts';
import {
  bareNumber,
  isBesideNumber,
  pastedLines,
  withoutRutLabel,
  withoutThousands,
} from '../../shared/model/paste.ts';
import { dispatchNumberSchema } from '../../shared/model/question.ts';
import { parseRut, type Rut } from '../../shared/model/rut.ts';
import type { Understood } from '../../shared/model/search.ts';
import { type FilterWord, fold, type NumberedDispatch, numberKey } from '../store/index.ts';

type Told = Extract<Understood, { kind: 'understood' }>;

/** What a text says by itself, before anything kept is looked at. */
export interface Read {
  /** Candidates: whatever holds a digit may be the number of a dispatch, or of a paper. */
  numbers: readonly string[];
  clients: Told['clients'];
  words: readonly string[];
  wrong: Told['wrong'];
}

/** Words in a number that is written with blanks, such as `OC 452599` or `MSCU 123456 7`. */
const mostWords = 4;

/**
 * Everything in a text that may be a number of a kept dispatch, its declaration, reference or transport document, as `numberKey` keeps it: cells
 * and runs of up to four words that hold a digit.
 */
export function numberKeysIn(text: string): string[] {
  const keys = new Set<string>();
  for (const cell of pastedLines(text).flat()) {
    const parts = cell.split(' ');
    for (let from = 0; from < parts.length; from++) {
      for (let to = from + 1; to <= Math.min(from + mostWords, parts.length); to++) {
        for (const form of formsOf(parts.slice(from, to).join(' '))) keys.add(numberKey(form));
      }
    }
  }
  return [...keys];
}

/** How a text that holds a digit may be meant as one number: without its label and note, or with them. */
function formsOf(text: string): string[] {
  return /\p{N}/u.test(text) && text.length <= 200 ? [bareNumber(text), text] : [];
}

/**
 * Reads what a person typed or pasted into the search box: RUTs, numbers, names of clients in the book, other words. Cells of a table and
 * lines are parts of their own. `kept` are the keys of numbers that are kept (`numberKeysIn`): a run of words that is one is one number.
 */
export function readText(text: string, book: readonly Client[], kept: ReadonlySet<string> = new Set()): Read {
  const clients = new Map<Rut, Told['clients'][number]>();
  const numbers = new Set<string>();
  const words = new Set<string>();
  const wrong = new Map<string, Told['wrong'][number]>();
  const names = book.map((client) => ({ client, name: fold(client.name) })).filter(({ name }) => name !== '');
  const nameOf = (rut: Rut) => book.find((client) => client.rut === rut)?.name ?? '';

  const lines = pastedLines(text);
  for (const columns of lines) {
    for (const column of columns)
      if (lines.length === 1 || !isHeading(column)) readPart(column, isBesideNumber(column, columns));
  }
  return {
    numbers: [...numbers],
    clients: [...clients.values()],
    words: [...words],
    wrong: [...wrong.values()],
  };

  function readPart(part: string, isBeside: boolean): void {
    const rut = readRut(part, book);
    if (rut === 'wrong') wrong.set(part, { text: part, reason: 'rut-form' });
    else if (rut) clients.set(rut.rut, { ...rut, name: nameOf(rut.rut) });
    else readCell(part, isBeside);
  }

  function readCell(cell: string, isBeside: boolean): void {
    const named = namedBy(cell);
    const parts = cell.split(' ');
    const number = bareNumber(cell);
    const kept = keptForm(cell);
    const isOne = parts.length === 1 || (/\d/.test(number) && !number.includes(' '));
    if (named.length > 0) addClients(named);
    else if (kept !== undefined) numbers.add(kept);
    else if (!isOne) readParts(parts, isBeside);
    else if (isBeside || !/\p{N}/u.test(cell)) words.add(cell);
    else if (dispatchNumberSchema.safeParse(number).success) numbers.add(number);
    else wrong.set(cell, { text: cell, reason: 'dispatch-number' });
  }

  /** The longest runs of words that name a client, and what stands between them. */
  function readParts(parts: readonly string[], isBeside: boolean): void {
    for (let from = 0; from < parts.length; ) {
      let to = parts.length;
      while (to > from + 1 && !isOnePart(parts.slice(from, to).join(' '))) to--;
      const part = parts.slice(from, to).join(' ');
      readPart(part, isBeside);
      from = to;
    }
  }

  function isOnePart(run: string): boolean {
    return keptForm(run) !== undefined || namedBy(run).length > 0;
  }

  /** How a number that is kept is written there, as far as its letters and digits go. */
  function keptForm(run: string): string | undefined {
    return formsOf(run).find((form) => kept.has(numberKey(form)));
  }

  function namedBy(part: string): Client[] {
    return names.filter(({ name }) => isPartOfName(fold(part), name)).map(({ client }) => client);
  }

  function addClients(found: readonly Client[]): void {
    for (const { rut, name } of found) {
      const parsed = parseRut(rut);
      if (parsed.form === 'right') {
        clients.set(rut, { rut, name, digitIsRight: parsed.digitIsRight, expected: parsed.expected });
      }
    }
  }
}

/** What stands above or below a column of a spreadsheet, and is not asked for: `N° Despacho`, `RUT cliente`, `Total`. */
const headings =
  /^(?:(?:n|no|nro|num|numero)(?: de)? )?(?:despachos?|ruts?|clientes?|rut(?: del?)? cliente|referencias?|folios?|total(?: general)?|dispatch(?:es)?|clients?|references?)$/;

function isHeading(cell: string): boolean {
  return headings.test(
    fold(cell)
      .replace(/[^\p{L}\p{N}]+/gu, ' ')
      .trim(),
  );
}

/** What was read, with whose the numbers are as far as is known. */
export function understand(
  { numbers, clients, words, wrong }: Read,
  known: readonly Pick<NumberedDispatch, 'number' | 'rut' | 'key' | 'foundAs'>[],
  papers: ReadonlySet<string>,
): Understood {
  if (numbers.length + clients.length + words.length + wrong.length === 0) return { kind: 'nothing' };
  const byKey = Map.groupBy(known, ({ key }) => key);
  const chosen = clients.map(({ rut }) => rut);
  const dispatches = numbers.flatMap((number): Told['dispatches'][number][] => {
    const kept = meant(byKey.get(numberKey(number)) ?? []);
    if (kept.length > 0) {
      return [...Map.groupBy(kept, (one) => one.number)].map(([own, same]) => ({
        ...{ number: own, source: 'kept' },
        ruts: [...new Set(same.map(({ rut }) => rut))],
      }));
    }
    return chosen.length > 0
      ? [{ number, ruts: chosen, source: 'chosen' }]
      : [{ number, ruts: [], source: 'unknown' }];
  });
  return { kind: 'understood', dispatches: unique(dispatches), clients, words: [...words, ...papers], wrong };
}

/** The dispatches that have a number as their own; where none has, those whose declaration, reference or transport document it is. */
function meant<Found extends Pick<NumberedDispatch, 'foundAs'>>(found: readonly Found[]): readonly Found[] {
  const own = found.filter(({ foundAs }) => foundAs === 'dispatch');
  return own.length > 0 ? own : found;
}

function unique(dispatches: Told['dispatches']): Told['dispatches'] {
  return [...new Map(dispatches.map((one) => [one.number, one])).values()];
}

/** A RUT, when a text is meant as one: it has a check digit after a hyphen, dots, a K, or is one of the book without either. */
function readRut(
  text: string,
  book: readonly Client[],
): { rut: Rut; digitIsRight: boolean; expected: string } | 'wrong' | undefined {
  const bare = withoutRutLabel(text).replaceAll(' ', '');
  // Longer than any RUT: the number of a declaration.
  if (/^\d{10,}-[\dk]$/i.test(bare)) return undefined;
  const parsed = parseRut(bare);
  const looksSo = /^[\d.,]{6,12}-[\dk]$/i.test(bare) || /^\d{1,3}([.,]\d{3}){1,3}-?[\dk]?$/i.test(bare);
  if (parsed.form === 'wrong') return looksSo && withoutThousands(bare) === bare ? 'wrong' : undefined;
  const { rut, digitIsRight, expected } = parsed;
  const isMeant = (looksSo && /^\d{7,8}-/.test(rut)) || /^[\d.]{7,10}k$/i.test(bare);
  const isInBook = digitIsRight && book.some((client) => client.rut === rut);
  return isMeant || isInBook ? { rut, digitIsRight, expected } : undefined;
}

/** Whether a text is a client's name, or the beginning of some of its words: three letters at least. */
function isPartOfName(folded: string, name: string): boolean {
  return folded.length >= 3 && /\p{L}/u.test(folded) && ` ${name}`.includes(` ${folded}`);
}

/** The clients whose name a folded word of a filter is part of; short words would be part of too many. */
export function clientsNamed(word: string, book: readonly Client[]): FilterWord['ruts'] {
  if (word.length < 3) return [];
  return book.filter(({ name }) => fold(name).includes(word)).map(({ rut }) => rut);
}

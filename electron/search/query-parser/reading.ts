import type { Client } from '../../../shared/model/connection.ts';
import type { Range } from '../../../shared/model/dates.ts';
import { parseRut, type Rut } from '../../../shared/model/rut.ts';
import { type ClientNames, type ParsedClient, readRut } from './clients.ts';
import type { Label } from './labels.ts';
import type { ReadLine } from './line-state.ts';
import type { AsideText, ParseContext, ParsedText } from './parsed-text.ts';
import type { Table } from './table.ts';

/** A line or a cell, before it is known how the numbers of the text look. */
export interface Fragment {
  read: ReadLine;
  line: number;
  ruts: readonly Rut[];
  /** Spans that clients, types and days take. */
  taken: readonly { from: number; to: number }[];
  /** Whether nothing but numbers and what joins them is left. */
  isWhole: boolean;
  isTyped: boolean;
}

/** What has been read of a text so far. */
export interface Reading {
  names: ClientNames;
  book: ReadonlyMap<Rut, Client>;
  context: ParseContext;
  fragments: Fragment[];
  clients: Map<Rut, ParsedClient>;
  types: Set<string>;
  found: { range: Range; isOfSentence: boolean }[];
  ranges: ParsedText['ranges'][number][];
  wrong: Map<string, ParsedText['wrong'][number]>;
  aside: AsideText[];
  /** The clients of the line above that held nothing else. */
  above: readonly Rut[];
  pending: Label | undefined;
  /** The title of numbers below it that the line before was. */
  heading: { text: string; line: number } | undefined;
  /** The table above, where a heading says what its columns hold. */
  table: Table | undefined;
  /** The list that the part before a semicolon ended with, in a text of one line. */
  open: ReadLine['open'];
  isOneLine: boolean;
  /**
   * What the text says is not asked for: numbers, their last figures, and types; in what words numbers were.
   */
  excluded: { numbers: Set<string>; ends: Set<string>; types: Set<string>; texts: Set<string> };
  /** Whether the line above ends in words that exclude what stands below. */
  isExcluding: boolean;
  /** Whether the lines are those at the foot of a mail, or at its head. */
  isSigned: boolean;
}

/** Lines of a table, or words, between two moments in which others have their turn. */
export const linesInARow = 200;
/** The same in letters of lines without columns; a longer line is read in pieces. */
export const lettersInARow = 2_000;

/** Adds clients that words of the text name. */
export function addClients(reading: Reading, found: readonly Client[]): void {
  for (const { rut, name } of found) {
    const read = parseRut(rut);
    if (read.form === 'right') {
      reading.clients.set(rut, { rut, name, digitIsRight: read.digitIsRight, expected: read.expected });
    }
  }
}

/** What the book calls a client; `''` where it has none. */
export function nameOf({ book }: Reading, rut: Rut): string {
  return book.get(rut)?.name ?? '';
}

/** A number without a hyphen that is the RUT of a client of the book. */
export function ofBook(reading: Reading, number: string): Rut | undefined {
  if (number.length < 8 || number.length > 9) return undefined;
  const read = readRut(number);
  const client = read?.digitIsRight ? reading.book.get(read.rut) : undefined;
  if (!read || !client) return undefined;
  reading.clients.set(read.rut, { ...read, name: client.name });
  return read.rut;
}

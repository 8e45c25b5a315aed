import type { Client } from '../../../shared/model/connection.ts';
import type { Range } from '../../../shared/model/dates.ts';
import { parseRut, type Rut } from '../../../shared/model/rut.ts';
import type { Label } from './labels.ts';
import type { ReadLine } from './line-state.ts';
import { type ClientNames, type ParsedClient, readRut } from './named-clients.ts';
import type { AsideText, ParseContext, ParsedText } from './parsed-text.ts';
import type { Table } from './pasted-table.ts';

/** A line or a cell, before the number shapes of the text are known. */
export interface Fragment {
  read: ReadLine;
  line: number;
  ruts: readonly Rut[];
  /** Whether the line itself names no client. */
  isOfLinesAround: boolean;
  /** Whether it is of the head or the foot of a mail. */
  isHeadOrFoot: boolean;
  /** Spans of clients, types and days. */
  taken: readonly { from: number; to: number }[];
  /** Whether only numbers and joining words are left. */
  isWhole: boolean;
  isTyped: boolean;
}

/** A range of days in a text, as written, its index in the line, and how often clients were named before. */
export interface FoundRange {
  range: Range;
  isOfSentence: boolean;
  text: string;
  at: number;
  clientsBefore: number;
  /** Whether the text gives its last day alone. */
  hasAssumedStart: boolean;
  /** Whether its figures count or name a period, so that the range need not show them. */
  isOfPeriod: boolean;
}

/** The parser state of a text. */
export interface Reading {
  names: ClientNames;
  book: ReadonlyMap<Rut, Client>;
  context: ParseContext;
  fragments: Fragment[];
  /** Cells with figures that name a client. */
  cells: string[];
  clients: Map<Rut, ParsedClient>;
  types: Set<string>;
  found: FoundRange[];
  /** How often clients were named so far. */
  namedClients: number;
  ranges: ParsedText['ranges'][number][];
  wrong: Map<string, ParsedText['wrong'][number]>;
  aside: AsideText[];
  /**
   * The clients of a line above that held nothing else. Those that it named without a RUT hold up to the
   * first sentence; behind the label of a client, the other fields of its record are none.
   */
  above: { ruts: readonly Rut[]; isNamed: boolean; isRecord: boolean };
  /**
   * Lines with a client alone, whether a colon ends them, and how many fragments were read before; without
   * RUTs, the client is nobody's in the directory.
   */
  clientLines: { ruts: readonly Rut[]; isHeading: boolean; fragmentsBefore: number }[];
  /** How many fragments were read up to the last with numbers. */
  numberedFragments: number;
  /** Whether the line above is of a driver or another person: `Chofer: Juan Soto`. */
  isOfPerson: boolean;
  pending: Label | undefined;
  /** The previous line, if it was a title for numbers below it. */
  heading: { text: string; line: number } | undefined;
  /** The table above, if it has a heading. */
  table: Table | undefined;
  /** The list of the line before. */
  open: ReadLine['open'];
  /** The exclusions of the text: numbers, endings of numbers and types, with their text as written. */
  excluded: { numbers: Set<string>; ends: Set<string>; types: Set<string>; texts: Set<string> };
  /** Whether the line above ends with excluding words for the lines below. */
  isExcluding: boolean;
  /** Whether the current lines are a mail's signature. */
  isSigned: boolean;
}

/** Table lines, or words, between two yields. */
export const linesPerYield = 200;
/** The same in letters, for lines without columns; a longer line is split. */
export const lettersPerYield = 2_000;

/** Adds clients named in the text. */
export function addClients(reading: Reading, found: readonly Client[]): void {
  for (const { rut, name } of found) {
    const read = parseRut(rut);
    if (read.form === 'right') {
      reading.clients.set(rut, { rut, name, digitIsRight: read.digitIsRight, expected: read.expected });
    }
  }
}

/** A client's name in the directory; `''` where it has none. */
export function nameOf({ book }: Reading, rut: Rut): string {
  return book.get(rut)?.name ?? '';
}

/** A number without a hyphen that is the RUT of a client of the directory. */
export function clientRut(reading: Reading, number: string): Rut | undefined {
  if (number.length < 8 || number.length > 9) return undefined;
  const read = readRut(number);
  const client = read?.digitIsRight ? reading.book.get(read.rut) : undefined;
  if (!read || !client) return undefined;
  reading.clients.set(read.rut, { ...read, name: client.name });
  return read.rut;
}

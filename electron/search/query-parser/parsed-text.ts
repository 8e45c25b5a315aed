import type { Client } from '../../../shared/model/connection.ts';
import type { Day, Range } from '../../../shared/model/dates.ts';
import type { Rut } from '../../../shared/model/rut.ts';
import type { AsideKind, WrongReason } from '../../../shared/model/search.ts';
import type { ParsedClient } from './named-clients.ts';
import type { NumberKind } from './numbers.ts';

/** A number of a text, and its kind. */
export interface ParsedNumber {
  /** As written. */
  text: string;
  /** Without its label. */
  number: string;
  as: NumberKind;
  /** The clients on the same line, or on a line of their own above. */
  ruts: readonly Rut[];
}

/** Text with figures that is not part of the query, as written, and its kind. */
export interface AsideText {
  text: string;
  as: AsideKind;
}

/** The result of parsing a text, independent of stored data. */
export interface ParsedText {
  /** In the order of the text, each once. */
  numbers: readonly ParsedNumber[];
  clients: readonly ParsedClient[];
  /** Names of document types. */
  types: readonly string[];
  range?: Range;
  /** Whether the text gives the last of these days alone. */
  hasAssumedStart?: boolean;
  /** First and last of each range of numbers; all are among the numbers, unless there are too many. */
  ranges: readonly { first: string; last: string; isTooLong: boolean }[];
  words: readonly string[];
  /** Figures that are no document number, and columns next to the numbers. */
  aside: readonly AsideText[];
  /** Sentences of a pasted text without figures. */
  sentences: readonly string[];
  wrong: readonly { text: string; reason: WrongReason }[];
}

/** The inputs of the parser; never stored documents. */
export interface ParseContext {
  book: readonly Client[];
  /** Names of document types; without them, words for types are search words. */
  types?: readonly string[];
  /** The day to which months and days are relative; without it they are words and numbers. */
  today?: Day;
}

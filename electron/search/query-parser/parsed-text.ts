import type { Client } from '../../../shared/model/connection.ts';
import type { Day, Range } from '../../../shared/model/dates.ts';
import type { Rut } from '../../../shared/model/rut.ts';
import type { AsideKind } from '../../../shared/model/search.ts';
import type { ParsedClient } from './clients.ts';
import type { NumberKind } from './numbers.ts';

/** A number of a text, and what it may be a number of. */
export interface ParsedNumber {
  /** As it was written. */
  text: string;
  /** Without its label. */
  number: string;
  as: NumberKind;
  /** The clients that stand beside it, or above it on a line of their own. */
  ruts: readonly Rut[];
}

/** What has figures and is asked for by nobody, in its own words, and what it was read as. */
export interface AsideText {
  text: string;
  as: AsideKind;
}

/** What a text says by itself, whatever is kept. */
export interface ParsedText {
  /** In the order of the text, each once. */
  numbers: readonly ParsedNumber[];
  clients: readonly ParsedClient[];
  /** Names of document types. */
  types: readonly string[];
  range?: Range;
  /**
   * First and last of each range of numbers; all of them stand among the numbers, unless they are too many.
   */
  ranges: readonly { first: string; last: string; isTooLong: boolean }[];
  words: readonly string[];
  /** Figures that are no number of documents, and columns beside the numbers. */
  aside: readonly AsideText[];
  /** Sentences of a pasted text without a figure. */
  sentences: readonly string[];
  wrong: readonly { text: string; reason: 'rut-form' | 'dispatch-number' | 'not-understood' }[];
}

/** What a text is read by: never what happens to be kept. */
export interface ParseContext {
  book: readonly Client[];
  /** Names of document types; none leaves words for types as words. */
  types?: readonly string[];
  /** The day on which months are read; without it days and months are words and numbers. */
  today?: Day;
}

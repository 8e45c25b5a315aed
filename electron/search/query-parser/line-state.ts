import type { AsideKind } from '../../../shared/model/search.ts';
import type { Label } from './labels.ts';
import type { NumberKind } from './numbers.ts';
import type { Token } from './tokenize.ts';

type CandidateForm = 'plain' | 'mixed' | 'dotted';

/** A part of a line, as it is read before it is known how the numbers of the text look. */
export type Part =
  /** A number of which a label, its form or its list tells what it is. */
  | {
      kind: 'number';
      as: NumberKind;
      number: string;
      text: string;
      from: number;
      to: number;
      isWhole?: boolean;
    }
  /** A number without a label: one of a dispatch, where it looks like the others. */
  | { kind: 'candidate'; number: string; from: number; to: number; form: CandidateForm; isYear?: boolean }
  | { kind: 'rut'; text: string; from: number; to: number; isLabelled: boolean; isWrong?: boolean }
  | { kind: 'aside'; as: AsideKind; text: string; from: number; to: number }
  /**
   * Figures that are no number of anything, and are told; some by themselves, without the words beside them.
   */
  | { kind: 'uncertain'; from: number; to: number; isOwn?: boolean }
  | { kind: 'word'; folded: string; from: number; to: number };

/** A line as its labels and forms tell. */
export interface ReadLine {
  text: string;
  parts: readonly Part[];
  /** First and last of each range, whose numbers stand among the parts. */
  ranges: readonly { first: string; last: string; isTooLong: boolean }[];
  /** The label of the list that the line ends with, and its last number. */
  open: { label: Label; last: string } | undefined;
  /** The label that the line ends with, and so that of the lines below it. */
  pending: Label | undefined;
}

/**
 * The list that a label begins: whether it has a number yet, whether a mark stands before it, and the number
 * before.
 */
export interface List {
  /** Its numbers are of dispatches, whose documents the label names: `BL 410931, 410932`. */
  isOfDispatches?: boolean;
  label: Label;
  from: number;
  isBegun: boolean;
  hasMark: boolean;
  last: string;
}

/** What is read of a line so far. */
export interface LineState {
  readonly text: string;
  readonly tokens: readonly Token[];
  readonly parts: Part[];
  readonly ranges: { first: string; last: string; isTooLong: boolean }[];
  /** The list that the last label began, while it goes on. */
  list: List | undefined;
  /** How many labels that name a type, too, it has so far. */
  types: number;
  /** The place of the next token. */
  at: number;
}

/** Puts tokens aside as what they were read as. */
export function addAside(line: LineState, as: AsideKind, first: Token, last: Token, from = first.from): void {
  line.parts.push({ kind: 'aside', as, text: line.text.slice(from, last.to), from, to: last.to });
}

/** Adds a number of a kind, as it was written and without its label. */
export function addNumber(
  line: LineState,
  as: NumberKind,
  number: string,
  text: string,
  from: number,
  to: number,
): void {
  line.parts.push({ kind: 'number', as, number, text, from, to });
}

/** Leaves a word for what clients, types and days are read by. */
export function pushWord(line: LineState, { folded, from, to }: Token): void {
  line.parts.push({ kind: 'word', folded, from, to });
}

/** Marks that the list of the last label has a number: `last`. */
export function continueList(line: LineState, last: string): void {
  if (!line.list) return;
  line.list.isBegun = true;
  line.list.last = last;
}

/** Whether the token before joins the next to the one before it. */
export function isJoined(line: LineState): boolean {
  return /^(?:y|e|o|u|and|or|[,;/&+])$/.test(line.tokens[line.at - 1]?.folded ?? '');
}

/** Whether a number was read so far, of a dispatch or of documents. */
export function hasNumber(line: LineState): boolean {
  return line.parts.some(({ kind }) => kind === 'number' || kind === 'candidate');
}

/** A label as it is asked for, without its marks. */
export function labelText({ label: { text } }: List): string {
  return text.replace(/['’]s$/i, '').replace(/(?<![.:])[.:]+$/, '');
}

import type { AsideKind } from '../../../shared/model/search.ts';
import { type Label, labelAt } from './labels.ts';
import { isOfSeries, type NumberKind } from './numbers.ts';
import { figuresIn, numberOf, type Token } from './token.ts';

/** A position in a line. */
export interface Span {
  from: number;
  to: number;
}

type CandidateForm = 'plain' | 'mixed' | 'dotted';

/** An element of a line, before the number shapes of the text are known. */
export type LineElement =
  /** A number whose kind is known from a label, its form or its list. */
  | {
      kind: 'number';
      as: NumberKind;
      number: string;
      text: string;
      from: number;
      to: number;
      isWhole?: boolean;
    }
  /** A number without a label: a dispatch if its shape is a certain one. */
  | { kind: 'candidate'; number: string; from: number; to: number; form: CandidateForm; isYear?: boolean }
  | { kind: 'rut'; text: string; from: number; to: number; isLabelled: boolean; isWrong?: boolean }
  | { kind: 'aside'; as: AsideKind; text: string; from: number; to: number }
  /**
   * Figures that are no number of anything, and are reported; with `isOwn`, without the words next to them.
   */
  | { kind: 'uncertain'; from: number; to: number; isOwn?: boolean }
  | { kind: 'word'; folded: string; from: number; to: number };

/** A line, parsed by its labels and forms. */
export interface ReadLine {
  text: string;
  elements: readonly LineElement[];
  /** First and last of each range; its numbers are among the elements. */
  ranges: readonly { first: string; last: string; isTooLong: boolean }[];
  /** The label of the list at the end of the line, and its last number. */
  open: { label: Label; last: string } | undefined;
  /** The label at the end of the line, which applies to the lines below. */
  pending: Label | undefined;
}

/**
 * The list that a label starts: whether it has a number yet, whether a mark such as `N°` precedes it, and its
 * last number.
 */
export interface List {
  /** Its numbers are dispatches whose documents the label names: `BL 410931, 410932`. */
  isOfDispatches?: boolean;
  label: Label;
  from: number;
  isBegun: boolean;
  hasMark: boolean;
  last: string;
}

/** The parser state of a line. */
export interface LineState {
  readonly text: string;
  readonly tokens: readonly Token[];
  readonly elements: LineElement[];
  readonly ranges: { first: string; last: string; isTooLong: boolean }[];
  /** The list of the last label, while it continues. */
  list: List | undefined;
  /** The list before the last bracket: it goes on behind it. */
  outer: List | undefined;
  isInBrackets: boolean;
  /** The labels since the last number that also name a type. */
  types: ReadonlySet<string>;
  /** The index of the next token. */
  at: number;
}

/** Adds tokens that are no number of the query, with their kind. */
export function addAside(line: LineState, as: AsideKind, first: Token, last: Token, from = first.from): void {
  line.elements.push({ kind: 'aside', as, text: line.text.slice(from, last.to), from, to: last.to });
}

/** Adds a number of a kind, with its text as written and without its label. */
export function addNumber(
  line: LineState,
  as: NumberKind,
  number: string,
  text: string,
  from: number,
  to: number,
): void {
  line.elements.push({ kind: 'number', as, number, text, from, to });
}

/** Adds a word, from which clients, types and days are found later. */
export function pushWord(line: LineState, { folded, from, to }: Token): void {
  line.elements.push({ kind: 'word', folded, from, to });
}

/** Records `last` as the last number of the current list. */
export function continueList(line: LineState, last: string): void {
  if (!line.list) return;
  line.list.isBegun = true;
  line.list.last = last;
}

/** Whether the previous token joins its neighbours. */
export function isJoined(line: LineState): boolean {
  return /^(?:y|e|o|u|and|or|[,;/&+])$/.test(line.tokens[line.at - 1]?.folded ?? '');
}

/** The number of a dispatch that follows a token with its label: `BL 123456, despacho 410931`. */
export function dispatchBehind({ tokens }: LineState, at: number): string | undefined {
  let next = at + 1;
  while (/^(?:[,/()[\]-]|del?|el|los|for|of|the)$/.test(tokens[next]?.folded ?? '') && next < at + 5) next++;
  const found = labelAt(tokens, next);
  if (found?.label.as !== 'dispatch') return undefined;
  const behind = tokens.slice(next + found.count, next + found.count + 2);
  const number = behind.find((token) => token.kind !== 'word' && /\d/.test(token.text));
  return number && numberOf(number);
}

/** Whether a number without a label goes on with the dispatches of its line so far. */
export function continuesDispatches({ elements }: LineState, token: Token): boolean {
  return elements.some(
    (one) =>
      (one.kind === 'candidate' || (one.kind === 'number' && one.as === 'dispatch')) &&
      isOfSeries(numberOf(token), one.number),
  );
}

/** Whether the line has a number of a dispatch or of documents so far. */
export function hasNumber(line: LineState): boolean {
  return line.elements.some(({ kind }) => kind === 'number' || kind === 'candidate');
}

/** The text of a label without punctuation. */
export function labelText({ label: { text } }: List): string {
  return text.replace(/['’]s$/i, '').replace(/(?<![.:])[.:]+$/, '');
}

/** A number that is a dispatch or not depending on the rest of the text. */
export function candidate(token: Token): Extract<LineElement, { kind: 'candidate' }> {
  const form = token.kind === 'plain' || token.kind === 'dotted' ? token.kind : 'mixed';
  return { kind: 'candidate', number: numberOf(token), from: token.from, to: token.to, form };
}

/** The words with figures of a line that no element covers, as written. */
export function uncoveredFigures(text: string, spans: readonly Span[]): string[] {
  const ordered = spans.toSorted((one, other) => one.from - other.from);
  const uncovered: string[] = [];
  let next = 0;
  let covered = 0;
  for (const { 0: run, index } of text.matchAll(/\d+/g)) {
    for (; (ordered[next]?.from ?? Number.POSITIVE_INFINITY) <= index; next++)
      covered = Math.max(covered, ordered[next]?.to ?? 0);
    if (covered < index + run.length) uncovered.push(run);
  }
  return uncovered;
}

/** Whether a token looks like a dispatch number, without thousands marks. */
export function isWhole({ kind, text }: Token): boolean {
  return kind === 'plain' ? /^\d{5,8}$/.test(text) : kind === 'mixed' && figuresIn(text) > 3;
}

/**
 * Whether a number is a payment for a dispatch named after it, `pagar 450000 por despacho 410931`; without a
 * label, the rounder number is the payment.
 */
export function isPaidFor({ tokens }: LineState, token: Token): boolean {
  if ((token.kind !== 'plain' && token.kind !== 'dotted') || token.text.length < 5) return false;
  const index = tokens.indexOf(token);
  const [joint, article] = tokens.slice(index + 1, index + 3);
  if (!/^(?:por|para|for)$/.test(joint?.folded ?? '')) return false;
  const at = /^(?:el|los|the)$/.test(article?.folded ?? '') ? index + 3 : index + 2;
  const other = tokens[at];
  return (
    tokens.slice(0, index).some(({ folded }) => /^(?:pag|abon|transfer|deposit|pay|paid)/.test(folded)) &&
    (labelAt(tokens, at)?.label.as === 'dispatch' ||
      (other !== undefined &&
        isWhole(other) &&
        !isOfSeries(numberOf(token), other.text) &&
        zerosAtEnd(numberOf(token)) > zerosAtEnd(other.text)))
  );
}

function zerosAtEnd(number: string): number {
  return number.length - number.replace(/(?<!0)0+$/, '').length;
}

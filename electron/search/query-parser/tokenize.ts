import { foldKeepingLength } from '../../../shared/without-accents.ts';
import { withoutThousands } from './bare-number.ts';
import { completed } from './expand-numbers.ts';
import { figureForms } from './figure-forms.ts';
import type { Token, TokenKind } from './token.ts';
import { numberOf } from './token.ts';

/** A number with letters in it: `DSP-2026-00123`, `I-2026/0088`, `MEDUVL123456`. */
const mixed = /[\p{L}\d]{1,40}(?:[-/_.][\p{L}\d]{1,40}){0,8}/uy;
const mark =
  /(?:(?:n°s?|n\.o|n[.:]|nros?|nums?|numeros?|number)[°.:]{0,2} ?|no[°.:]{0,2} ?|# ?)(?=\d|[a-z]{1,5}[-/]?\d)/y;
const word = /[\p{L}\p{M}][\p{L}\p{M}'’&]{0,200}/uy;
const separator = /[^\p{L}\p{M}\d\s]/uy;

/** Splits a line into words, numbers and punctuation, in order. */
export function tokenize(line: string): Token[] {
  const folded = foldKeepingLength(line);
  const tokens: Token[] = [];
  let whole: Whole | undefined;
  for (let at = 0; at < line.length; ) {
    if (/\s/.test(line.charAt(at))) {
      at++;
      continue;
    }
    const token = tokenAt(line, folded, at, { tokens, whole });
    tokens.push(token);
    whole = wholeBehind(token, whole);
    at = token.to;
  }
  return tokens;
}

/** A whole number whose list may continue with endings after commas, as in `410931,32,33`. */
interface Whole {
  number: string;
  /** Its end, or that of the comma after it. */
  to: number;
  hasComma: boolean;
}

interface Before {
  tokens: readonly Token[];
  whole: Whole | undefined;
}

function wholeBehind(token: Token, whole: Whole | undefined): Whole | undefined {
  const { kind, text, from, to } = token;
  const isNext = whole?.to === from;
  if (text === ',' && isNext) return { ...whole, to, hasComma: true };
  if (kind !== 'plain' && kind !== 'dotted' && kind !== 'mixed') return undefined;
  const number = isNext && whole.hasComma ? completed(text, whole.number) : undefined;
  return { number: number ?? numberOf(token), to, hasComma: false };
}

function tokenAt(line: string, folded: string, at: number, before: Before): Token {
  const last = before.tokens.at(-1);
  const isBeginning = last?.to !== at || !/[\p{L}\d]$/u.test(last.text);
  const found = isBeginning ? (formAt(line, folded, at, before) ?? markOrMixed(folded, at)) : undefined;
  const { kind, to } = found ?? wordOrMark(folded, at);
  return { kind, text: line.slice(at, to), folded: folded.slice(at, to), from: at, to };
}

function formAt(
  line: string,
  folded: string,
  at: number,
  before: Before,
): { kind: TokenKind; to: number } | undefined {
  for (const { kind, form: one, isOne } of figureForms) {
    one.lastIndex = at;
    const found = one.exec(folded)?.[0];
    if (found === undefined || (kind !== 'mail' && !/\d/.test(found))) continue;
    if ((isOne && !isOne(found, line.slice(at, at + found.length))) || isListOfEnds(found, at, before))
      continue;
    return { kind, to: at + found.trimEnd().length };
  }
  return undefined;
}

/**
 * Whether figures with a comma are endings of numbers and no amount: `32,33` after `410931,`, `410.931,32`
 * after `despachos`.
 */
function isListOfEnds(found: string, at: number, { tokens, whole }: Before): boolean {
  const [, end = ''] = /^(\d{1,3}),\d+$/.exec(found) ?? [];
  if (end !== '' && whole?.hasComma && whole.to === at) return completed(end, whole.number) !== undefined;
  const [, first = '', second = ''] = /^(\d{1,3}(?:\.\d{3}){1,2}),(\d{1,2})$/.exec(found) ?? [];
  const word = tokens.slice(-3).findLast(({ kind }) => kind !== 'mark' && kind !== 'separator');
  return (
    severalDispatches.test(word?.folded ?? '') && completed(second, withoutThousands(first)) !== undefined
  );
}

const severalDispatches = /^(?:despachos|carpetas|dispatches)$/;

function markOrMixed(folded: string, at: number): { kind: TokenKind; to: number } | undefined {
  mark.lastIndex = at;
  const marked = mark.exec(folded)?.[0];
  if (marked !== undefined) return { kind: 'mark', to: at + marked.trimEnd().length };
  mixed.lastIndex = at;
  const found = mixed.exec(folded)?.[0] ?? '';
  // Two sentences without a blank between them: `enviar.410931` is no number.
  const isSentence = /^\p{L}{6,}\/|^\p{L}{2,}\./u.test(found) && !/^\p{L}{2}\.\d{2,}\.\d/u.test(found);
  if (!/\d/.test(found) || !/\p{L}/u.test(found) || isSentence) return undefined;
  return { kind: 'mixed', to: at + found.length };
}

function wordOrMark(folded: string, at: number): { kind: TokenKind; to: number } {
  for (const [kind, one] of [
    ['word', word],
    ['separator', separator],
  ] as const) {
    one.lastIndex = at;
    const found = one.exec(folded)?.[0];
    if (found !== undefined) return { kind, to: at + found.length };
  }
  // Figures that match no form, such as a run of hundreds.
  let to = at + 1;
  while (to < folded.length && /[\p{L}\d]/u.test(folded.charAt(to))) to++;
  return { kind: 'plain', to };
}

import { checkDigit } from '../../../shared/model/rut.ts';
import { type TextTerm, textTerms } from './text-tokens.ts';

/** A query for words of documents, as SQLite's full-text search reads it. */
interface TextMatch {
  /** Every word on one page. */
  all: string;
  /** The words near each other; absent for a single word or phrase. */
  near?: string;
  /** What is looked for, to mark it in a line. */
  queryTerms: readonly QueryTerm[];
  /** Words as they are written that are not looked for: too long for a word, or too many. */
  unused: readonly string[];
}

/** A word or a phrase of a query: any of these rows of adjacent tokens. */
export interface QueryTerm {
  phrases: readonly (readonly string[])[];
  /** The last token may be the beginning of a word. */
  isPrefix: boolean;
}

/** Tokens between words that are near each other. */
const nearTokens = 12;
/** Tokens of a query: each is looked for by itself in every part of the index. */
const maxQueryTokens = 500;

/**
 * Parses a query: words, phrases in quotes, beginnings of words with `*`. A word that is repeated counts
 * once. Undefined without any word.
 */
export function parseTextQuery(text: string): TextMatch | undefined {
  const used = new Map<string, QueryTerm>();
  const seen = new Set<string>();
  const unused = new Set<string>();
  let remainingTokens = maxQueryTokens;
  for (const [, phrase, bare] of text.matchAll(/["“”«]([^"“”«»]*)["“”»]?|([^"“”«»]+)/gu)) {
    const source = phrase ?? bare ?? '';
    const fitting: TextTerm[] = [];
    for (const term of textTerms(source)) {
      const word = source.slice(term.start, source[term.end] === '*' ? term.end + 1 : term.end);
      if (phrase === undefined && seen.has(word)) continue;
      const queryTerm = wordOf(term, source);
      const isRepeated = phrase === undefined && used.has(expression(queryTerm));
      const fits = isRepeated || term.tokens.length <= remainingTokens;
      if (term.isCut || !fits) unused.add(word);
      if (phrase === undefined) seen.add(word);
      if (isRepeated || !fits || term.tokens.length === 0) continue;
      remainingTokens -= term.tokens.length;
      if (phrase === undefined) add(used, queryTerm);
      else fitting.push(term);
    }
    if (fitting.length > 0) add(used, phraseOf(fitting));
  }
  const queryTerms = [...used.values()];
  if (queryTerms.length === 0) return undefined;
  const near = nearExpression(queryTerms);
  return {
    all: [...used.keys()].join(' AND '),
    queryTerms,
    unused: [...unused],
    ...(near !== undefined && { near }),
  };
}

function add(used: Map<string, QueryTerm>, queryTerm: QueryTerm): void {
  used.set(expression(queryTerm), queryTerm);
}

/** The words near each other, beside the tokens of those between the first and the last. */
function nearExpression(queryTerms: readonly QueryTerm[]): string | undefined {
  if (queryTerms.length < 2) return undefined;
  const first = queryTerms.map((queryTerm) => ({ queryTerm, phrase: queryTerm.phrases[0] ?? [] }));
  const between = first.slice(1, -1).reduce((sum, { phrase }) => sum + phrase.length, 0);
  const phrases = first.map(({ queryTerm, phrase }) => written(queryTerm, phrase));
  return `NEAR(${phrases.join(' ')}, ${nearTokens + between})`;
}

function phraseOf(terms: readonly TextTerm[]): QueryTerm {
  return { phrases: [terms.flatMap((term) => term.tokens)], isPrefix: false };
}

function wordOf({ end, phrases }: TextTerm, source: string): QueryTerm {
  return { phrases: [...phrases, ...rutsOf(phrases)], isPrefix: source[end] === '*' };
}

/** A number of seven or eight digits may be a RUT without its check digit. */
function rutsOf(phrases: QueryTerm['phrases']): string[][] {
  const [only, ...others] = phrases[0] ?? [];
  if (only === undefined || others.length > 0 || !/^\d{7,8}$/.test(only)) return [];
  return [[`${only}${checkDigit(only).toLowerCase()}`]];
}

function expression(queryTerm: QueryTerm): string {
  const ways = queryTerm.phrases.map((phrase) => written(queryTerm, phrase));
  return ways.length === 1 ? ways.join('') : `(${ways.join(' OR ')})`;
}

function written({ isPrefix }: QueryTerm, phrase: readonly string[]): string {
  // Tokens are letters and digits: nothing in them ends the quotes.
  return `"${phrase.join(' ')}"${isPrefix ? '*' : ''}`;
}

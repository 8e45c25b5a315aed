import { checkDigit } from '../../../shared/model/rut.ts';
import { textTerms } from './text-tokens.ts';

/** A query for words of documents, as SQLite's full-text search reads it. */
interface TextMatch {
  /** Every word on one page. */
  all: string;
  /** The words near each other; absent for a single word or phrase. */
  near?: string;
  /** What is looked for, to mark it in a line. */
  queryTerms: readonly QueryTerm[];
}

/** A word or a phrase of a query: any of these rows of adjacent tokens. */
export interface QueryTerm {
  phrases: readonly (readonly string[])[];
  /** The last token may be the beginning of a word. */
  isPrefix: boolean;
}

/** Tokens between words that are near each other. */
const nearTokens = 12;
const maxQueryTerms = 16;

/** Parses a query: words, phrases in quotes, beginnings of words with `*`. Undefined without any word. */
export function parseTextQuery(text: string): TextMatch | undefined {
  const queryTerms: QueryTerm[] = [];
  for (const [, phrase, bare] of text.matchAll(/["“”«]([^"“”«»]*)["“”»]?|([^"“”«»]+)/gu)) {
    const further = phrase === undefined ? wordsOf(bare ?? '') : phraseOf(phrase);
    // A text may have more words than a call has arguments.
    queryTerms.push(...further.slice(0, maxQueryTerms));
    if (queryTerms.length >= maxQueryTerms) break;
  }
  const used = queryTerms.slice(0, maxQueryTerms);
  if (used.length === 0) return undefined;
  const all = used.map(expression).join(' AND ');
  const first = used.map((queryTerm) => written(queryTerm, queryTerm.phrases[0] ?? []));
  return {
    all,
    queryTerms: used,
    ...(used.length > 1 && { near: `NEAR(${first.join(' ')}, ${nearTokens})` }),
  };
}

function phraseOf(text: string): QueryTerm[] {
  const tokens = textTerms(text).flatMap((term) => term.tokens);
  return tokens.length === 0 ? [] : [{ phrases: [tokens], isPrefix: false }];
}

function wordsOf(text: string): QueryTerm[] {
  return textTerms(text).map(({ end, phrases }) => ({
    phrases: [...phrases, ...rutsOf(phrases)],
    isPrefix: text[end] === '*',
  }));
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

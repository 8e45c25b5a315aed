import { foldLetters } from '../../../shared/without-accents.ts';

/** A word, a number or a mark of a text, where it stands, and how it is indexed and searched. */
export interface TextTerm {
  /** UTF-16 offsets of the term in its text. */
  start: number;
  end: number;
  /** What the index stores, in this order. */
  tokens: readonly string[];
  /** What finds it: each alternative is a row of adjacent tokens. */
  phrases: readonly (readonly string[])[];
  /** A part of it is too long to be a word: it is neither stored nor searched. */
  isCut?: boolean;
}

/** Longer runs are no words: keys and pictures in base64. */
const maxTokenLength = 40;

/** Not `º` and `ª`, which Unicode counts among letters: `Nº123` is a word and a number. */
const sign = String.raw`(?![ºª])[\p{L}\p{N}]`;
/** Shows nothing within a word: where it may be broken (U+00AD), joiners and spaces of no width. */
const unseen = String.raw`\u00ad\u200b-\u200d\u2060\ufeff`;
const unseenSigns = new RegExp(`[${unseen}]\\s?`, 'gu');
const word = String.raw`${sign}(?:(?![ºª])[\p{L}\p{M}\p{N}]|[${unseen}](?:\r?\n)?(?=${sign}))*`;
/** As a keyboard has it, and as programs write it. */
const hyphen = String.raw`\-\u2010\u2011\u2013`;
/** What a number is written together with, before it or behind it: `RUT76.123.456-7`, `12.450,00USD`. */
const before = '(?:[Rr][Uu][TtNn]|[Rr]\\.[Uu]\\.[Tt]\\.|USD|CLP|EUR|GBP|JPY|CNY|UF|UTM)';
const behind = '(?:USD|CLP|EUR|GBP|JPY|CNY|[Kk][Gg][Ss]?|KGM|CBM|TON|MT|[Mm]3)';
const noSignBefore = `(?<!${sign})`;
const noSignBehind = `(?!${sign})`;
/**
 * RUT, container, bill of lading, air waybill, a word broken at the end of its line, one whose letters stand
 * apart; else letters and digits with single separators between them.
 */
const patterns = [
  String.raw`(?:${noSignBefore}|(?<=${noSignBefore}[Rr][Uu][TtNn]))(?<rut>\d{1,2}\.\d{3}\.\d{3} ?[${hyphen}] ?[\dkK]|\d{7,8}[${hyphen}][\dkK])${noSignBehind}`,
  String.raw`${noSignBefore}(?<letters>[A-Za-z]{4})[ ${hyphen}]?(?<digits>\d{3}[ .]?\d{3}[ ${hyphen}]?\d|\d{8,12})${noSignBehind}`,
  String.raw`${noSignBefore}(?<airline>\d{3})[ ${hyphen}](?<waybill>\d{4} \d{4})${noSignBehind}`,
  String.raw`${noSignBefore}(?<begun>\p{Ll}{2,20})[${hyphen}]\r?\n(?<ended>\p{Ll}{2,20})${noSignBehind}`,
  String.raw`${noSignBefore}(?<apart>\p{Lu}(?: \p{Lu}(?![º°])){3,19})${noSignBehind}`,
  String.raw`${noSignBefore}${before}(?=\d)`,
  String.raw`\d(?:[\d.,]{0,30}\d)?(?=${behind}${noSignBehind})`,
];
/** A longer row of words without blanks, as in a table, is several terms. */
const maxJoined = 64;
const term = new RegExp(`${patterns.join('|')}|${word}(?:[.,/_${hyphen}]${word}){0,${maxJoined - 1}}`, 'gu');

/** Scripts without blanks between words: each character is a term. */
const ideographs = String.raw`\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}`;
const ideograph = new RegExp(`[${ideographs}]`, 'u');
const ideographOrWord = new RegExp(
  String.raw`[${ideographs}]|(?:(?![${ideographs}])[\p{L}\p{M}\p{N}])+`,
  'gu',
);
const separators = new RegExp(`[.,/_${hyphen}]`, 'u');
const grouped = /^(\d{1,3}(?:\.\d{3})+)(?:,(\d+))?$|^(\d{1,3}(?:,\d{3})+)(?:\.(\d+))?$/;
const decimal = /^(\d+)[.,](\d+)$/;

/**
 * The terms of a text, folded: no accents, lower case. A number is its whole segment without dots, then its
 * decimals where they are not zero. RUTs, containers, folios and numbers of bills of lading are one token.
 */
export function textTerms(text: string): TextTerm[] {
  return [...eachTerm(text)];
}

/** As {@link textTerms}, one after the other: a page may have hundreds of thousands. */
export function* eachTerm(text: string): Generator<TextTerm> {
  for (const match of text.matchAll(term)) {
    for (const each of termsOf(match)) if (each.tokens.length > 0 || each.isCut) yield each;
  }
}

function termsOf(match: RegExpExecArray): Iterable<TextTerm> {
  const [written] = match;
  const { rut, letters, digits, airline, waybill, begun, ended, apart } = match.groups ?? {};
  const [start, end] = [match.index, match.index + written.length];
  if (rut !== undefined) return [{ start, end, ...plainTerm([rut.replace(/[^\dkK]/g, '')]) }];
  if (letters !== undefined && digits !== undefined)
    return [{ start, end, ...markTerm([letters, digits.replace(/\D/g, '')]) }];
  if (airline !== undefined && waybill !== undefined)
    return [{ start, end, ...markTerm([airline, waybill.replace(' ', '')]) }];
  if (begun !== undefined && ended !== undefined) return [{ start, end, ...markTerm([begun, ended]) }];
  if (apart !== undefined) return [{ start, end, ...plainTerm([apart.replaceAll(' ', '')]) }];
  if (ideograph.test(written)) return ideographTerms(written, start);
  return [{ start, end, ...runTerm(written) }];
}

/** The tokens of a text as the index stores them, with blanks between. */
export function indexText(text: string): string {
  return textTerms(text)
    .flatMap(({ tokens }) => tokens)
    .join(' ');
}

/** Arabic and Persian ones: their code units end with their values. */
const arabicDigits = /[\u0660-\u0669\u06f0-\u06f9]/g;

type Tokens = Pick<TextTerm, 'tokens' | 'phrases' | 'isCut'>;

function plainTerm(segments: readonly string[]): Tokens {
  const all = folded(segments);
  const tokens = all.filter((segment) => segment.length <= maxTokenLength);
  const phrases = tokens.length > 0 ? [tokens] : [];
  return tokens.length < all.length ? { tokens, phrases, isCut: true } : { tokens, phrases };
}

function folded(segments: readonly string[]): string[] {
  return segments
    .map((segment) => foldLetters(segment.replace(/[ºª]/g, '').replace(unseenSigns, '')))
    .map((segment) => segment.replace(arabicDigits, (digit) => String(digit.charCodeAt(0) & 15)))
    .filter((segment) => segment !== '');
}

/** A mark of letters and digits: found as one token, and by its segments. */
function markTerm(segments: readonly string[]): Tokens {
  const tokens = folded(segments);
  const joined = tokens.join('');
  if (tokens.length < 2 || joined.length > maxTokenLength) return plainTerm(segments);
  return { tokens: [...tokens, joined], phrases: [[joined], tokens] };
}

function runTerm(run: string): Tokens {
  const [, dotted, afterComma, withCommas, afterDot] = grouped.exec(run) ?? [];
  const whole = dotted ?? withCommas;
  if (whole !== undefined) return numberTerm(whole.replace(/\D/g, ''), afterComma ?? afterDot ?? '');
  const [, integer, decimals] = decimal.exec(run) ?? [];
  if (integer !== undefined && decimals !== undefined) return numberTerm(integer, decimals);
  const segments = run.split(separators);
  return isMark(run, segments) ? markTerm(segments) : plainTerm(segments);
}

function numberTerm(whole: string, decimals: string): Tokens {
  return plainTerm([whole, decimals.replace(/(?<!0)0+$/, '')]);
}

/** Whether separators stand inside one number: of a bill of lading, an air waybill, an order. */
function isMark(run: string, segments: readonly string[]): boolean {
  if (segments.length < 2 || segments.length > 4 || /[.,_]/.test(run) || !/\d/.test(run)) return false;
  return /\p{L}/u.test(run) || run.replace(/\D/g, '').length >= 9;
}

function* ideographTerms(run: string, start: number): Generator<TextTerm> {
  for (const match of run.matchAll(ideographOrWord)) {
    const from = start + match.index;
    yield { start: from, end: from + match[0].length, ...plainTerm([match[0]]) };
  }
}

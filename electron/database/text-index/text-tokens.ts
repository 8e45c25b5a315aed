import { foldLetters } from '../../../shared/without-accents.ts';
import { containerDigit } from '../../lib/container-digit.ts';

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
/** Joiners, which show nothing within a word; a soft hyphen may be the end of its line, too. */
const unseen = String.raw`(?:\u00ad(?:\r?\n)?|[\u200c\u200d\u2060\ufeff])`;
const unseenSigns = new RegExp(unseen, 'gu');
const word = String.raw`${sign}(?:(?![ºª])[\p{L}\p{M}\p{N}]|${unseen}(?=${sign}))*`;
/** As programs write it: to them, it is also the dash between two amounts. */
const dash = String.raw`\u2010\u2011\u2013`;
const hyphen = String.raw`\-${dash}`;
/** What a number is written together with, before it or behind it: `RUT76.123.456-7`, `12.450,00USD`. */
const before = '(?:[Rr][Uu][TtNn]|[Rr]\\.[Uu]\\.[Tt]\\.|USD|CLP|EUR|GBP|JPY|CNY|UF|UTM)';
const behind = '(?:USD|CLP|EUR|GBP|JPY|CNY|[Kk][Gg][Ss]?|KGM|CBM|TON|MT|[Mm]3)';
const noSignBefore = `(?<!${sign})`;
const noSignBehind = `(?!${sign})`;
const noMoreBehind = `(?![.,/_${hyphen}]?${sign})`;
const noSignBeforeRut = `(?:${noSignBefore}|(?<=${noSignBefore}[Rr][Uu][TtNn]))`;
/** RUT, container, bill of lading. */
const patterns = [
  String.raw`${noSignBeforeRut}(?<rut>\d{1,2}\.\d{3}\.\d{3} ?- ?[\dkK]|\d{7,8}-[\dkK])${noSignBehind}`,
  String.raw`${noSignBefore}(?<letters>[A-Za-z]{4})[ -]?(?<digits>\d{6}[ -]?\d|\d{8,12})${noSignBehind}`,
  String.raw`${noSignBefore}${before}(?=\d)`,
  String.raw`\d(?:[\d.,]{0,30}\d)?(?=${behind}${noSignBehind})`,
];
/** A longer row of words without blanks, as in a table, is several terms. */
const maxJoined = 64;
/** Letters and digits with single separators between them. */
const run = `${word}(?:[.,/_-]${word}){0,${maxJoined - 1}}`;
/**
 * What is found as one token and by its parts: a RUT with a dash, a container in groups, an air waybill as it
 * is printed, a mark with a dash, a word broken at the end of its line, one whose letters stand apart.
 */
const spaced = [
  String.raw`${noSignBeforeRut}(?<dashedRut>\d{1,2}\.\d{3}\.\d{3} ?[${dash}] ?[\dkK]|\d{7,8}[${dash}][\dkK])`,
  String.raw`${noSignBefore}(?<container>[A-Za-z]{3}[UJZujz][ ${hyphen}]?\d{3}[ .]?\d{3}[ ${hyphen}]?\d)`,
  String.raw`${noSignBefore}(?<waybill>\d{3}[ ${hyphen}]\d{4} \d{4})`,
  String.raw`${noSignBefore}(?<mark>\p{L}{1,12}[${dash}]\d{1,12}(?:[/${hyphen}]\d{1,12}){0,2}|\d{3}[${dash}]\d{8})`,
  String.raw`${noSignBefore}(?<broken>\p{Ll}{2,20}[${hyphen}]\r?\n\p{Ll}{2,20})`,
  String.raw`${noSignBefore}(?<apart>\p{Lu}(?: \p{Lu}(?![º°])){3,19})`,
].map((pattern) => pattern + noMoreBehind);
const term = new RegExp([...patterns, ...spaced, run].join('|'), 'gu');
/** Without those that are one token only where their check digits are right. */
const plain = new RegExp([...patterns, run].join('|'), 'gu');

/** Scripts without blanks between words: each character is a term. */
const ideographs = String.raw`\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}`;
const ideograph = new RegExp(`[${ideographs}]`, 'u');
const ideographOrWord = new RegExp(
  String.raw`[${ideographs}]|(?:(?![${ideographs}])[\p{L}\p{M}\p{N}])+`,
  'gu',
);
const separators = /[.,/_-]/;
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
  for (let at = 0; ; ) {
    const match = matchAt(term, text, at);
    if (!match) return;
    const joined = spacedTerm(match);
    // What looked like a mark only is read as if there were none.
    const read = joined || !isSpaced(match) ? match : (matchAt(plain, text, match.index) ?? match);
    for (const each of joined ?? plainTerms(read)) if (each.tokens.length > 0 || each.isCut) yield each;
    at = read.index + read[0].length;
  }
}

function matchAt(pattern: RegExp, text: string, at: number): RegExpExecArray | null {
  pattern.lastIndex = at;
  const match = pattern.exec(text);
  // `matchAll` would begin there.
  pattern.lastIndex = 0;
  return match;
}

function plainTerms(match: RegExpExecArray): Iterable<TextTerm> {
  const [written] = match;
  const { rut, letters, digits } = match.groups ?? {};
  const [start, end] = [match.index, match.index + written.length];
  if (rut !== undefined) return [{ start, end, ...plainTerm([rut.replace(/[^\dkK]/g, '')]) }];
  if (letters !== undefined && digits !== undefined)
    return [{ start, end, ...markTerm([letters, digits.replace(/\D/g, '')]) }];
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

function isSpaced({ groups = {} }: RegExpExecArray): boolean {
  const { dashedRut, container, waybill, mark, broken, apart } = groups;
  return (dashedRut ?? container ?? waybill ?? mark ?? broken ?? apart) !== undefined;
}

/** A term of `spaced`: its segments as in any text, then what they are together. Undefined for any other. */
function spacedTerm(match: RegExpExecArray): [TextTerm] | undefined {
  if (!isSpaced(match)) return undefined;
  const ways = togetherOf(match);
  if (ways.length === 0) return undefined;
  const [written] = match;
  const segments = [...written.matchAll(plain)]
    .flatMap((part) => [...plainTerms(part)])
    .flatMap(({ tokens }) => tokens);
  const together = ways.map((way) => folded(way));
  const added = together.map((way) => way.at(-1) ?? '').filter((token) => !segments.includes(token));
  const tokens = [...segments, ...added.toReversed()];
  return [
    { start: match.index, end: match.index + written.length, tokens, phrases: [...together, segments] },
  ];
}

/** The rows of tokens that it also is, the whole first; none where it only looks like it. */
function togetherOf({ groups = {}, input, index }: RegExpExecArray): string[][] {
  const { container, waybill } = groups;
  const whole = Object.values(groups).find((group) => group !== undefined) ?? '';
  const joined = whole.replace(/[^\p{L}\p{M}\p{N}]/gu, '');
  if (container !== undefined) return isContainer(joined) ? inTwo(joined, 4) : [];
  if (waybill !== undefined) return isWaybill(waybill, input, index) ? inTwo(joined, 3) : [];
  return [[joined]];
}

function inTwo(joined: string, first: number): string[][] {
  return [[joined], [joined.slice(0, first), joined.slice(first)]];
}

function isContainer(joined: string): boolean {
  return containerDigit(joined.slice(0, 10).toUpperCase()) === Number(joined.at(-1));
}

const nameOfWaybill = /awb[^\p{L}\p{N}]{0,4}$/iu;

/** Its last digit is the rest of the seven before it by 7; and it has a dash, or its name before it. */
function isWaybill(written: string, text: string, start: number): boolean {
  if (written[3] === ' ' && !nameOfWaybill.test(text.slice(Math.max(0, start - 8), start))) return false;
  const number = written.slice(4).replace(' ', '');
  return Number(number.slice(0, 7)) % 7 === Number(number[7]);
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

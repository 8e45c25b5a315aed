import { fillers, rangeWords, units } from './labels.ts';
import { addNumber, continueList, type LineState, labelText } from './line-state.ts';
import { carriers, containerWithDigit, isKind, isOfSeries, isYearOf, type NumberKind } from './numbers.ts';
import { figuresIn, isNumber, numberOf, type Token } from './token.ts';

/**
 * Reads a range of numbers that starts here, `410931 al 410940`, `410931-410940`. Returns whether there is
 * one.
 */
export function readNumberRange(line: LineState, token: Token): boolean {
  const joined = token.kind === 'joined' ? token.text.split('-') : [];
  const [first = '', last = ''] = joined;
  if (joined.length === 2 && /^\d{5,}$/.test(first) && /^\d+$/.test(last)) {
    const isAbbreviated = last.length < first.length;
    if (
      !isAbbreviated ||
      (!isYearOf(first, last) &&
        last.length > 1 &&
        last.length < 4 &&
        Number(expandRange(first, last)?.length) <= maxOfAbbreviatedRange)
    ) {
      return addRange(line, { first, last, joint: '-' }, token, token, 1);
    }
  }
  // `facturas 8812-8815`.
  const { as, isPlural = false } = line.list?.label ?? {};
  const isFolios =
    as === 'folio' && isPlural && joined.length === 2 && /^\d{4}$/.test(first) && /^\d{4}$/.test(last);
  if (isFolios && Number(last) - Number(first) < maxOfAbbreviatedRange) {
    if (addRange(line, { first, last, joint: '-' }, token, token, 1)) return true;
  }
  // `410931, al 410940` and `410931 / al 410940`.
  const skipped =
    /^[,/]$/.test(line.tokens[line.at + 1]?.text ?? '') && isRangeWord(line.tokens[line.at + 2]) ? 1 : 0;
  const between = line.tokens[line.at + 1 + skipped];
  const isDotted = between?.text === '.' && line.tokens[line.at + 2]?.text === '.';
  let at = line.at + skipped + (between?.text === '-' && line.tokens[line.at + 2]?.text === '>' ? 3 : 2);
  while (at < line.at + 8 && isFillerOfRange(line.tokens[at])) at++;
  const end = line.tokens[at];
  if (!between || !end || !mayEndRange(token) || !mayEndRange(end)) return false;
  // `OC 452599 -> 410931` is an order and its dispatch.
  if (between.text === '-' && at > line.at + 2 && !isOfSeries(numberOf(token), numberOf(end))) return false;
  const isJoined = isRangeWord(between) || /^[-→~]$/.test(between.text) || isDotted;
  const isBetween = /^(?:y|and)$/.test(between.folded) && isBehindEntre(line);
  const unit = line.tokens[at + 1];
  const isCounted = unit?.kind === 'word' && units.has(unit.folded) && figuresIn(end.text) <= 4;
  if ((!isJoined && !isBetween) || isCounted || (between.text === '-' && isOfChain(line, at))) return false;
  // `410931 - 450.000` is a number and its amount.
  if (token.kind === 'plain' && end.kind === 'dotted' && !isOfSeries(numberOf(token), numberOf(end)))
    return false;
  const ends = { first: numberOf(token), last: numberOf(end), joint: between.text };
  return addRange(line, ends, token, end, at - line.at + 1);
}

function mayEndRange(token: Token): boolean {
  return isNumber(token) || (token.kind === 'joined' && yearAtEnd.test(token.text));
}

/** Whether hyphens join three numbers or more, up to an index or beyond: they are a list. */
function isOfChain({ tokens, at }: LineState, end: number): boolean {
  const isJoint = (index: number, number: number) => {
    const token = tokens[number];
    return tokens[index]?.text === '-' && token !== undefined && isNumber(token);
  };
  return isJoint(end + 1, end + 2) || isJoint(at - 1, at - 2);
}

function isRangeWord(token: Token | undefined): boolean {
  return token !== undefined && rangeWords.has(token.folded);
}

function isBehindEntre(line: LineState): boolean {
  const before = line.tokens.slice(Math.max(0, line.at - 4), line.at).map(({ folded }) => folded);
  return before.includes('entre') || before.includes('between');
}

function addRange(
  line: LineState,
  { first, last, joint }: { first: string; last: string; joint: string },
  from: Token,
  to: Token,
  count: number,
): boolean {
  const as = line.list?.label.as ?? 'any';
  // `R134 a R410` are no dispatches.
  const minFigures = line.list ? 3 : /^\p{L}/u.test(first) ? 4 : 5;
  const isShort = figuresIn(first) < minFigures;
  if (isShort || !isKind(as)) return false;
  const numbers = expandRange(first, last);
  // `410940 al 410931` is written backwards.
  if (!numbers) {
    const isWhole =
      /\D/.test(first) === /\D/.test(last) &&
      figuresIn(last) === figuresIn(first) &&
      expandRange(last, first) !== undefined;
    return isWhole && addRange(line, { first: last, last: first, joint }, from, to, count);
  }
  const isTooLong = numbers === 'too-long';
  // `Despacho 410931 - 450000`: the second is its amount.
  const isOfOne = line.list?.label.as === 'dispatch' && !line.list.label.isPlural;
  if (isTooLong && isOfOne && joint === '-') return false;
  const end = isTooLong ? last : (numbers.at(-1) ?? last);
  // Two consecutive numbers are no range.
  if (isTooLong || numbers.length > 2) line.ranges.push({ first, last: end, isTooLong });
  const begin = line.list && !line.list.isBegun ? line.list.from : from.from;
  const named = as === 'reference' && line.list ? `${labelText(line.list)} ` : '';
  for (const number of isTooLong ? [first, last] : numbers)
    addNumber(line, as, number, `${named}${number}`, begin, to.to);
  continueList(line, end);
  line.at += count;
  return true;
}

const maxOfAbbreviatedRange = 50;

/** A year behind three figures or more. */
const yearAtEnd = /(?<=\d{3})[/-](?:20)?2[4-9]$/;

/** Words allowed before the end of a range: `hasta el N° 410940`. */
function isFillerOfRange(token: Token | undefined): boolean {
  return (
    token?.kind === 'mark' ||
    /^[.:°]$/.test(token?.text ?? '') ||
    /^(?:el|la|los|despacho|desp|carpeta|numero|n)$/.test(token?.folded ?? '')
  );
}

/** Maximum numbers in one range; a longer one is reported. */
const maxOfRange = 1000;

/**
 * The numbers of a range, both ends included, which differ only in their last figures: `410931` to `410940`,
 * `I-008` to `I-012`. The second may be abbreviated (`40`). Undefined where they are no range, `too-long`
 * where it is longer than `maxOfRange`.
 */
function expandRange(first: string, last: string): string[] | 'too-long' | undefined {
  // `I-410931/26` to `I-410935/26`: the year is that of each.
  const [year] = yearAtEnd.exec(first) ?? [];
  if (year !== undefined && last.endsWith(year)) {
    const numbers = expandRange(first.slice(0, -year.length), last.slice(0, -year.length));
    return Array.isArray(numbers) ? numbers.map((number) => number + year) : numbers;
  }
  const [, head = '', from = ''] = /^(.*?)(\d{1,15})$/.exec(first) ?? [];
  const [, lastHead = '', to = ''] = /^(.*?)(\d{1,15})$/.exec(last) ?? [];
  if (from === '' || to === '' || (lastHead !== head && lastHead !== '')) return undefined;
  // A longer ending is a number of its own.
  const isAbbreviated = to.length < from.length && to.length <= 3;
  const end = isAbbreviated ? from.slice(0, from.length - to.length) + to : to;
  const count = Number(end) - Number(from) + 1;
  if (end.length !== from.length || count < 2) return undefined;
  if (count > maxOfRange) return 'too-long';
  return Array.from(
    { length: count },
    (_, index) => head + String(Number(from) + index).padStart(from.length, '0'),
  );
}

/**
 * Declarations or air waybills between slashes, `3910797756-2/3910797757-0`, or a declaration whose first
 * figures are those of the one before: `57-0`.
 */
export function joinedNumbers({ kind, text }: Token, as: NumberKind, last: string): string[] {
  if (kind !== 'joined') return [];
  const whole = as === 'declaration' ? /^\d{10}(?:-\d)?$/ : as === 'transport' ? /^\d{3}-\d{8}$/ : undefined;
  const several = text.split('/');
  if (several.length > 1 && whole && several.every((one) => whole.test(one))) return several;
  const [, end = '', digit = ''] = /^(\d{2,4})-(\d)$/.exec(text) ?? [];
  const body = as === 'declaration' ? /^\d{10}(?=-|$)/.exec(last)?.[0] : undefined;
  return end === '' || body === undefined ? [] : [`${body.slice(0, -end.length)}${end}-${digit}`];
}

/**
 * A declaration behind its label as people group it, and its last token: `391-0797756-2`, `39 1 0797756 2`,
 * `3910797756/2`.
 */
export function groupedDeclaration(
  line: LineState,
  { from }: Token,
): { number: string; end: Token } | undefined {
  const [written] = declarationGroups.exec(line.text.slice(from, from + maxLettersOfDeclaration)) ?? [];
  if (written === undefined) return undefined;
  const end = line.tokens.find(({ to }) => to === from + written.length);
  const figures = written.replaceAll(/[ ./-]/g, '');
  const digit = figures.slice(10);
  return end && { number: digit === '' ? figures : `${figures.slice(0, 10)}-${digit}`, end };
}

const maxLettersOfDeclaration = 24;
const declarationGroups =
  /^(?:\d{10}|\d{2}[ .-]\d[ .-]\d{7}|\d{2}[/-]\d{8}|\d{3}[ .-]\d{7}|\d{2}[ .-]\d{2}[ .-]\d{6}|\d{4}[ .-]\d{6}|\d{3}(?:\.\d{3}){2}\.\d)(?: ?[/-] ?[\dk]| \d(?= ?(?:$|[,;)])))?(?![\p{L}\d]|[./-]\d)/iu;

/**
 * Reads the four letters of a carrier and its figures after a blank, `MEDU 1234-5`, with or without a label;
 * with one, those of a port between them: `BL MEDU VL 123456`. Returns whether there are any.
 */
export function readCarrier(line: LineState, { text, folded, from }: Token): boolean {
  const isLabelled = line.list?.label.as === 'transport';
  const isOfPort =
    isLabelled && carriers.has(folded) && /^[A-Z]{2,3}$/.test(line.tokens[line.at + 1]?.text ?? '');
  const count = isOfPort ? 3 : 2;
  const next = line.tokens[line.at + count - 1];
  // `CRT AR 123456` has the letters of a country.
  const isOfCountry = isLabelled && /^(?:AR|BO|BR|CL|PE|PY|UY)$/.test(text);
  const end = (isOfCountry ? undefined : endOfGroups(line, line.at + count - 1)) ?? next;
  const isNumber =
    end !== next ||
    ((next?.kind === 'plain' || next?.kind === 'joined') && figuresIn(next.text) >= 4) ||
    ((isLabelled || carriers.has(folded)) && next?.kind === 'mixed' && /^[A-Z]{1,4}\d{5,}$/.test(next.text));
  // `ACME 410931` is a client and its dispatch.
  const isDispatch = next?.kind === 'plain' && next.text.length < 7;
  const isAlone = line.tokens.length === 2 && !fillers.has(folded) && !isDispatch;
  if (
    !next ||
    !end ||
    !isNumber ||
    !(
      isOfCountry ||
      /^[A-Z]{4}$/.test(text) ||
      (isLabelled && /^[A-Z]{5,7}$/.test(text) && carriers.has(folded.slice(0, 4)))
    ) ||
    !(isLabelled || isAlone || carriers.has(folded))
  )
    return false;
  const container = isLabelled ? undefined : containerWithDigit(`${text}${next.text}`);
  if (container) {
    addNumber(line, 'container', container, line.text.slice(from, next.to), from, next.to);
    line.at += count;
    return true;
  }
  const begin = isLabelled && !line.list?.isBegun ? (line.list?.from ?? from) : from;
  addNumber(line, 'transport', line.text.slice(from, end.to), line.text.slice(begin, end.to), begin, end.to);
  continueList(line, end.text);
  line.at = line.tokens.indexOf(end) + 1;
  return true;
}

/** The last of the groups of figures from an index on that are one number, `2345 67890`, and no dispatch. */
function endOfGroups({ tokens }: LineState, at: number): Token | undefined {
  let figures = 0;
  for (let index = at; index < at + 4; index++) {
    const { kind, text, from } = tokens[index] ?? {};
    const before = tokens[index - 1];
    const isGroup =
      kind === 'plain' &&
      text !== undefined &&
      text.length < 6 &&
      (index === at || (before?.to === (from ?? 0) - 1 && !areTwo(before.text, text)));
    if (!isGroup) return index > at + 1 && figures > 6 ? tokens[index - 1] : undefined;
    figures += text.length;
    if (figures > 10) return undefined;
  }
  return undefined;
}

/** Whether two groups are numbers of their own: `41093 41094`. */
function areTwo(one: string, other: string): boolean {
  return one.length === 5 && isOfSeries(one, other);
}

/** The last part of a waybill with blanks, `045 1234 5675`, `12 3456 7890`, after its label. */
export function endOfWaybill(line: LineState): Token | undefined {
  const tokens = line.tokens.slice(line.at, line.at + 3);
  const lengths = tokens.map(({ kind, text }) => (kind === 'plain' ? text.length : 0)).join(' ');
  if (lengths.startsWith('3 8')) return tokens[1];
  return /^[234] 4 4$/.test(lengths) ? tokens[2] : undefined;
}

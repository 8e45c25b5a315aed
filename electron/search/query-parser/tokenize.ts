import { isDay, typedDay } from '../../../shared/model/dates.ts';
import { hasRightDigit } from '../../../shared/model/rut.ts';
import { foldKeepingLength } from '../../../shared/without-accents.ts';
import { isLabelWord } from './labels.ts';
import { completed, containerOf, isOfSeries } from './numbers.ts';
import { figuresIn, numberOf, type Token, type TokenKind, withoutThousands } from './token.ts';

/** A number with letters in it: `DSP-2026-00123`, `I-2026/0088`, `MEDUVL123456`. */
const mixed = /[\p{L}\d]{1,40}(?:[-/_.][\p{L}\d]{1,40}){0,8}/uy;
const mark =
  /(?:(?:n°s?|n\.o|n[.:]|nros?|nums?|numeros?|number)[°.:]{0,2} ?|no[°.:]{0,2} ?|# ?)(?=\d|[a-z]{1,5}[-/]?\d)/y;
const word = /[\p{L}\p{M}][\p{L}\p{M}'’&]{0,200}/uy;
const separator = /[^\p{L}\p{M}\d\s]/uy;

/** Whether figures around a comma are two folios, and no decimals: `4512,4513`. */
function areOfSeries(text: string): boolean {
  const [one = '', other = ''] = text.split(',');
  return one.length === 4 && isOfSeries(one, other);
}

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
  // `OC/452599` is a label and its number.
  const [, label = ''] = /^(\p{L}{2,12})\//u.exec(found) ?? [];
  if (!/\d/.test(found) || !/\p{L}/u.test(found) || isSentence || isLabelWord(label)) return undefined;
  // `MEDUVL123456/MEDUVL123457` are two numbers.
  const [first = found] = /^[^/]*(?=\/\p{L}{2})/u.exec(found) ?? [];
  return { kind: 'mixed', to: at + (figuresIn(first) > 4 ? first : found).length };
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

/** Spanish and English month names and their abbreviations, as a pattern. */
const monthName =
  '(?:enero|ene|january|jan|febrero|feb|february|marzo|mar|march|abril|abr|april|apr|mayo|may|junio|jun|june|julio|jul|july|agosto|ago|august|aug|septiembre|setiembre|sept|sep|set|september|octubre|oct|october|noviembre|nov|november|diciembre|dic|december|dec)';
const currency = '(?:us ?\\$|m\\$|(?:clp|usd|mx|mn) ?\\$|\\$|usd|clp|eur|uf|utm|gbp|cny|jpy|brl|€|£)';
const figuresOfAmount = '\\d{1,15}(?:[.,]\\d{1,15}){0,6}';
const weekday =
  '(?:lunes|martes|miercoles|jueves|viernes|sabado|domingo|monday|tuesday|wednesday|thursday|friday|saturday|sunday|lun|mie|jue|vie|sab|dom|mon|tue|wed|thu|fri|sat|sun)';

/** How a text with figures looks, and what it then is. */
interface FigureForm {
  kind: TokenKind;
  form: RegExp;
  isOne?: (folded: string, written: string) => boolean;
}

const sizeOfContainer = "(?:'? ?(?:hc|hq|gp|dv|dc|st|rf|rh|ot|fr|pies|ft)|')";

const sizedContainer = `(?:20|40|45) ?${sizeOfContainer}`;

/** A year after a month. */
const itsYear = '(?:(?: del? |, ?| ?[-/.] ?| )(?:(?:19|20)\\d\\d|\\d\\d(?=[\\s.,;)]|$)))?';

/** A month relative to today: `del mes pasado`, `de este mes`, `del mes`. */
const monthByToday =
  '(?:del mes (?:pasado|anterior)|de este mes|del mes (?:en curso|actual)|del mes(?! (?:del?|que|proximo|siguiente|entrante)(?![\\p{L}\\d])))';

const dayBeforeMonth = '(?:0?[1-9]|[12]\\d|3[01])';
const monthInFigures = '(?:0?[1-9]|1[0-2])';
/** Whether the day exists in the longest month of that name, or of its first three letters. */
function isDayOfMonth(text: string): boolean {
  const [, day = '', name = ''] =
    /(\d{1,2})[^\p{L}\d]{0,3}(?:(?:o|st|nd|rd|th|del?|mes)[^\p{L}\d]+){0,4}(\p{L}{3})/u.exec(text) ?? [];
  const maxDay = /^(?:abr|apr|jun|se[pt]|nov)/.test(name) ? 30 : name === 'feb' ? 29 : 31;
  return Number(day) >= 1 && Number(day) <= maxDay;
}

const isSpacedRut = (text: string) => hasRightDigit(text.replaceAll(' ', '').replace('/', '-'));

const notWithin = '(?![\\p{L}\\d])';
/** The end of a number: no figure follows, not even after punctuation. */
const end = '(?![\\p{L}\\d]|[.,/-]\\d)';

/** Area codes outside Santiago; their numbers begin with 2. */
const areaCode = '(?:3[2-5]|4[1-5]|5[1-8]|6[1-7]|7[1-5])';

/**
 * Forms of texts with figures, the longest first: each matches what a shorter one would truncate. All are
 * bounded, so that parsing is linear.
 */
const figureForms: readonly FigureForm[] = [
  form(
    'date',
    `${dayBeforeMonth}-${monthInFigures} (?:al?|hasta|to|until|-) (?:el )?${dayBeforeMonth}-${monthInFigures}${end}`,
  ),
  form('date', `\\d{1,2}°? ?(?:al?|hasta|-) ?(?:el )?\\d{1,2} ${monthByToday}${notWithin}`),
  form('mail', '[\\w.+-]{1,64}@[\\w.-]{1,200}'),
  form('time', `(?:[01]?\\d|2[0-3])h[0-5]\\d${notWithin}`),
  form(
    'time',
    `(?:[01]?\\d|2[0-3]):[0-5]\\d(?::[0-5]\\d)?(?![\\d:])(?: ?(?:hrs?|hs|horas|h|[ap]\\.? ?m)${notWithin}\\.?)?`,
  ),
  form(
    'date',
    `(?:${weekday}\\.?,? (?:el )?)?\\d{1,2}(?:°|o|st|nd|rd|th)?(?: de | del mes de | ?[-/.] ?| )${monthName}\\.?${itsYear}${notWithin}`,
    isDayOfMonth,
  ),
  form('no-day', `[23]\\d(?:°|o)?(?: de | del mes de |[-/.])${monthName}\\.?${itsYear}${notWithin}`),
  form('date', `${monthName}\\.? \\d{1,2}(?:st|nd|rd|th)?(?:, ?| )(?:19|20)\\d\\d${notWithin}`),
  form('date', `${monthName}\\.?(?: del? | ?[-/] ?| |, )(?:(?:19|20)\\d\\d)${end}`),
  form('date', `${monthName}\\.?[-/'’]\\d\\d${end}`),
  form('date', `\\d{4}[-/.]\\d{1,2}[-/.]\\d{1,2}(?:t[\\d:.]{4,15}z?)?${end}`, (text) =>
    isDay(text.slice(0, 10).replaceAll(/[/.]/g, '-')),
  ),
  form('date', `\\d{1,2}([-/.])\\d{1,2}\\1(?:\\d{4}|\\d{2})${end}`, (text) => typedDay(text) !== undefined),
  form('no-day', `[0-3]?\\d([-/.])[01]?\\d\\1(?:(?:19|20)\\d\\d|2\\d)${end}`),
  form('no-day', `(?:19|20)\\d\\d([-/.])[01]?\\d\\1[0-3]?\\d${end}`),
  form('date', `(?:0?[1-9]|1[0-2])[-/]20\\d\\d${end}`),
  form('date', `[qts][1-4][ -/]?20\\d\\d${end}`),
  form('no-day', `(?:3[01]/0?2|31/(?:0?[469]|11))${end}`),
  form('date', `(?:0?[1-9]|[12]\\d|3[01])/(?:0?[1-9]|1[0-2])${end}`),
  form('phone', '(?:\\+|\\b00) ?\\(?\\d(?:[ ().-]{0,2}\\d){8,13}(?![.,]?\\d)', (text) => {
    const figures = figuresIn(text.replace(/^00/, ''));
    return figures >= 9 && figures <= 13 && !/\d{5}[ .-]+\d{5}|\d{10}[ -]\d{5}/.test(text);
  }),
  form(
    'phone',
    '\\+?\\(\\d{1,4}(?:[ -]\\d{1,2})?\\) ?\\d{3,4}[ .-]?\\d{3,4}(?!\\d)',
    (text) => figuresIn(text) > 8,
  ),
  form(
    'phone',
    `9[ -]\\d{4}[ -]?\\d{4}${end}|2[ -]\\d{4}[ -]\\d{4}${end}|[2-7]\\d[ -]\\d{3}[ -]\\d{4}${end}`,
  ),
  // An area code with hyphens, `32-2-2254478`, `22-2345678`; `569-87654321`.
  form(
    'phone',
    `(?:${areaCode}-2-?2\\d{6}|2-2-?\\d{7}|2[23]-\\d{7}|${areaCode}-2\\d{6}|569[ -]\\d{4}[ -]?\\d{4})${end}`,
  ),
  // An area code before seven figures, `22 2345678`; outside Santiago they begin with 2.
  form('phone', `(?:56 ?)?(?:2[23] \\d{7}|${areaCode} 2\\d{6})${end}`),
  form('phone', `09[ -]\\d{8}${end}`),
  form('phone', `[68]00[ -]\\d{3}[ -]\\d{3,4}${end}`),
  form(
    'quantity',
    `\\d{1,3}(?:[.,]\\d{3}){0,4}[.,]\\d{1,3} ?(?:kgs?|kilos?|kb|kn|tons?|toneladas?|tn|m3|cbm|lts?|litros?|unidades|cajas|bultos?)${notWithin}`,
    (text) => /[.,]\d+[.,]|[.,]\d{1,2}(?!\d)|[.,]\d{3} ?(?:tons?|toneladas?|tn|m3|cbm)/.test(text),
  ),
  // Size and type of a container by ISO 6346: `22G1`, `45R1`.
  form('quantity', `(?:[24]\\d|l\\d)[grhutpbs]\\d${notWithin}`),
  form('law', `case ?[:#] ?\\d{3,12}${notWithin}|(?:inc|req|ritm)\\d{7}${notWithin}`),
  // A code with letters in its middle: `2026-OC-0456`.
  form('mixed', `\\d{2,4}([-/])[a-z]{1,6}\\1\\d{2,10}${end}`),
  // A bill of carriage: `004.BR.1234.56789`.
  form('mixed', `\\d{3}\\.[a-z]{2}\\.\\d{3,6}(?:\\.\\d{1,6})?${end}`),
  form('amount', `${currency}(?: ?: ?| ?)${figuresOfAmount}(?: ?(?:mil|millones|mm))?`),
  form(
    'amount',
    `\\d{1,3}(?:\\.\\d{3}){1,5},\\d{1,2}${end}(?!,\\S)|\\d{1,3}(?:,\\d{3}){1,5}\\.\\d{1,2}${end}`,
  ),
  form(
    'amount',
    `${figuresOfAmount} ?(?:us\\$|usd|clp|eur|euros?|pesos|dolares|dollars|uf|utm|m\\$|€)${notWithin}(?! ?[\\d$])`,
  ),
  form('quantity', '\\d{1,9}(?:[.,]\\d{1,9})? ?%'),
  form(
    'quantity',
    `\\d{1,9}(?:[.,]\\d{1,9}){0,3}(?:kgs?|kilos?|tons?|tn|m3|cbm|lts?|bultos?|pcs|hrs?|mb|gb)${notWithin}`,
  ),
  // Containers by size: `2x40HC`.
  form('quantity', `\\d{1,3} ?x ?(?:20|40|45) ?${sizeOfContainer}?${notWithin}`),
  form('quantity', `(?:20|40|45) ?${sizeOfContainer}${notWithin}`),
  form('law', `\\d{4}\\.\\d{2}(?:\\.?\\d{2}){0,2}${end}`),
  form(
    'declaration',
    `(?:\\d{1,2}(?:[. ]\\d{3}){3}|\\d{4}(?:[. ]\\d{3}){2}|\\d{3}\\.\\d{3}\\.?\\d{4}) ?- ?[\\dk]${end}`,
  ),
  // A declaration in its parts, `39-1-0797756`; `56-2-2345678` and `02-2-2345678` are phones.
  form('declaration', `(?:(?!56|02)\\d{2}-\\d-\\d{7}(?:-[\\dk])?|\\d{3}-\\d{7}-[\\dk])${end}`),
  form('wrong-rut', `\\d{1,3}(?:,\\d{3}){1,2}-[\\dk]${end}|\\d{1,2}\\.\\d{6}-[\\dk]${end}`),
  form('rut', `0{0,3}\\d{1,3}(?:\\.\\d{3}){1,2} ?- ?[\\dk]${notWithin}(?!\\.\\d)`),
  form('rut', `(?:\\d{1,2} \\d{3} \\d{3} ?- ?|\\d{1,2}(?:\\.\\d{3}){2}/)[\\dk]${end}`, isSpacedRut),
  form('rut', `0{0,3}[1-9]\\d{6,7} ?- ?[\\dk](?![\\p{L}\\d]|-\\d|\\.\\d)`),
  form('rut', `0{1,3}[1-9]\\d{5,7}-[\\dk]${end}`),
  form(
    'rut',
    `[1-9]\\d{6,7}k${notWithin}|[1-9]\\d?(?:\\.\\d{3}){2}k?${end}`,
    (text) => figuresIn(text) > 6 && (text.endsWith('k') || text.length > 9),
  ),
  form('declaration', `\\d{10} ?- ?[\\dk]${end}`),
  form('transport', `\\d{3}(?:-\\d{4}[ -]?|\\.\\d{4}\\.)\\d{4}${end}`),
  form(
    'container',
    `[a-z]{3}[ujz][ -]?\\d{3}[ .]?\\d{3} ?[/-]? ?\\d${notWithin}(?![.-]\\d|/(?!${sizedContainer})\\d)`,
    (text) => containerOf(text) !== undefined,
  ),
  form(
    'wrong-container',
    `[a-z]{3}[ujz][ -]?\\d{3}[ .]?\\d{3} ?[/-]? ?\\d${notWithin}(?![.-]\\d|/(?!${sizedContainer})\\d)`,
    (text, written) => !text.includes(' ') || /^\p{Lu}{4}/u.test(written),
  ),
  // A number with a letter after it: `145201-A`, `145201-A2`.
  form('mixed', `(?:\\d{5,8}|\\d{1,3}\\.\\d{3})-(?:[a-xz]|[a-z]\\d{1,3})(?![\\p{L}\\d/-])`),
  form('amount', `\\d{1,4}[.,]\\d{1,2}${end}|\\d{1,4},\\d{4,9}${end}`, (text) => !areOfSeries(text)),
  form('dotted', `\\d{1,3}(?:\\.\\d{3}){1,4}${notWithin}(?!\\.\\d)|\\d{1,3}(?:,\\d{3}){1}${end}`),
  // A blank as thousands mark, without a third group on either side.
  form('dotted', `(?<!\\d[ .-]?)\\d{3} \\d{3}${end}(?! ?\\d)`),
  // A long number as a spreadsheet rounds it.
  form('rounded', `\\d{1,2}[.,]\\d{1,15}e\\+?\\d{1,2}${notWithin}`),
  form('joined', `\\d{1,20}(?:[/-]\\d{1,20}){1,60}${notWithin}(?!\\.\\d)`),
  // Excel writes some whole numbers with decimals.
  form('plain', `\\d{5,8}[.,]0{1,2}${end}`),
  form('ordinal', `\\d{1,2}(?:°|er?[oa]?|[rdtmvn]?[oa]|st|nd|rd|th)${notWithin}`),
  form('plain', `\\d{1,40}${notWithin}`),
];

function form(kind: TokenKind, pattern: string, isOne?: FigureForm['isOne']): FigureForm {
  return { kind, form: new RegExp(pattern, 'uy'), ...(isOne && { isOne }) };
}

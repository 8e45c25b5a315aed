import { endOfWaybill, groupedDeclaration, joinedNumbers } from './compound-numbers.ts';
import { isOfCosts, joining, type Label, labelAt } from './labels.ts';
import {
  addAside,
  addNumber,
  candidate,
  continueList,
  continuesDispatches,
  dispatchBehind,
  hasNumber,
  isJoined,
  isPaidFor,
  type LineState,
  type List,
  labelText,
} from './line-state.ts';
import {
  completed,
  containerOf,
  containerWithDigit,
  endsOf,
  isKind,
  isListOf,
  isOfSeries,
  isPossible,
  kindOfForm,
  type NumberKind,
} from './numbers.ts';
import { readPhone } from './read-phone.ts';
import { containerOfOwner, isEndOfRange, readUnlabelled } from './read-unlabelled.ts';
import { figuresIn, isNumber, numberOf, type Token } from './token.ts';

/** Parses a number after its label. */
export function readLabelled(line: LineState, token: Token, list: List): void {
  const { label } = list;
  if (label.as === 'phone') readPhone(line, token);
  else if (!isKind(label.as)) {
    if (isBehindAside(line, token, list)) {
      line.list = undefined;
      readUnlabelled(line, token);
      return;
    }
    addAside(line, label.as, token, token, list.isBegun ? token.from : list.from);
    continueList(line, token.text);
    line.at++;
  } else readOfKind(line, token, list, label.as);
}

/** Whether a number is none of the figures that its label names, because it follows them. */
function isBehindAside(
  line: LineState,
  { kind, text }: Token,
  { label, isBegun, last, from }: List,
): boolean {
  if (kind === 'container' || (kind === 'declaration' && text.includes('-'))) return true;
  const isWhole = kind === 'plain' && /^\d{5,8}$/.test(text);
  if (isWhole && (isOfCosts(label) || (label.as === 'law' && codeOfOperation.test(label.text)))) return true;
  const before = line.elements.findLast(({ kind }) => kind !== 'word');
  // `código 8471.30.00 / 410931`.
  if (
    (label.as === 'law' || label.as === 'quantity') &&
    isWhole &&
    before?.kind === 'aside' &&
    before.from >= from
  )
    return /\D/.test(before.text);
  // `patente FGHJ-45, 410931`.
  const isOfCode = label.as === 'travel' && /\p{L}/u.test(last) && figuresIn(last) !== text.length;
  if (isBegun && last !== '') return !isJoined(line) || (isWhole && isOfCode);
  // `$ 450.000 (flete 410931)`.
  return (
    label.as === 'amount' &&
    isWhole &&
    bracketBehindAmount.test(line.text.slice(Math.max(0, from - 30), from))
  );
}

/** The label of two or three figures: `Código de operación 151`. */
const codeOfOperation = /operaci[oó]n$/i;
const bracketBehindAmount = /(?:\$|usd|clp|eur) ?\d[\d.,]{2,16} ?\($/i;

function readOfKind(line: LineState, token: Token, list: List, as: NumberKind): void {
  const from = list.isBegun ? token.from : list.from;
  const number = as === 'declaration' ? numberOf(token).replaceAll('.', '') : numberOf(token);
  const short = completedBy(line, token, list);
  const ownKind = kindOfForm(token);
  const ends = endsOf(token, list.last);
  const joined = joinedNumbers(token, as, list.last);
  if (joined.length > 0) {
    for (const one of joined) addNumber(line, as, one, one, from, token.to);
    continueList(line, joined.at(-1) ?? number);
    line.at++;
    return;
  }
  const grouped = as === 'declaration' ? groupedDeclaration(line, token) : undefined;
  const waybill = as === 'transport' ? endOfWaybill(line) : undefined;
  if (waybill) {
    addNumber(
      line,
      as,
      line.text.slice(token.from, waybill.to),
      line.text.slice(from, waybill.to),
      from,
      waybill.to,
    );
    line.at = line.tokens.indexOf(waybill);
  } else if (grouped) {
    addNumber(line, as, grouped.number, line.text.slice(from, grouped.end.to), from, grouped.end.to);
    continueList(line, grouped.number);
    line.at = line.tokens.indexOf(grouped.end) + 1;
    return;
  } else if (ends) {
    for (const one of ends)
      addNumber(line, as, one, as === 'reference' ? `${labelText(list)} ${one}` : one, from, token.to);
    continueList(line, ends.at(-1) ?? number);
    line.at++;
    return;
  } else if (isOfBank(token, list)) addAside(line, 'law', token, token, from);
  else if (as === 'container' && containerOfOwner(line, token) !== undefined)
    addNumber(line, as, containerOfOwner(line, token) ?? number, token.text, from, token.to);
  else if (isMonthOfLabel(line, token, list)) addAside(line, 'date', token, token);
  else if (isYearOfPlural(line, token, list))
    line.elements.push({ kind: 'aside', as: 'year', text: token.text, from: token.from, to: token.to });
  else if (as === 'container' && containerWithDigit(token.text) !== undefined) {
    addNumber(line, as, containerWithDigit(token.text) ?? number, token.text, from, token.to);
  } else if (as === 'dispatch' && isDayOfPlural(line, token, list)) addAside(line, 'date', token, token);
  else if (as === 'dispatch' && isYear(line, token, list))
    line.elements.push({ ...candidate(token), isYear: true });
  else if (as === 'dispatch' && isAmountBehind(line, token, list)) addAside(line, 'amount', token, token);
  else if (ownKind !== undefined && ownKind !== as && (as !== 'reference' || list.isBegun)) {
    addNumber(line, ownKind, containerOf(token.text) ?? number, token.text, token.from, token.to);
  } else if (short !== undefined)
    addNumber(line, as, short, as === 'reference' ? `${labelText(list)} ${short}` : short, from, token.to);
  else if (token.kind === 'joined' && isListOf(as, token.text)) addJoined(line, token, list, as);
  else if (isOfType(line, token, list)) {
    line.elements.push(candidate(token));
    // The following numbers are dispatches too.
    list.isOfDispatches = true;
  } else if (
    (as !== 'dispatch' && as !== 'folio' && as !== 'reference' && figuresIn(token.text) <= 2) ||
    isPosition(token, list)
  )
    addAside(line, 'short', token, token);
  else if (!isPossible(as, token) || isUnfitEnd(line, token, as)) {
    const isOwn = isEndOfRange(line, token);
    line.elements.push({ kind: 'uncertain', from: token.from, to: token.to, isOwn });
  } else {
    const written = line.text.slice(from, token.to).replace(/^[\s(]+/, '');
    const text = as === 'reference' ? `${labelText(list)} ${number}`.trim() : written;
    addNumber(
      line,
      as,
      as === 'container' ? (containerOf(token.text) ?? number) : number,
      text,
      from,
      token.to,
    );
  }
  continueList(line, short ?? number);
  line.at++;
}

/** Whether three figures end a range of dispatches that they do not continue: `410940 al 412`. */
function isUnfitEnd(line: LineState, token: Token, as: NumberKind): boolean {
  return as === 'dispatch' && figuresIn(token.text) <= 3 && isEndOfRange(line, token);
}

/** Whether a number of an operation is longer than any of a dispatch: `N° de operación: 123456789012`. */
function isOfBank({ kind, text }: Token, { label }: List): boolean {
  return kind === 'plain' && text.length > 8 && /^operaci/i.test(label.text);
}

/** Whether figures after the name of a type are a month: `facturas 10/26`, `BL 2026-10`. */
function isMonthOfLabel(
  line: LineState,
  { kind, text }: Token,
  { label, isBegun, hasMark, last }: List,
): boolean {
  const isFirst = !isBegun || monthInFigures.test(last);
  return (
    kind === 'joined' &&
    monthInFigures.test(text) &&
    mayBeSeveral(label) &&
    isFirst &&
    !hasMark &&
    !isListed(line)
  );
}

const monthInFigures = /^(?:0?[1-9]|1[0-2])\/2\d$|^20[12]\d[-/](?:0[1-9]|1[0-2])$/;

/** Whether a label names documents of a type, and no single one. */
function mayBeSeveral({ as, isPlural, isTypeToo }: Label): boolean {
  return isTypeToo && (isPlural || as === 'transport' || as === 'declaration');
}

/** Whether four figures after the plural name of a type are a year, `facturas 2025`. */
function isYearOfPlural(line: LineState, { kind, text }: Token, { label, isBegun, hasMark }: List): boolean {
  const isYear = kind === 'plain' && /^20[12]\d$/.test(text);
  return isYear && mayBeSeveral(label) && !isBegun && !hasMark && !isListed(line);
}

/** Whether another number of a list follows, and no month. */
function isListed({ tokens, at }: LineState): boolean {
  const [joint, next] = tokens.slice(at + 1, at + 3);
  const isOther =
    next !== undefined && (isNumber(next) || next.kind === 'joined') && !monthInFigures.test(next.text);
  return isOther && /^(?:y|e|and|[,;/&+-])$/.test(joint?.folded ?? '');
}

/** Whether figures with a hyphen are the date of dispatches: `despachos del 12-11`. */
function isDayOfPlural(line: LineState, { kind, text }: Token, { label, isBegun }: List): boolean {
  const isDay = kind === 'joined' && /^(?:0?[1-9]|[12]\d|3[01])-(?:0?[1-9]|1[0-2])$/.test(text);
  return isDay && label.isPlural && !isBegun && line.tokens[line.at - 1]?.folded === 'del';
}

/**
 * Whether a number that is not joined to the dispatch before it is an amount. After one dispatch it is of
 * another series or round; after several, both: `Despacho 410931: 450000`.
 */
function isAmountBehind(line: LineState, token: Token, { label, isBegun, last }: List): boolean {
  if (isBegun && isPaidFor(line, token)) return true;
  if (!isBegun || last === '' || isJoined(line) || (token.kind !== 'plain' && token.kind !== 'dotted'))
    return false;
  if (line.tokens[line.at - 1]?.kind === 'mark' || figuresIn(token.text) < 5) return false;
  const number = numberOf(token);
  return label.isPlural
    ? !isOfSeries(number, last) && /00$/.test(number)
    : !isOfSeries(number, last) || /000$/.test(number);
}

/** Whether a few figures are a position in a list, because `Pos` abbreviates that too. */
function isPosition({ text }: Token, list: List): boolean {
  return /^pos?$/i.test(labelText(list)) && figuresIn(text) <= 2;
}

/** Completes figures that abbreviate a number after a whole one: `410931, 32 y 33`. */
function completedBy(
  line: LineState,
  { kind, text }: Token,
  { last, label: { as, isPlural } }: List,
): string | undefined {
  if (kind !== 'plain' || (text.length === 1 && !isPlural)) return undefined;
  const next = line.tokens[line.at + 1];
  if (next?.kind === 'word' && !joining.has(next.folded)) return undefined;
  if (next?.folded === 'mas') return undefined;
  // `Facturas 4512, 13 y 14`.
  const folio = last.slice(0, 2) + text;
  const isFolio = as === 'folio' && isPlural && /^\d{4}$/.test(last) && text.length === 2;
  if (isFolio && Number(folio) > Number(last) && Number(folio) < Number(last) + 10) return folio;
  return completed(text, last);
}

/** Whether the label names a type, and the number a dispatch: `BL 410905`, `facturas 410905`. */
function isOfType(
  line: LineState,
  token: Token,
  { label: one, isBegun, hasMark, isOfDispatches = false, last }: List,
): boolean {
  const figures = figuresIn(token.text);
  if (isOfDispatches) return isNumber(token);
  // `DIN 3910797756-2 (410931)`.
  if (one.as === 'declaration' && isBegun && figuresIn(last) > 9) return figures > 4 && figures < 7;
  if (dispatchBehind(line, line.at) !== undefined) return false;
  // `411955 (CRT 123456)` already has its dispatch; `DIN 410931, BL 410932` has not.
  if (one.as === 'transport' && hasNumber(line) && !continuesDispatches(line, token)) return false;
  if (
    figures < 3 ||
    !one.isTypeToo ||
    hasMark ||
    isBegun ||
    (token.kind !== 'plain' && token.kind !== 'dotted')
  )
    return false;
  if (one.as === 'declaration') return figures < 7;
  // The number of a certificate comes after a mark, or has letters.
  if (/^(?:cert|p[oó]liza)/i.test(one.text)) return figures >= 5 && figures <= 8;
  // `HBL 123456, MBL 234567` are the two of one dispatch.
  if (one.as === 'transport')
    return (
      figures > 4 &&
      figures <= 6 &&
      !hasDispatchFurther(line, token) &&
      !(ofAgent.test(line.text) && ofCarrier.test(line.text))
    );
  const next = line.tokens.slice(line.at + 1, line.at + 3).some(isNumber);
  if (figures < 5 || figures > 8) return false;
  // `BL y factura 410931`.
  if (line.types.size > 1) return true;
  // `despacho 410931 facturas 45123`.
  return one.isPlural && !next && !isBehindOther(line, token);
}

/** Whether a dispatch of another series has its label further on: `CRT 123456 MIC 45678 despacho 410931`. */
function hasDispatchFurther({ tokens, at }: LineState, token: Token): boolean {
  for (let index = at + 1; index < Math.min(at + 12, tokens.length - 1); index++) {
    const found = labelAt(tokens, index);
    const number = found && tokens[index + found.count];
    if (found?.label.as === 'dispatch' && number?.kind === 'plain')
      return !isOfSeries(number.text, numberOf(token));
  }
  return false;
}

const ofAgent = /(?<!\p{L})(?:h(?:b\/?l|awb)|house|hij[oa])[^\p{L}\d]{1,6}[A-Z]{0,8}\d/iu;
const ofCarrier = /(?<!\p{L})(?:m(?:b\/?l|awb)|master|madre)[^\p{L}\d]{1,6}[A-Z]{0,8}\d/iu;

/** Whether a dispatch of another series is the last number before a token. */
function isBehindOther({ elements }: LineState, token: Token): boolean {
  const before = elements.findLast(({ kind }) => kind === 'number' || kind === 'candidate');
  const isDispatch = before?.kind === 'candidate' || (before?.kind === 'number' && before.as === 'dispatch');
  return isDispatch && !isOfSeries(numberOf(token), before.number);
}

/**
 * Whether four figures after `despachos`, or after a number of another length, are a year: `Despachos 2026`.
 */
function isYear(line: LineState, { kind, text }: Token, { label, isBegun, hasMark, last }: List): boolean {
  if (kind !== 'plain' || !/^(?:19|20)\d\d$/.test(text) || hasMark) return false;
  return isBegun ? last.length > 4 && !isJoined(line) : label.isPlural;
}

function addJoined(line: LineState, token: Token, list: List, as: NumberKind): void {
  const [first = ''] = token.text.split(/[-/]/, 1);
  let last = '';
  const from = list.isBegun ? token.from : list.from;
  for (const one of token.text.split(/[-/]/)) {
    const number = completed(one, last) ?? completed(one, first) ?? one;
    addNumber(line, as, number, as === 'reference' ? `${labelText(list)} ${number}` : number, from, token.to);
    last = number;
  }
  continueList(line, last);
}

import { isDay } from '../../../shared/model/dates.ts';
import { joining, maxRutLabelLetters, rangeWords, rutLabel } from './labels.ts';
import {
  addAside,
  addNumber,
  candidate,
  dispatchBehind,
  hasNumber,
  isPaidFor,
  isWhole,
  type LineState,
} from './line-state.ts';
import {
  completed,
  containerOf,
  containerWithDigit,
  endsOf,
  isList,
  isOfSeries,
  kindOfForm,
} from './numbers.ts';
import { figuresIn, numberOf, type Token } from './token.ts';

/** Parses a number without a label, by its form. */
export function readUnlabelled(line: LineState, token: Token): void {
  const { kind, from, to } = token;
  const text = kind === 'plain' || kind === 'declaration' ? numberOf(token) : token.text;
  line.at++;
  const own = kindOfForm(token);
  const before = line.elements.findLast((element) => element.kind !== 'word');
  const ends = endsOf(token, before?.kind === 'candidate' ? before.number : '');
  const ofOwner = containerOfOwner(line, token);
  const container =
    own === undefined && /^[A-Z]{3}U\d{6}$/.test(token.text) ? containerWithDigit(token.text) : undefined;
  if (container) addNumber(line, 'container', container, text, from, to);
  else if (ofOwner) addNumber(line, 'container', ofOwner, text, from, to);
  else if (isAmountOfEquation(line, token)) addAside(line, 'amount', token, token);
  else if (kind === 'wrong-container') line.elements.push({ kind: 'uncertain', from, to, isOwn: true });
  else if (own) addNumber(line, own, containerOf(text) ?? text, text, from, to);
  else if (ends) for (const number of ends) line.elements.push({ ...candidate(token), number });
  else if (isRutWithoutDigit(line, token))
    line.elements.push({ kind: 'rut', text, from: labelOfRutAt(line, from), to, isLabelled: true });
  else if (isAdjacentAmount(line, token)) addAside(line, 'amount', token, token);
  else if (isPostcode(line, token)) addAside(line, 'address', token, token);
  else if (isPositionOfOrder(line, token)) addAside(line, 'short', token, token);
  else if (kind === 'plain' && text.length <= 2) readShort(line, token);
  else if (
    kind === 'plain' &&
    text.length === 3 &&
    (completedBefore(line, token) !== undefined || isEndOfRange(line, token))
  )
    readShort(line, token);
  else if (kind === 'plain' && /^(?:19|20)\d\d$/.test(text))
    line.elements.push({ kind: 'aside', as: 'year', text, from, to });
  else if (kind === 'plain' && /^56[29]\d{8}$/.test(text)) addAside(line, 'phone', token, token);
  else if (kind === 'plain' && isDayOf(line, text)) addAside(line, 'date', token, token);
  else if (kind === 'plain' && (text.length === 10 || text.length === 11))
    addNumber(line, 'declaration', text, text, from, to);
  else if (kind === 'joined' && /^\d{1,2}(?:[/-]\d{1,2})+$/.test(text)) addAside(line, 'short', token, token);
  else if (kind === 'joined' && isList(text)) addUnlabelled(line, token);
  else if (kind === 'mixed' && figuresIn(text) < 3) addAside(line, 'short', token, token);
  else if (isOfDispatchBehind(line, token)) line.elements.push({ kind: 'uncertain', from, to });
  else if (isSeal(line, token)) addAside(line, 'travel', token, token);
  else line.elements.push(candidate(token));
}

/** Whether an unknown word names a number that a dispatch follows: `Liquidación 123456 despacho 410931`. */
function isOfDispatchBehind(line: LineState, token: Token): boolean {
  // `line.at` is already at the next token.
  const before = line.tokens[line.at - 2];
  if (token.kind !== 'plain' || (before?.kind !== 'word' && before?.kind !== 'mark')) return false;
  const dispatch = joining.has(before.folded) ? undefined : dispatchBehind(line, line.at - 1);
  return dispatch !== undefined && !isOfSeries(dispatch, token.text);
}

/** Whether a number is the seal behind a container and its size: `MSKU1000000/40HC/12345678`. */
function isSeal({ elements, text }: LineState, { kind, from }: Token): boolean {
  const [container, size] = elements.filter((one) => one.kind !== 'word').slice(-2);
  return (
    kind === 'plain' &&
    container?.kind === 'number' &&
    container.as === 'container' &&
    size?.kind === 'aside' &&
    sizeOfContainer.test(size.text) &&
    text.slice(size.to, from).trim() === '/'
  );
}

const sizeOfContainer = /^(?:20|40|45)\W{0,2}(?:hc|hq|dv|dc|gp|st|rf|rh|ot|fr|nor)$/i;

/** A container whose four letters are those of the one before: `MSKU1000000, 1000016`, `100001-6`. */
export function containerOfOwner(line: LineState, { kind, text, from }: Token): string | undefined {
  const before = line.elements.findLast((element) => element.kind !== 'word');
  if (!/^\d{6}-?\d$/.test(text) || (kind !== 'plain' && kind !== 'joined')) return undefined;
  if (before?.kind !== 'number' || before.as !== 'container') return undefined;
  const isJoined = /^[ ,/;&+-]*(?:(?:y|e|and) )?$/i.test(line.text.slice(before.to, from));
  return isJoined ? containerOf(before.number.slice(0, 4) + text) : undefined;
}

/** Whether a number is what one of another series comes to: `410931=4671848`, `410931 - 450.000`. */
function isAmountOfEquation(line: LineState, token: Token): boolean {
  const before = line.elements.findLast((element) => element.kind !== 'word');
  if (before?.kind !== 'candidate' || isOfSeries(numberOf(token), before.number)) return false;
  const between = line.text.slice(before.to, token.from).trim();
  const isMarked = token.kind === 'dotted' && before.form === 'plain';
  return between === '=' || (isMarked && /^(?:[:(/,-]|->|)$/.test(between));
}

/** Whether eight figures after `fecha` are a day: `20261012`. */
function isDayOf(line: LineState, text: string): boolean {
  const before = line.tokens.slice(Math.max(0, line.at - 4), line.at - 1);
  return (
    /^20\d{6}$/.test(text) &&
    isDay(`${text.slice(0, 4)}-${text.slice(4, 6)}-${text.slice(6)}`) &&
    before.some(({ folded }) => /^(?:fecha|date|eta|etd|ata|atd|dia|vencimiento|vence)$/.test(folded))
  );
}

/** Whether seven figures behind a street and its number are the postcode. */
function isPostcode({ text }: LineState, { kind, text: figures, from }: Token): boolean {
  if (kind !== 'plain' || figures.length !== 7) return false;
  const before = text.slice(Math.max(0, from - 160), from);
  return streetBefore.test(before) && cityBefore.test(before);
}

const streetBefore =
  /(?<!\p{L})(?:(?:av|avda|avenida|calle|pje|pasaje|paseo|camino|alameda|direcci[oó]n|domicilio)\b[.:]? \P{N}{2,60}\d{1,5}(?:,? (?:piso|of|ofic|oficina|depto|dpto)[.: ]{1,2}\w{1,5})?|\d{1,5},? (?:piso|of|ofic|oficina|depto|dpto)[.: ]{1,2}\w{1,5})[^\d:]{1,60}$/iu;

/** The city between the number of a street and the postcode. */
const cityBefore = /\d\w?\P{L}{1,3}\p{Lu}[^\d:]{1,59}$/u;

/** Whether a few figures are a position of an order: `PO 4500012345 item 00010`. */
function isPositionOfOrder(line: LineState, { kind, text }: Token): boolean {
  // `line.at` is already at the next token.
  const before = line.tokens[line.at - 2]?.folded ?? '';
  const isShort = text.length < 5 || (text.length === 5 && text.startsWith('0'));
  return kind === 'plain' && isShort && /^(?:items?|pos|posicion|linea|line)$/.test(before);
}

/** One or two figures: the ending of the number before, else no part of the query. */
function readShort(line: LineState, token: Token): void {
  const number = completedBefore(line, token);
  if (number === undefined && isEndOfRange(line, token))
    line.elements.push({ kind: 'uncertain', from: token.from, to: token.to, isOwn: true });
  else if (number === undefined) addAside(line, isHour(line, token) ? 'time' : 'short', token, token);
  else {
    const form = /^\d+$/.test(number) ? 'plain' : 'mixed';
    line.elements.push({ kind: 'candidate', number, from: token.from, to: token.to, form });
  }
}

/** Whether figures end a range but do not continue the whole number before it: `410940 al 31`. */
export function isEndOfRange(line: LineState, token: Token): boolean {
  const at = line.tokens.indexOf(token);
  const [number, word] = [line.tokens[at - 2], line.tokens[at - 1]];
  const next = line.tokens[at + 1];
  const isEnd = next?.kind !== 'word' || joining.has(next.folded);
  return (
    isEnd && number !== undefined && isWhole(number) && word !== undefined && rangeWords.has(word.folded)
  );
}

/** Whether a figure is an hour after `a las` or `at`. */
function isHour(line: LineState, token: Token): boolean {
  return /(?<!\p{L})(?:a las?|at) $/u.test(
    line.text.slice(Math.max(0, token.from - 7), token.from).toLowerCase(),
  );
}

/** The number that two or three figures complete, after a whole one: `410931, 32 y 33`. */
function completedBefore(line: LineState, token: Token): string | undefined {
  const before = line.elements.findLast(({ kind }) => kind !== 'word');
  const isNumber = before?.kind === 'candidate' || (before?.kind === 'number' && before.as === 'dispatch');
  if (!isNumber || token.text.length < 2) return undefined;
  const between = line.text.slice(before.to, token.from);
  const next = line.tokens[line.at];
  const isEnd = next?.kind !== 'word' || joining.has(next.folded);
  return isEnd &&
    /^(?=.*[^ ])(?:[ ,/;&+-]|(?<= )(?:y|e|and|tambi[eé]n|adem[aá]s|el|la|del)(?= ))+$/i.test(between)
    ? completed(token.text, before.number)
    : undefined;
}

function addUnlabelled(line: LineState, { text, from, to }: Token): void {
  const [first = ''] = text.split(/[-/]/, 1);
  let last = '';
  for (const one of text.split(/[-/]/)) {
    const number = completed(one, last) ?? completed(one, first) ?? one;
    line.elements.push({ kind: 'candidate', number, from, to, form: 'plain' });
    last = number;
  }
}

/** Whether figures are a RUT without check digit, by their label: `RUT 76086428`. */
function isRutWithoutDigit(line: LineState, { kind, text, from }: Token): boolean {
  if (kind !== 'plain' || !/^[1-9]\d{6,7}$/.test(text)) return false;
  const before = line.elements.findLast((element) => element.kind !== 'word');
  // Seven figures are rather a dispatch.
  const isNext =
    text.length === 8 &&
    before?.kind === 'rut' &&
    !before.text.includes('-') &&
    /^ ?(?:[,;/]|y|e|and) ?$/.test(line.text.slice(before.to, from));
  return isNext || labelOfRutAt(line, from) < from;
}

/** Where the `RUT` label right before a position begins; the position itself where there is none. */
function labelOfRutAt({ text }: LineState, at: number): number {
  const [label = ''] = rutLabel.exec(text.slice(Math.max(0, at - maxRutLabelLetters), at)) ?? [];
  return at - label.length;
}

/**
 * Whether a number is the amount next to another: seven figures with thousands marks, or a payment for a
 * dispatch.
 */
function isAdjacentAmount(line: LineState, token: Token): boolean {
  const figures = figuresIn(token.text);
  if (isAdjacentPrice(line, token)) return true;
  const isPaid = isPaidFor(line, token);
  if (!isPaid && (token.kind !== 'dotted' || figures < 7)) return false;
  const others = line.tokens.filter((one) => one !== token && isWhole(one));
  return others.length > 0 && others.every((one) => isPaid || figuresIn(one.text) !== figures);
}

/**
 * Whether a round number after `por` or a similar word is of another series than the others: `el cheque por
 * 450.000 es del despacho 410931`.
 */
function isAdjacentPrice(line: LineState, token: Token): boolean {
  const number = numberOf(token);
  // `line.at` is already at the next token.
  const [second, first] = [line.tokens[line.at - 3], line.tokens[line.at - 2]];
  const before = first?.folded ?? '';
  const isTransfer = /^(?:de|[.])$/.test(before) && transfer.test(second?.folded ?? '');
  const isOfPay = before === 'for' && /(?<!\p{L})(?:pay|paid)/iu.test(line.text.slice(0, token.from));
  const isRound =
    token.kind === 'dotted' || (token.kind === 'plain' && (isTransfer ? /000$/ : /00$/).test(number));
  if (
    !isRound ||
    number.length < 4 ||
    !(isTransfer || isOfPay || payment.test(before) || (hasNumber(line) && debt.test(before)))
  )
    return false;
  // `pagar 450000 por 410900`.
  if (second && isPaidFor(line, second)) return false;
  const others = line.tokens.filter((one) => one !== token && isWhole(one));
  return others.length > 0 && others.every((one) => !isOfSeries(numberOf(one), number));
}

const payment = /^(?:por|pag\p{L}{1,6}|abon\p{L}{1,5}|cobr\p{L}{1,5}|cost\p{L}{1,4}|transferi\p{L}{0,4})$/u;
/** Before `de` and the amount. */
const transfer = /^(?:deposit|transf|pag)\p{L}{0,10}(?<!s)$/u;
/** Behind a dispatch: `pendiente 410931` is a dispatch. */
const debt = /^(?:pendiente|saldo|deb\p{L}{1,4}|adeud\p{L}{1,4})$/u;

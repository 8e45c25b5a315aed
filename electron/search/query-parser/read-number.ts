import { readNumberRange } from './compound-numbers.ts';
import { type Label, labelAt, units } from './labels.ts';
import { addAside, continuesDispatches, hasNumber, type LineState, pushWord } from './line-state.ts';
import { isKind, isOfSeries } from './numbers.ts';
import { readLabelled } from './read-labelled.ts';
import { readUnlabelled } from './read-unlabelled.ts';
import { figuresIn, isNumber, numberOf, type Token } from './token.ts';

/** Reads a number of a line: a count, a place in a list, an amount, a range, or one by its label or form. */
export function readNumber(line: LineState, token: Token): void {
  if (isQuantity(line, token)) {
    const unit = line.tokens[line.at + 1] ?? token;
    // `3 facturas` counts documents, and the word may still name a type or be a label.
    const isLabel = labelOfDocuments(line.tokens, line.at + 1);
    addAside(line, 'quantity', token, isLabel ? token : unit);
    line.at += isLabel ? 1 : 2;
    return;
  }
  // A form of the treasury, whose number follows.
  if (token.kind === 'mixed' && /^f-?(?:0?9|15|16|22|29|50)$/.test(token.folded)) {
    pushWord(line, token);
    const label = { as: 'folio', text: token.text, isTypeToo: false, isPlural: false } as const;
    line.list = { label, from: token.from, isBegun: false, hasMark: false, last: '' };
    line.at++;
    return;
  }
  const kind = shortKind(line, token);
  if (kind) {
    addAside(line, kind, token, token);
    line.at++;
    return;
  }
  if (isWithDecimals(line, token)) {
    addAside(line, 'amount', token, line.tokens[line.at + 2] ?? token);
    line.at += 3;
    return;
  }
  const isOfOuter = line.outer !== undefined && isOfSeries(numberOf(token), line.outer.last);
  if (isOfOuter && goesOnBehindBrackets(line, token)) line.list = line.outer;
  else if (!isOfOuter && line.isInBrackets && line.list === line.outer && isOfOtherSeries(line, token))
    line.list = undefined;
  if (isDispatchBehindOther(line, token)) {
    line.outer = line.list;
    line.list = undefined;
  }
  if (!readNumberRange(line, token)) {
    if (line.list) readLabelled(line, token, line.list);
    else readUnlabelled(line, token);
  }
  line.types = new Set();
}

/**
 * Whether a number behind one of a label is a dispatch again: it goes on with those before the label, as in
 * `410931 factura 4512, 410932`, or the number before comes to it, as in `OC 452599: 410931`, or it stands
 * right behind one of quite another shape, `BL ABC12345 410931`.
 */
function isDispatchBehindOther(line: LineState, token: Token): boolean {
  const { list, tokens, at } = line;
  const isOther =
    list?.isBegun === true &&
    list.last !== '' &&
    list.label.as !== 'dispatch' &&
    isKind(list.label.as) &&
    token.kind === 'plain' &&
    /^\d{5,8}$/.test(token.text) &&
    !isOfSeries(token.text, list.last);
  if (!isOther) return false;
  const isEqual = /^[:=]$/.test(tokens[at - 1]?.text ?? '') || isArrow(tokens[at - 2], tokens[at - 1]);
  return (
    continuesDispatches(line, token) ||
    isBehindUnlike(list.label, tokens[at - 1], token.text) ||
    (isEqual && tokens[at - 2]?.kind !== 'word')
  );
}

/** Whether a number, no weight or position of it, stands right behind the only one of its label. */
function isBehindUnlike({ as, isPlural }: Label, before: Token | undefined, number: string): boolean {
  const figures = before?.text.replaceAll(/\D/g, '') ?? '';
  if (!before || figures === '' || isPlural || !/^[1-9]\d{5}/.test(number)) return false;
  // A seal has seven or eight figures.
  if (as === 'container') return number.length === 6;
  return /\p{L}/u.test(before.text)
    ? !isOfSeries(figures, number)
    : Math.abs(figures.length - number.length) > 1;
}

function isArrow(first: Token | undefined, second: Token | undefined): boolean {
  return `${first?.text ?? ''}${second?.text ?? ''}` === '->';
}

/** Whether a number behind brackets goes on with the list before them, and not with the list in them. */
function goesOnBehindBrackets({ isInBrackets, list, outer, tokens, at }: LineState, token: Token): boolean {
  // The label of a list that has no number yet names the next one.
  if (isInBrackets || !outer || list?.isBegun === false) return false;
  if (!list) return /^(?:y|e|and|[,;/&+])$/.test(tokens[at - 1]?.folded ?? '');
  const distanceTo = ({ last }: { last: string }) => Math.abs(Number(numberOf(token)) - Number(last));
  return !isOfSeries(numberOf(token), list.last) || distanceTo(outer) <= distanceTo(list);
}

/** Whether a number in brackets is a dispatch of the order, the folio or the transport before them. */
function isOfOtherSeries({ list }: LineState, { kind, text }: Token): boolean {
  const { as } = list?.label ?? {};
  const isOfDocument = as === 'folio' || as === 'reference' || as === 'transport' || as === 'container';
  return isOfDocument && kind === 'plain' && text.length >= 5 && text.length <= 8;
}

/** The kind of a few figures by what follows: a list position, a count, or the first day of a range. */
function shortKind(line: LineState, token: Token): 'ordinal' | 'quantity' | 'date' | undefined {
  if (isOrdinalWithin(line, token)) return 'ordinal';
  if (isCountInBrackets(line, token)) return 'quantity';
  return isFirstDay(line, token) ? 'date' : undefined;
}

/** Whether figures are the first day of a range, or both: `del 1 al 15 de octubre`, `1-15 octubre`. */
function isFirstDay(line: LineState, { kind, text, to }: Token): boolean {
  const [joint, date] = line.tokens.slice(line.at + 1, line.at + 3);
  if (kind === 'joined') return /^\d{1,2}-\d{1,2}$/.test(text) && isMonth.test(line.text.slice(to));
  const isJoint = /^(?:al?|y|hasta|-|and|to|until)$/.test(joint?.folded ?? '');
  return (
    kind === 'plain' && text.length <= 2 && isJoint && (date?.kind === 'date' || date?.kind === 'no-day')
  );
}

const isMonth =
  /^ (?:de |of )?(?:ene|feb|mar|abr|apr|may|jun|jul|ago|aug|sep|set|oct|nov|dic|dec|jan)\p{L}*(?!\p{L})/iu;

/** Whether a number after another has two decimals, as `12345.67`. */
function isWithDecimals(line: LineState, { kind, text, to }: Token): boolean {
  const [point, decimals] = line.tokens.slice(line.at + 1, line.at + 3);
  const isDecimal =
    point?.text === '.' && point.from === to && decimals?.from === to + 1 && /^\d\d$/.test(decimals.text);
  return kind === 'plain' && text.length > 4 && isDecimal && hasNumber(line);
}

/** Skips the number of a list item, `1.-` or `(2)`, if something follows it. */
export function skipOrdinal(line: LineState): number {
  const marks = line.tokens[0]?.kind === 'mark' ? 1 : 0;
  const [first, second, third] = line.tokens.slice(marks);
  const isOpen = first !== undefined && /^[([{<]$/.test(first.text);
  const [figure, close] = isOpen ? [second, third] : [first, second];
  const isShort = figure?.kind === 'plain' ? figure.text.length <= 3 : /^[a-z]$/.test(figure?.folded ?? '');
  const isClosed =
    close !== undefined && (figure?.kind === 'plain' ? /^[.)\]}>:°_/→=-]$/ : /^[)\]}]$/).test(close.text);
  if (!figure || !isShort || !isClosed || (close.from !== figure.to && figure.kind !== 'plain')) {
    return skipBareOrdinal(line);
  }
  let after = marks + (isOpen ? 3 : 2);
  while (/^[.)\]:°>-]$/.test(line.tokens[after]?.text ?? '')) after++;
  if (after >= line.tokens.length && figure.kind !== 'plain') return 0;
  if (figure.kind === 'plain')
    addAside(line, 'ordinal', line.tokens[0] ?? figure, line.tokens[after - 1] ?? close);
  return after;
}

/** `1 410931`, `1/3 410931`: a small number at the start, directly before a whole one. */
function skipBareOrdinal(line: LineState): number {
  const marks = line.tokens[0]?.kind === 'mark' ? 1 : 0;
  const [first, second, third] = line.tokens.slice(marks);
  const [count, close, number] = line.tokens.slice(marks + 2);
  // `1 de 3: 410931`.
  if (
    first?.kind === 'plain' &&
    first.text.length <= 2 &&
    /^(?:de|of)$/.test(second?.folded ?? '') &&
    count?.kind === 'plain' &&
    count.text.length <= 2 &&
    /^[:).-]$/.test(close?.text ?? '') &&
    number !== undefined
  ) {
    addAside(line, 'ordinal', first, count);
    return marks + 4;
  }
  const isSmall = first !== undefined && /^(?:\d{1,3}|\d{1,2}\/\d{1,2})$/.test(first.text);
  const isNext = second?.kind === 'plain' && second.text.length >= 5 && third?.kind !== 'plain';
  if (!first || !isSmall || !isNext || line.list?.label.as === 'phone') return 0;
  addAside(line, 'ordinal', first, first);
  return marks + 1;
}

/** Whether a small number numbers what follows within a line: `2. 411954`, `Despacho 1: 411953`. */
function isOrdinalWithin(line: LineState, { kind, text, to }: Token): boolean {
  const [mark, next, after] = line.tokens.slice(line.at + 1, line.at + 4);
  if (kind !== 'plain' || text.length > 2) return false;
  const { label, isBegun } = line.list ?? {};
  // `Despacho N°1 410931`: a dispatch has more than two figures.
  if (label?.as === 'dispatch' && !isBegun && mark?.kind === 'plain' && mark.text.length > 4) return true;
  if (mark?.from !== to || !/^[.):]$/.test(mark.text)) return false;
  const number = /^[.)-]$/.test(next?.text ?? '') ? after : next;
  return number !== undefined && number.kind !== 'word' && figuresIn(number.text) > 3;
}

/** Whether a number counts those after it: `Despachos (3): 410931, 410932, 410933`. */
function isCountInBrackets(line: LineState, { kind, text }: Token): boolean {
  const [open, close, next, after] = [-1, 1, 2, 3].map((step) => line.tokens[line.at + step]);
  const isBracketed = /^[([]$/.test(open?.text ?? '') && /^[)\]]$/.test(close?.text ?? '');
  const number = next?.kind === 'separator' ? after : next;
  if (kind !== 'plain' || text.length > 3 || !isBracketed || line.list?.label.as !== 'dispatch') return false;
  return number !== undefined && number.kind !== 'word' && figuresIn(number.text) > text.length;
}

/** Whether figures count what follows; six figures never count documents. */
function isQuantity(line: LineState, { kind, text }: Token): boolean {
  const next = line.tokens[line.at + 1];
  if ((kind !== 'plain' && kind !== 'dotted') || (next?.kind !== 'word' && next?.kind !== 'mixed'))
    return false;
  const isHard = hardUnits.test(next.folded);
  if (isHard && isLabelOfNext(line, text)) return false;
  return isHard || (units.has(next.folded) && figuresIn(text) <= 4) || isCountOfDocuments(line, text);
}

/** Whether one or two figures count documents, whose own numbers do not follow: `2 facturas y 3 BL`. */
function isCountOfDocuments({ tokens, at }: LineState, text: string): boolean {
  const found = text.length <= 2 ? labelAt(tokens, at + 1) : undefined;
  const next = found && tokens[at + 1 + found.count];
  return (
    found?.label.isTypeToo === true && (next === undefined || (next.kind !== 'mark' && !/\d/.test(next.text)))
  );
}

/**
 * Whether the word after a number labels the figures after it: `411953 kilos 18500`, `411953 bultos: 1200`.
 */
function isLabelOfNext(line: LineState, text: string): boolean {
  const [mark, behind] = line.tokens.slice(line.at + 2, line.at + 4);
  const number = mark?.text === ':' ? behind : mark;
  if (!number || !isNumber(number)) return false;
  return mark?.text === ':' || (figuresIn(text) >= 6 && figuresIn(number.text) < figuresIn(text));
}

/** Units of figures of any length. */
const hardUnits =
  /^(?:kilos?|kgs?|bultos?|bto?s|cajas?|pallets?|palets?|cartones|carton|m3|cbm|ton|tons|toneladas?|lts?|litros?|sacos?|tambores|piezas?|pcs|unidades|unids?|uds|botellas|bolsas|rollos|planchas|packages?|pkgs|cartons|boxes|units)$/;

/** Whether a label of documents is at an index: `facturas`, `despachos`. */
function labelOfDocuments(tokens: readonly Token[], at: number): boolean {
  const as = labelAt(tokens, at)?.label.as;
  return as !== undefined && isKind(as) && as !== 'container';
}

import { wordsOfName } from './clients.ts';
import { type Label, labelAt } from './labels.ts';
import type { ReadLine } from './line-state.ts';
import { addFragment } from './read-fragments.ts';
import { readLine } from './read-line.ts';
import type { Reading } from './reading.ts';
import { titleOf } from './table.ts';
import { tokenize } from './tokenize.ts';

/** The head of a mail that is answered, and the line above it. */
const headOfMail =
  /^(?:de|from|para|to|cc|cco|bcc|enviado(?: el)?|enviado por|sent|fecha|date|asunto|subject|responder a|reply-to)\b ?:|\b(?:escribio|wrote|ha escrito)\b:?$|^-{2,}|^_{3,}/;

/** From here on it is said who writes. */
const farewell =
  /^(?:muchas gracias|gracias|thanks|thank you|saludos|saluda|atte|atentamente|cordialmente|slds|un saludo|regards|best regards|kind regards|best|sincerely|quedo atent)/;

const greeting = /^(?:estimad[oa]s?|hola|buen[oa]s?|dear|hi|hello|sr|sra|sres|senor|senora|senores)\b/;

/** A greeting with what is asked for behind its comma: `Hola Marta, me faltan BL y factura`. */
const openingOf = /^[^,:\d]{2,60}[,:] ?/;

/** What a line asks for behind its greeting; `''` where that is all, or a name. */
function requestOf(text: string): string {
  const rest = text.slice(openingOf.exec(text)?.[0].length ?? text.length);
  const [first = ''] = rest.split(',', 1);
  return /\p{L}{3}/u.test(first) ? rest : '';
}

const subject = /^(?:asunto|subject) /;
/**
 * Words of a line that asks for something, though it begins as a farewell does: `Gracias por enviar el BL`.
 */
const asking = /\b(?:falta|faltan|favor|envi\w{1,6}|necesit\w{1,5}|solicit\w{1,5}|mand\w{2,6}|please|send)\b/;

/** The list that a piece of a long line ends with, which the next piece goes on with. */
export type GoingOn = Pick<ReadLine, 'open' | 'pending'>;

interface Place {
  line: number;
  isPasted: boolean;
  /** Of the piece before, where the line is read in pieces. */
  goingOn: GoingOn | undefined;
}

/**
 * Reads a line without columns, or a piece of a long one: of a mail or a list, or one that was typed. Gives
 * what goes on behind it.
 */
export function readOneLine(
  reading: Reading,
  text: string,
  { line, isPasted, goingOn }: Place,
): GoingOn | undefined {
  if (text === '') return undefined;
  if (!isListLine(text)) readHeadingAlone(reading);
  const folded = wordsOfName(text).join(' ');
  const isHead = isPasted && headOfMail.test(text.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase());
  const request = isPasted && greeting.test(folded) ? requestOf(text) : '';
  if (request !== '') {
    const salutation = text.slice(0, text.length - request.length).trimEnd();
    readOneLine(reading, salutation, { line, isPasted, goingOn: undefined });
    return readOneLine(reading, request, { line, isPasted, goingOn: undefined });
  }
  const isGreeting = isPasted && greeting.test(folded) && text.length < 80;
  if (isGreeting || isHead) reading.isSigned = false;
  if (isPasted && farewell.test(folded) && !asking.test(folded)) reading.isSigned = true;
  if (isPasted && isHeading(text)) return undefined;
  const heading = isPasted ? labelOfHeading(text) : undefined;
  reading.heading = heading && { text, line };
  if (heading) {
    reading.pending = heading;
    return undefined;
  }
  const above = isPasted && isListLine(text) ? (reading.pending ?? labelBefore(reading, text)) : undefined;
  const read = readLine(text, goingOn?.open?.label ?? goingOn?.pending ?? above, goingOn?.open?.last);
  reading.open = reading.isOneLine ? read.open : undefined;
  const isQuiet = isHead || isGreeting || reading.isSigned;
  if (!isListLine(text)) reading.isExcluding = false;
  addFragment(reading, read, {
    line,
    isTyped: !isPasted,
    isQuiet,
    isSubject: isHead && subject.test(folded),
  });
  const holds = isListLine(text) || !/[\p{L}\d]/u.test(text);
  reading.pending = isPasted ? (read.pending ?? (holds ? reading.pending : undefined)) : undefined;
  return read;
}

/**
 * Reads a heading with no number below it for what types it names: `Facturas` below a number, and `BL` below
 * that.
 */
export function readHeadingAlone(reading: Reading): void {
  const { heading, isSigned } = reading;
  reading.heading = undefined;
  if (heading)
    addFragment(reading, readLine(heading.text), { line: heading.line, isTyped: false, isQuiet: isSigned });
}

/** A title or an end of a column that is asked for by nobody: `RUT`, `Cliente`, `TOTAL`. */
function isHeading(text: string): boolean {
  const column = titleOf(text);
  return (
    column === 'rut' ||
    column === 'client' ||
    column === 'digit' ||
    /^(?:sub)?-?total(?:es)?(?: general)?:?$/i.test(text)
  );
}

/** Semicolons part a list in a line, too: its label holds for numbers of as many figures behind them. */
function labelBefore({ open }: Reading, text: string): Label | undefined {
  const [first = ''] = /\d+/.exec(text) ?? [];
  const isLike = open && (first.length === open.last.length || shapeOf(text) === shapeOf(open.last));
  return isLike ? open.label : undefined;
}

function shapeOf(number: string): string {
  return number.trim().replaceAll(/\d/g, '0');
}

/** A line that is the title of the lines below it: `Despacho`, `OC:`, `N° de DIN`. */
function labelOfHeading(text: string): Label | undefined {
  if (/\d/.test(text) || text.length > 40) return undefined;
  const column = titleOf(text);
  if (
    column === 'other' ||
    column === 'digit' ||
    column === 'client' ||
    column === 'rut' ||
    column === 'loose'
  )
    return undefined;
  const [label] = tokenize(text).flatMap((_, at, tokens) => labelAt(tokens, at) ?? []);
  return { as: column, text: label?.label.text ?? text, isTypeToo: false, isPlural: true };
}

/** Whether a line holds nothing but numbers, as one of a list does. */
function isListLine(text: string): boolean {
  return (
    /\d/.test(text) &&
    !/\p{L}{3,}/u.test(
      text.replaceAll(/[\p{L}\d._/-]+|\([^()]*\)/gu, (part) => (/\d|^\(/.test(part) ? ' ' : part)),
    )
  );
}

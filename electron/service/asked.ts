import type { JsonObject } from '../../shared/model/json.ts';
import { parseRut, type Rut } from '../../shared/model/rut.ts';
import { at, isObject, textUnder, unreadable } from './fields.ts';

/** What an answer has to be about. */
export interface Asked {
  rut: Rut;
  dispatch?: string;
}

/** Throws `RESPONSE_UNREADABLE` where an envelope or a status says that it is about another client or dispatch than was asked for. */
export function checkAbout(asked: Asked, told: JsonObject): void {
  if (!isAbout(asked, told)) throw unreadable('an answer about another dispatch', told);
  const rut = textUnder(told, 'rut');
  // Without its hyphen it may lack its check digit, or be another number.
  const parsed = rut.includes('-') ? parseRut(rut) : undefined;
  if (parsed?.form === 'right' && bodyOf(parsed.rut) !== bodyOf(asked.rut)) {
    throw unreadable('an answer about another client', told);
  }
}

/**
 * Throws `RESPONSE_UNREADABLE` where every item of a list says that it belongs to another dispatch than was asked for. Some may: nothing promises that
 * papers of one dispatch stand in no other's list.
 */
export function checkItems(asked: Asked, items: readonly JsonObject[]): void {
  const [first] = items;
  if (first && !items.some((item) => isAbout(asked, item))) {
    throw unreadable('an answer about another dispatch', first);
  }
}

/** Names of the number of a dispatch; the published one first, and after them `dispatch`, which is an object where the service writes it as published. */
const numberNames = [
  ...['numeroDespacho', 'nroDespacho', 'numDespacho', 'numeroDeDespacho', 'dispatchNumber'],
  ...['despacho', 'dispatch'],
];

/** Whether what is told carries the number of the dispatch that was asked for, or none. An identifier counts only where there is no number. */
function isAbout({ dispatch }: Asked, told: JsonObject): boolean {
  if (dispatch === undefined) return true;
  const inner = at(told, 'dispatch');
  const number =
    numberNames.map((name) => textUnder(told, name)).find(Boolean) ??
    ((isObject(inner) && (textUnder(inner, 'numeroDespacho') || textUnder(inner, 'id'))) || '');
  return number === '' || isSameNumber(number, dispatch);
}

/**
 * Whether two texts are one number, however each is written: thousands marks, leading zeros and what parts its figures aside, and one of them with
 * letters before it or a year beside it (`N° 410273`, `410273-2026`). Another letter or year is another number.
 */
export function isSameNumber(told: string, asked: string): boolean {
  if (plain(told) === plain(asked)) return true;
  const [short = [], long = []] = [partsOf(told), partsOf(asked)].sort((a, b) => a.length - b.length);
  if (!short.some(isFigures)) return false;
  return long.some((_, start) => {
    const rest = [...long.slice(0, start), '', ...long.slice(start + short.length)];
    const isWithin = short.every((part, place) => part === long[start + place]);
    // Letters before it name what it is; letters behind it belong to it.
    return (
      isWithin &&
      rest.every((part, place) => part === '' || isYear(part) || (place < start && !isFigures(part)))
    );
  });
}

function plain(text: string): string {
  return text
    .normalize('NFC')
    .toUpperCase()
    .replace(/[^\p{L}\p{N}]/gu, '')
    .replace(/^0+(?=.)/, '');
}

/** The runs of letters and of figures of a number, thousands marks and leading zeros dropped. */
function partsOf(text: string): string[] {
  const upper = text.normalize('NFKC').toUpperCase();
  return (upper.replace(/(?<=\d)[.,](?=\d{3}(?!\d))/g, '').match(/\d+|\p{L}+/gu) ?? []).map((run) =>
    run.replace(/^0+(?=.)/, ''),
  );
}

function isFigures(part: string): boolean {
  return /^\d/.test(part);
}

function isYear(part: string): boolean {
  return /^(?:19|20)\d\d$/.test(part);
}

/** Without its check digit: a person may have sent a wrong one, and the service takes a K for 1 (docs/service.md, RUT). */
function bodyOf(rut: Rut): string {
  return rut.slice(0, rut.indexOf('-'));
}

import type { JsonObject } from '../../shared/model/json.ts';
import { parseRut, type Rut } from '../../shared/model/rut.ts';
import { at, textAt } from './fields.ts';
import { unreadable } from './json-body.ts';

/** What an answer has to be about. */
export interface Asked {
  rut: Rut;
  dispatch?: string;
}

/** Throws `RESPONSE_UNREADABLE` where an envelope or a status says that it is about another client or dispatch than was asked for. */
export function checkAbout(asked: Asked, told: JsonObject): void {
  if (!isAbout(asked, told)) throw unreadable('an answer about another dispatch', told);
  const rut = at(told, 'rut');
  // Without its hyphen it may lack its check digit, or be another number.
  const parsed = typeof rut === 'string' && rut.includes('-') ? parseRut(rut) : undefined;
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

/** Whether what is told carries the number of the dispatch that was asked for, or none. */
function isAbout({ dispatch }: Asked, told: JsonObject): boolean {
  if (dispatch === undefined) return true;
  const numbers = [
    textAt(told, 'numeroDespacho'),
    textAt(told, 'dispatch', 'numeroDespacho'),
    textAt(told, 'dispatch', 'id'),
  ].filter((number) => number !== '');
  return numbers.length === 0 || numbers.some((number) => isSameNumber(number, dispatch));
}

/** Whether two texts are one number, however each is written: marks and leading zeros aside, and with a letter or a year beside it. */
function isSameNumber(told: string, asked: string): boolean {
  const longest = figuresIn(asked).reduce((one, other) => (other.length > one.length ? other : one), '');
  return plain(told) === plain(asked) || (longest !== '' && figuresIn(told).includes(longest));
}

function plain(text: string): string {
  return text
    .normalize('NFC')
    .toUpperCase()
    .replace(/[^\p{L}\p{N}]/gu, '')
    .replace(/^0+(?=.)/, '');
}

/** Each run of figures of a number, thousands marks and leading zeros dropped. */
function figuresIn(text: string): string[] {
  return (text.replace(/(?<=\d)[.,](?=\d{3}(?!\d))/g, '').match(/\d+/g) ?? []).map((run) =>
    run.replace(/^0+(?=.)/, ''),
  );
}

/** Without its check digit: a person may have sent a wrong one, and the service takes a K for 1 (docs/service.md, RUT). */
function bodyOf(rut: Rut): string {
  return rut.slice(0, rut.indexOf('-'));
}

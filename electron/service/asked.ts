import type { JsonObject } from '../../shared/model/json.ts';
import { parseRut, type Rut } from '../../shared/model/rut.ts';
import { at, textAt } from './fields.ts';
import { unreadable } from './json-body.ts';

/** What an answer has to be about. */
export interface Asked {
  rut: Rut;
  dispatch?: string;
}

/** Throws `RESPONSE_UNREADABLE` where an envelope or an item says that it is about another client or dispatch than was asked for. */
export function checkAbout(asked: Asked, told: JsonObject): void {
  const number = textAt(told, 'numeroDespacho') || textAt(told, 'dispatch', 'numeroDespacho');
  if (asked.dispatch !== undefined && number !== '' && plain(number) !== plain(asked.dispatch)) {
    throw unreadable('an answer about another dispatch', told);
  }
  const rut = at(told, 'rut');
  const parsed = typeof rut === 'string' ? parseRut(rut) : undefined;
  if (parsed?.form === 'right' && folded(parsed.rut) !== folded(asked.rut)) {
    throw unreadable('an answer about another client', told);
  }
}

/** A number however it is written: without dots, blanks, hyphens and leading zeros. */
function plain(text: string): string {
  return text
    .toUpperCase()
    .replace(/[^\p{L}\p{N}]/gu, '')
    .replace(/^0+(?=.)/, '');
}

/** The service takes a check digit K for 1 (docs/service.md, RUT). */
function folded(rut: Rut): string {
  return rut.replace(/K$/, '1');
}

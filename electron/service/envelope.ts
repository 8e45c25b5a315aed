import type { Json, JsonObject } from '../../shared/model/json.ts';
import { isListOfObjects, isObject, unreadable } from './json-body.ts';

/**
 * The items of an answer: under `data`, else the only list of objects in it (names.md, Reading with tolerance). Throws `RESPONSE_UNREADABLE`
 * where they cannot be told; what is not understood is never an empty list.
 */
export function itemsOf(body: Json): readonly JsonObject[] {
  const envelope = objectBody(body);
  if (isListOfObjects(envelope['data'])) return envelope['data'];
  const inner = isObject(envelope['data']) ? envelope['data'] : undefined;
  const found = theOnlyList(envelope) ?? (inner && theOnlyList(inner));
  if (found) return found;
  throw unreadable('no list of items', envelope);
}

/**
 * The continuation of a page, or undefined on the last one: `nextToken`, else the lone text whose name says next, token or cursor, in the
 * envelope or one level inside it. Throws `RESPONSE_UNREADABLE` where there are several, because stopping there would lose documents silently.
 */
export function continuationOf(body: Json): string | undefined {
  const envelope = objectBody(body);
  if ('nextToken' in envelope) return token(envelope['nextToken']);
  const inside = Object.values(envelope)
    .filter(isObject)
    .flatMap(Object.entries<Json>);
  const candidates = [...Object.entries(envelope), ...inside].flatMap(([name, value]) =>
    typeof value === 'string' && value !== '' && saysContinuation(name) ? [value] : [],
  );
  if (candidates.length > 1) throw unreadable('several continuations', envelope);
  return candidates[0];
}

/** The one object of an answer: `data`, else the only object in it, else the answer itself where it carries `mark`. */
export function objectOf(body: Json, mark: string): JsonObject {
  const envelope = objectBody(body);
  if (mark in envelope) return envelope;
  const inside = isObject(envelope['data']) ? [envelope['data']] : Object.values(envelope).filter(isObject);
  const [only, another] = inside;
  if (!only || another || Object.keys(only).length === 0) throw unreadable('no single object', envelope);
  return only;
}

/** The body as an object. Throws `RESPONSE_UNREADABLE`. */
export function objectBody(body: Json): JsonObject {
  if (!isObject(body)) throw unreadable('no envelope', body);
  return body;
}

function theOnlyList(envelope: JsonObject): readonly JsonObject[] | undefined {
  const lists = Object.values(envelope).filter((value) => Array.isArray(value));
  const filled = lists.filter((list) => list.length > 0 && isListOfObjects(list));
  if (filled.length === 1) return filled[0];
  // An empty list says little of itself: it counts where nothing else in the envelope could hold the items.
  const [only] = lists;
  const isAlone = lists.length === 1 && !Object.values(envelope).some(isObject);
  return only?.length === 0 && isAlone ? [] : undefined;
}

function saysContinuation(name: string): boolean {
  return /next|token|cursor/i.test(name);
}

function token(value: Json | undefined): string | undefined {
  if (value === null || value === '') return undefined;
  if (typeof value === 'string' || typeof value === 'number') return String(value);
  throw unreadable('a continuation that is no text', value);
}

import type { Json, JsonObject } from '../../shared/model/json.ts';
import { withoutSignatures } from '../../shared/redact.ts';
import { isObject, unreadable } from './json-body.ts';

/** The value at a path of keys, or undefined where the path ends early. */
export function at(item: JsonObject, ...path: readonly string[]): Json | undefined {
  return path.reduce<Json | undefined>((value, key) => (isObject(value) ? value[key] : undefined), item);
}

/** The text at a path: numbers as text, everything else as `''`. */
export function textAt(item: JsonObject, ...path: readonly string[]): string {
  const value = at(item, ...path);
  if (typeof value === 'number') return String(value);
  return typeof value === 'string' ? value : '';
}

/** The amount at a path. Anything but a number is unknown, and never 0 (names.md, GET /dispatch/{n}/desembolsos). */
export function amountAt(item: JsonObject, ...path: readonly string[]): number | undefined {
  const value = at(item, ...path);
  return typeof value === 'number' && Number.isFinite(value) ? value : undefined;
}

/** The identifier that api.md guarantees. Throws `RESPONSE_UNREADABLE` where it is missing: an item without one cannot be kept. */
export function idOf(item: JsonObject): string {
  const id = textAt(item, 'id');
  if (id === '') throw unreadable('an item without id', item);
  return id;
}

/** The dispatch number of an item: its own, else its dispatch's, else its dispatch's id (names.md, Reading with tolerance). */
export function dispatchNumberOf(item: JsonObject): string {
  return (
    textAt(item, 'numeroDespacho') ||
    textAt(item, 'dispatch', 'numeroDespacho') ||
    textAt(item, 'dispatch', 'id')
  );
}

/** An item fit to be kept: every key but `url`, and no signed link anywhere in it. */
export function keptItem(item: JsonObject): JsonObject {
  const { url: _link, ...rest } = item;
  return withoutLinks(rest);
}

function withoutLinks(item: JsonObject): JsonObject {
  // By entries, because a key may be called __proto__.
  return Object.fromEntries(
    Object.entries(item).map(([key, value]) => [withoutSignatures(key), valueWithoutLinks(value)]),
  );
}

function valueWithoutLinks(value: Json): Json {
  if (typeof value === 'string') return withoutSignatures(value);
  if (isObject(value)) return withoutLinks(value);
  return Array.isArray(value) ? value.map(valueWithoutLinks) : value;
}

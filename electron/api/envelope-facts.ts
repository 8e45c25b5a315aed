import { isObject, type Json, type JsonObject } from '../../shared/model/json.ts';

/** A field of an envelope. */
export type Fact = readonly [name: string, value: Json];

/** The fields of an envelope and, one level down, of objects whose name matches; lists are left out. */
export function factsOf(envelope: JsonObject, inside = /(?:)/): Fact[] {
  const entries = Object.entries(envelope);
  return [
    ...entries,
    ...entries.flatMap(([name, value]) =>
      isObject(value) && inside.test(name) ? Object.entries(value) : [],
    ),
  ];
}

/**
 * The fields of an envelope at any depth, where each object on the way has a matching name; lists are left
 * out. The parser bounds the depth.
 */
export function deepFactsOf(object: JsonObject, inside = /(?:)/): Fact[] {
  return Object.entries(object).flatMap(([name, value]): Fact[] => [
    [name, value],
    ...(isObject(value) && inside.test(name) ? deepFactsOf(value, inside) : []),
  ]);
}

/** The name of a note to the reader. */
export const noteName = /^(?:message|mensaje|msg|nota|note|warning|aviso|advertencia)s?$/;

/** Whether a value is more than nothing, zero or a denial. */
export function saysSomething(value: Json): boolean {
  if (Array.isArray(value)) return value.some(saysSomething);
  if (isObject(value)) return Object.values(value).some(saysSomething);
  if (typeof value === 'string') return !/^(?:0|false|no|none|null)?$/i.test(value.trim());
  return value === true || (typeof value === 'number' && value !== 0);
}

/** A text; `''` for any other value. */
export function textOf(value: Json): string {
  return typeof value === 'string' ? value : '';
}

/**
 * The number of a number, a text, or the only one in an array; else `NaN`. An object may have a `toString`
 * that makes `Number` throw.
 */
export function numberIn(value: Json): number {
  const only = Array.isArray(value) && value.length === 1 ? value[0] : value;
  return typeof only === 'string' || typeof only === 'number' ? Number(only) : NaN;
}

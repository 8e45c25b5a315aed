import { CarpetaError } from '../../shared/errors.ts';
import type { Json, JsonObject } from '../../shared/model/json.ts';

/** The JSON of a text whose depth is known; numbers past 2^53 stay the text they came in. Throws `RESPONSE_UNREADABLE`. */
export function parseText(text: string): Json {
  const value = parsed(text);
  return hasLongNumbers(text) ? JSON.parse(text, keepLongNumbers) : value;
}

/** `RESPONSE_UNREADABLE` that names the keys which were seen, for a report; a few of them, shortened. */
export function unreadable(what: string, seen?: Json): CarpetaError {
  const keys = isObject(seen) ? Object.keys(seen).slice(0, 40).map(shortened).join(', ') : kindOf(seen);
  return new CarpetaError('RESPONSE_UNREADABLE', `${what}${keys && `; seen: ${keys}`}`, { values: { keys } });
}

/** Whether a JSON value is an object: neither a list nor `null`. */
export function isObject(value: Json | undefined): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function parsed(text: string): Json {
  try {
    return JSON.parse(text);
  } catch {
    throw unreadable('not JSON');
  }
}

function hasLongNumbers(text: string): boolean {
  return /[[:,\s]-?\d{16,}/.test(text);
}

/** Numbers past 2^53 lose digits: as identifiers they are kept as the text they came in. */
function keepLongNumbers(_key: string, value: Json, context?: { source?: string }): Json {
  if (typeof value !== 'number' || Number.isSafeInteger(value)) return value;
  const source = context?.source ?? '';
  return /^-?\d+$/.test(source) ? source : value;
}

function kindOf(value: Json | undefined): string {
  if (value === undefined) return '';
  return Array.isArray(value) ? 'a list' : value === null ? 'null' : `a ${typeof value}`;
}

function shortened(key: string): string {
  return key.length > 60 ? `${key.slice(0, 60)}…` : key;
}

import { dayOf, formatDay, isNamedDate, isNoDate, writtenDay } from '../../../shared/model/dates.ts';
import { isObject, type Json, type JsonObject } from '../../../shared/model/json.ts';
import type { CopiedCell } from './table-copy.ts';

/** The value at a path such as `infoDoc.issuer.name`; undefined if there is none. */
export function valueAt(item: JsonObject, path: string): Json | undefined {
  // A key of the service may itself contain a dot.
  if (Object.hasOwn(item, path)) return item[path];
  let value: Json | undefined = item;
  for (const key of path.split('.')) {
    if (!isObject(value) || !Object.hasOwn(value, key)) return undefined;
    value = value[key];
  }
  return value;
}

/** Any value of the service as a cell: dates as their day, numbers as numbers, null as an empty cell. */
export function itemCell(value: Json | undefined, yesNo: { yes: string; no: string }): CopiedCell {
  if (value === undefined || value === null) return { kind: 'text', text: '' };
  if (typeof value === 'number') return { kind: 'number', value };
  if (typeof value === 'boolean') return { kind: 'text', text: value ? yesNo.yes : yesNo.no };
  if (typeof value === 'string') return dayCell(value, dayOf(value));
  return { kind: 'text', text: JSON.stringify(value) };
}

/**
 * The value at a path as a cell: if the path is named like a date, days as documents write them are parsed
 * too.
 */
export function cellAt(item: JsonObject, path: string, yesNo: { yes: string; no: string }): CopiedCell {
  return namedCell(path, valueAt(item, path), yesNo);
}

/** A value under a field name of the service as a cell; see {@link cellAt}. */
export function namedCell(
  path: string,
  value: Json | undefined,
  yesNo: { yes: string; no: string },
): CopiedCell {
  return typeof value === 'string' && isNamedDate(path) ? dateCell(value) : itemCell(value, yesNo);
}

/** A date of the service or of a document as a cell: its day, or its text if it is no date. */
export function dateCell(date: string): CopiedCell & { text: string } {
  return dayCell(isNoDate(date) ? '' : date, writtenDay(date));
}

function dayCell(text: string, day: string | undefined): CopiedCell & { text: string } {
  return day === undefined ? { kind: 'text', text } : { kind: 'day', text: formatDay(day) };
}

import { dayOf, formatDay, isNamedDate, isNoDate, writtenDay } from '../../../shared/model/dates.ts';
import { isObject, type Json, type JsonObject } from '../../../shared/model/json.ts';
import type { CopiedCell } from './table-copy.ts';

/** The value at a path such as `infoDoc.issuer.name`; undefined when there is none. */
export function valueAt(item: JsonObject, path: string): Json | undefined {
  // A key of the service may itself hold a dot.
  if (Object.hasOwn(item, path)) return item[path];
  let value: Json | undefined = item;
  for (const key of path.split('.')) {
    if (!isObject(value) || !Object.hasOwn(value, key)) return undefined;
    value = value[key];
  }
  return value;
}

/** Any value of the service as a cell: dates as their day, numbers as numbers, nothing as nothing. */
export function itemCell(value: Json | undefined, yesNo: { yes: string; no: string }): CopiedCell {
  if (value === undefined || value === null) return { kind: 'text', text: '' };
  if (typeof value === 'number') return { kind: 'number', value };
  if (typeof value === 'boolean') return { kind: 'text', text: value ? yesNo.yes : yesNo.no };
  if (typeof value === 'string') return dayCell(value, dayOf(value));
  return { kind: 'text', text: JSON.stringify(value) };
}

/** The value at a path as a cell: where the path is named as a date's, also a day as documents write it. */
export function cellAt(item: JsonObject, path: string, yesNo: { yes: string; no: string }): CopiedCell {
  return namedCell(path, valueAt(item, path), yesNo);
}

/** A value under a name of the service as a cell, as {@link cellAt} has it. */
export function namedCell(
  path: string,
  value: Json | undefined,
  yesNo: { yes: string; no: string },
): CopiedCell {
  return typeof value === 'string' && isNamedDate(path) ? dateCell(value) : itemCell(value, yesNo);
}

/** A date of the service, or as a document has it, as a cell: its day, or its text when it is none. */
export function dateCell(date: string): CopiedCell & { text: string } {
  return dayCell(isNoDate(date) ? '' : date, writtenDay(date));
}

function dayCell(text: string, day: string | undefined): CopiedCell & { text: string } {
  return day === undefined ? { kind: 'text', text } : { kind: 'day', text: formatDay(day) };
}

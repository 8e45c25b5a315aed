import {
  dayOf,
  isDay,
  isDayOnly,
  isNamedDate,
  isNoDate,
  serviceZone,
  timeAsItStands,
  writtenDay,
} from '../../shared/model/dates.ts';
import { isObject, type Json } from '../../shared/model/json.ts';
import { asRut } from '../../shared/model/rut.ts';
import { type Cell, textCell } from '../lib/worksheet-cell.ts';

/** Translations of values that a grid shows as text. */
export interface CellTexts {
  yes: string;
  no: string;
  /** The text for a column's value, such as a file status. */
  of(column: string, value: string | boolean): string | undefined;
}

/** One row of any list: its fields and, where there is one, the API's object in `item`. */
export type GridRow = object;

/**
 * The cell of a row in a column: a field of the row, else a path into its `item` such as
 * `infoDoc.issuer.name`.
 */
export function cellOf(row: GridRow, column: string, texts: CellTexts): Cell {
  const value = ownField(row, column) ?? atPath(ownField(row, 'item'), column);
  if (typeof value === 'string' || typeof value === 'boolean') {
    const word = texts.of(column, value);
    if (word !== undefined) return textCell(word);
  }
  switch (typeof value) {
    case 'number':
      return Number.isFinite(value) ? { kind: 'number', number: value } : textCell(String(value));
    case 'boolean':
      return textCell(value ? texts.yes : texts.no);
    case 'string':
      return rutColumns.has(column) ? textCell(asRut(value)) : cellOfText(value, isNamedDate(column));
    case 'object':
      return value === null ? { kind: 'empty' } : textCell(JSON.stringify(value));
    default:
      return { kind: 'empty' };
  }
}

/**
 * Text unchanged, unless it is a date of the API, or, in a date column, one as documents write it. Then it
 * becomes the day or, with a time, the time in Santiago; a time without a zone stays as it is.
 */
function cellOfText(text: string, isInDates: boolean): Cell {
  if (isInDates && isNoDate(text)) return { kind: 'empty' };
  if (!/^\d{4}-\d{2}-\d{2}(T[\d:.]+(Z|[+-]\d{2}:?\d{2})?)?$/.test(text)) {
    const day = isInDates ? writtenDay(text) : undefined;
    return day === undefined ? textCell(text) : { kind: 'day', day };
  }
  if (isDay(text) || isDayOnly(text)) {
    const day = dayOf(text);
    return day === undefined ? textCell(text) : { kind: 'day', day };
  }
  const localTime = timeAsItStands(text);
  if (localTime !== undefined) return { kind: 'time', time: localTime };
  const instant = dayOf(text) === undefined ? Number.NaN : Date.parse(text);
  return Number.isNaN(instant) ? textCell(text) : { kind: 'time', time: wallClock(instant) };
}

// This locale formats dates and times as ISO does, except for the separator.
const santiagoTime = new Intl.DateTimeFormat('sv-SE', {
  timeZone: serviceZone,
  dateStyle: 'short',
  timeStyle: 'medium',
});

function wallClock(instant: number): string {
  return santiagoTime.format(instant).replace(' ', 'T');
}

const rutColumns = new Set(['rut', 'issuerId', 'providerId']);

function ownField(row: GridRow, name: string): unknown {
  return Object.getOwnPropertyDescriptor(row, name)?.value;
}

function atPath(item: unknown, path: string): Json | undefined {
  let value: unknown = item;
  // A key of the API may itself contain a dot: the whole path is tried first.
  if (isObject(value) && Object.hasOwn(value, path)) return value[path] as Json;
  for (const key of path.split('.')) {
    if (!isObject(value) || !Object.hasOwn(value, key)) return undefined;
    value = value[key];
  }
  return value as Json;
}

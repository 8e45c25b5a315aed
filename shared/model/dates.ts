import { withoutAccents } from '../without-accents.ts';

/** Every date of the service is interpreted in this zone (names.md, Paging and dates). */
export const serviceZone = 'America/Santiago';

export const dayMs = 86_400_000;

/** A calendar day, `YYYY-MM-DD`, that exists. */
export type Day = string;

/** A range of days, both included: fixed, or relative to the day of the query. */
export type Range =
  | { kind: 'days'; start: Day; end: Day }
  | { kind: 'last-days'; days: number }
  | { kind: 'this-month' | 'last-month' | 'this-year' };

/** Whether a text is a calendar day that exists: `2026-02-30` is not. */
export function isDay(text: string): boolean {
  if (!/^\d{4}-\d{2}-\d{2}$/.test(text)) return false;
  const date = new Date(`${text}T00:00:00Z`);
  return !Number.isNaN(date.getTime()) && date.toISOString().startsWith(text);
}

/** The calendar day in Santiago at an instant (milliseconds since 1970, UTC). */
export function dayInSantiago(instant: number): Day {
  return santiagoDay.format(instant);
}

// The short date of en-CA is the ISO format.
const santiagoDay = new Intl.DateTimeFormat('en-CA', { timeZone: serviceZone, dateStyle: 'short' });

/** The instant (milliseconds since 1970, UTC) at which a calendar day starts in Santiago. */
export function startOfDay(day: Day): number {
  const hourMs = 3_600_000;
  // Santiago is three or four hours behind; where clocks change at midnight, the day starts an hour later.
  const firstMs = Date.parse(`${day}T03:00:00Z`);
  return (
    [0, 1, 2].map((hours) => firstMs + hours * hourMs).find((ms) => dayInSantiago(ms) === day) ?? firstMs
  );
}

/** The day after (or before, if negative) a number of days, by the calendar. */
export function addDays(day: Day, days: number): Day {
  const date = new Date(`${day}T00:00:00Z`);
  date.setUTCDate(date.getUTCDate() + days);
  return date.toISOString().slice(0, 10);
}

/** How many days `to` is after `from`; negative if it is before. */
export function dayDifference(from: Day, to: Day): number {
  return Math.round((Date.parse(to) - Date.parse(from)) / dayMs);
}

/**
 * Whether a service date has no time of day, and so means a calendar day: midnight in UTC, or without a zone.
 */
export function isDayOnly(iso: string): boolean {
  return /^\d{4}-\d{2}-\d{2}(T00:00(:00(\.0+)?)?(Z|[+-]00:?00)?)?$/.test(iso);
}

/**
 * The local time of a service date with a time but no zone, `YYYY-MM-DDTHH:mm:ss`: read as Santiago time,
 * whatever this computer's zone. Undefined for any other text.
 */
export function timeAsItStands(text: string): string | undefined {
  if (!/^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}(:\d{2}(\.\d+)?)?$/.test(text) || !isDay(text.slice(0, 10)))
    return undefined;
  return Number.isNaN(Date.parse(`${text}Z`)) ? undefined : text.slice(0, 19).padEnd(19, ':00');
}

/**
 * The calendar day of a service date, whatever this computer's zone. It is its own day if it has no time or
 * no zone, else the day in Santiago. Undefined if it is no date, or a placeholder ({@link isNoDate}).
 */
export function dayOf(iso: string): Day | undefined {
  return known(readDay(iso));
}

/**
 * Valid years of a dispatch's documents: databases write an earlier year, or the last one, for a missing
 * date.
 */
const [firstYear, lastYear] = [1980, 2199];

function known(day: Day | undefined): Day | undefined {
  const year = Number(day?.slice(0, 4));
  return year >= firstYear && year <= lastYear ? day : undefined;
}

/**
 * Whether a text is a placeholder that databases write for a missing date: `0001-01-01`, `30/12/1899`,
 * `1900-01-01T00:00:00`, `9999-12-31`.
 */
export function isNoDate(text: string): boolean {
  const year = Number(readWrittenDay(text)?.slice(0, 4));
  return year < firstYear || year === 9999;
}

function readDay(iso: string): Day | undefined {
  if (isDayOnly(iso)) return isDay(iso.slice(0, 10)) ? iso.slice(0, 10) : undefined;
  if (!/^\d{4}-\d{2}-\d{2}T/.test(iso)) return undefined;
  const localTime = timeAsItStands(iso);
  if (localTime !== undefined) return localTime.slice(0, 10);
  // Without a zone it would be parsed in this computer's zone.
  const instant = /(Z|[+-]\d{2}:?\d{2})$/.test(iso) ? Date.parse(iso) : Number.NaN;
  if (Number.isNaN(instant)) return undefined;
  // Early years have fewer digits in the Santiago calendar.
  return Number(iso.slice(0, 4)) < firstYear ? iso.slice(0, 10) : dayInSantiago(instant);
}

const months =
  'enero febrero marzo abril mayo junio julio agosto septiembre octubre noviembre diciembre'.split(' ');
const inEnglish =
  'january february march april may june july august september october november december'.split(' ');
const inFigures = /^(\d{1,2}) ?([-/.]) ?(\d{1,2}) ?\2 ?(\d{4}|\d{2})$/;
const yearFirst = /^(\d{4})([-/.])(\d{1,2})\2(\d{1,2})$/;
const withoutMarks = /^((?:19|20)\d{2})(\d{2})(\d{2})$/;
const withMonthName = /^(\d{1,2})(?: de |[ /.-])(\p{L}{3,10})\.?(?: del? |[ /.-])(\d{4}|\d{2})$/u;
const timeOfDay = /[ t]\d{1,2}:\d{2}(?::\d{2}(?:\.\d+)?)?(?: ?[ap]\.? ?m\.?)?$/;
/** An instant in the format of .NET services, ms since 1970; the zone after it changes nothing. */
const ofDotNet = /^\/date\((-?\d{1,15})(?:[+-]\d{4})?\)\/$/;
/** Two-digit years below this are in this century; others may be in the last one. */
const firstAmbiguousYear = 70;

/**
 * The calendar day of a date, as the service or a Chilean document writes it. The day precedes the month,
 * which is a number or a name; `20261231` and `/Date(…)/` are accepted too. Undefined if it is invalid,
 * ambiguous, or a placeholder ({@link isNoDate}).
 */
export function writtenDay(text: string): Day | undefined {
  return known(readWrittenDay(text));
}

function readWrittenDay(text: string): Day | undefined {
  const day = readDay(text);
  if (day !== undefined) return day;
  const plain = text.trim().replace(/\s+/g, ' ').toLowerCase().replace(timeOfDay, '');
  const figures = inFigures.exec(plain);
  if (figures) return dayFrom(figures[4], figures[3], figures[1]);
  const turned = yearFirst.exec(plain) ?? withoutMarks.exec(plain)?.toSpliced(2, 0, '');
  if (turned) return dayFrom(turned[1], turned[3], turned[4]);
  const instant = ofDotNet.exec(plain)?.[1];
  if (instant !== undefined) return dayOfInstant(Number(instant));
  const named = withMonthName.exec(plain);
  return named ? dayFrom(named[3], monthNamed(named[2]), named[1]) : undefined;
}

/** The day of an instant that may mean only a day: midnight in UTC does. */
function dayOfInstant(ms: number): Day | undefined {
  const date = new Date(ms);
  if (Number.isNaN(date.getTime())) return undefined;
  const day = ms % dayMs === 0 || date.getUTCFullYear() < firstYear ? date.toISOString() : undefined;
  return day?.slice(0, 10) ?? dayInSantiago(ms);
}

const typed = /^(\d{1,2})[-/. ](\d{1,2})[-/. ](\d{4}|\d{2})$/;
const typedInFigures = /^(\d{2})(\d{2})(\d{4})$/;

/**
 * A day as a person types it: `31-10-2026`, `31/10/26`, `31.10.2026`, `31102026`, `2026-10-31`; undefined if
 * it does not exist.
 */
export function typedDay(text: string): Day | undefined {
  const plain = text.trim();
  if (isDay(plain)) return plain;
  const [, date = '', month = '', year = ''] = typed.exec(plain) ?? typedInFigures.exec(plain) ?? [];
  const day = `${year.padStart(4, '20')}-${month.padStart(2, '0')}-${date.padStart(2, '0')}`;
  return isDay(day) ? day : undefined;
}

/** Whether a key of the service, or the last part of a path, is named like a date. */
export function isNamedDate(path: string): boolean {
  return /(?:^|\.)(?:fecha\p{Lu}\w*|\w*Date|fecha|date)$/u.test(path);
}

/** A month's number by its name, complete or abbreviated to three letters or more. */
function monthNamed(name = ''): string {
  const folded = withoutAccents(name).replace(/^set/, 'sept');
  const monthNumber = (names: readonly string[]) => names.findIndex((month) => month.startsWith(folded)) + 1;
  return String(monthNumber(months) || monthNumber(inEnglish));
}

function dayFrom(year = '', month = '', date = ''): Day | undefined {
  if (year.length === 2 && Number(year) >= firstAmbiguousYear) return undefined;
  const day = `${year.padStart(4, '20')}-${month.padStart(2, '0')}-${date.padStart(2, '0')}`;
  return isDay(day) ? day : undefined;
}

/** A day in the Chilean format, `dd-mm-aaaa`. */
export function formatDay(day: Day): string {
  const [year, month, date] = day.split('-');
  return `${date}-${month}-${year}`;
}

/**
 * A date of the service or of a document as its day, `dd-mm-aaaa`. `''` for a placeholder; text that is no
 * date stays unchanged.
 */
export function shownDate(date: string): string {
  const day = writtenDay(date);
  if (day !== undefined) return formatDay(day);
  return isNoDate(date) ? '' : date;
}

/** The days of a range, relative to `today`. */
export function resolveRange(range: Range, today: Day): { start: Day; end: Day } {
  switch (range.kind) {
    case 'days':
      return { start: range.start, end: range.end };
    case 'last-days':
      return { start: addDays(today, 1 - range.days), end: today };
    case 'this-month':
      return { start: `${today.slice(0, 7)}-01`, end: today };
    case 'last-month': {
      const end = addDays(`${today.slice(0, 7)}-01`, -1);
      return { start: `${end.slice(0, 7)}-01`, end };
    }
    case 'this-year':
      return { start: `${today.slice(0, 4)}-01-01`, end: today };
  }
}

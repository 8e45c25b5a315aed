import { addDays, type Day, isDay, type Range } from '../../../shared/model/dates.ts';

/** The Spanish and English names of each month, with their abbreviations. */
export const monthNames = [
  'enero|ene|january|jan',
  'febrero|feb|february',
  'marzo|mar|march',
  'abril|abr|april|apr',
  'mayo|may',
  'junio|jun|june',
  'julio|jul|july',
  'agosto|ago|august|aug',
  'septiembre|setiembre|sept|sep|set|september',
  'octubre|oct|october',
  'noviembre|nov|november',
  'diciembre|dic|december|dec',
];

const counts: ReadonlyMap<string, number> = new Map(
  Object.entries({
    un: 1,
    dos: 2,
    tres: 3,
    cuatro: 4,
    cinco: 5,
    seis: 6,
    siete: 7,
    ocho: 8,
    nueve: 9,
    diez: 10,
    doce: 12,
    quince: 15,
    treinta: 30,
    noventa: 90,
  }),
);
/** Words for small numbers, as in `últimas dos semanas`. */
export const countWords: readonly string[] = [...counts.keys()];

export function lastDays(days: number): Range | undefined {
  return days >= 1 && days <= 3660 ? { kind: 'last-days', days } : undefined;
}

export function daysBetween(start: Day | undefined, end: Day | undefined): Range | undefined {
  if (start === undefined || end === undefined || start > end) return undefined;
  return { kind: 'days', start, end };
}

export function wholeYear(inYear: number): Range {
  return { kind: 'days', start: `${inYear}-01-01`, end: `${inYear}-12-31` };
}

/** The week of a day, from Monday to Sunday. */
export function weekOf(day: Day) {
  const weekday = (new Date(`${day}T00:00:00Z`).getUTCDay() + 6) % 7;
  return { kind: 'days', start: addDays(day, -weekday), end: addDays(day, 6 - weekday) } as const;
}

/** A week by its number in ISO 8601; without a year the last one of that number that has begun. */
export function numberedWeek(nth: number, inYear: string, today: Day): Range | undefined {
  const thisYear = Number(today.slice(0, 4));
  const [year, before] = inYear === '' ? [thisYear, thisYear - 1] : [Number(inYear)];
  const own = weekOfYear(nth, year);
  return own && own.start > today && before !== undefined ? weekOfYear(nth, before) : own;
}

function weekOfYear(nth: number, year: number) {
  // The first week of a year has its 4th of January, and the last one its 28th of December.
  const [first, last] = [weekOf(`${year}-01-04`), weekOf(`${year}-12-28`)];
  const start = addDays(first.start, 7 * (nth - 1));
  return nth >= 1 && start <= last.start ? weekOf(start) : undefined;
}

/** A number in figures or words. */
export function countOf(text: string): number {
  return /^\d/.test(text) ? Number(text) : (counts.get(text) ?? 0);
}

/** The month (`YYYY-MM`) before that of a day. */
export function monthBefore(day: Day): string {
  return addDays(`${day.slice(0, 7)}-01`, -1).slice(0, 7);
}

export function monthWhole(inMonth: string): Range | undefined {
  return wholeMonths(inMonth, inMonth);
}

/** Seven days of a month: the first from its first day on, the last up to its last day. */
export function weekOfMonth(nth: string, inMonth: string): Range | undefined {
  const whole = monthWhole(inMonth);
  if (whole?.kind !== 'days') return undefined;
  if (/^(?:u|last)/.test(nth)) return daysBetween(addDays(whole.end, -6), whole.end);
  const index = [/^(?:p|1|first)/, /^(?:s|2)/, /^(?:t|3)/, /^(?:c|4|fourth)/].findIndex((one) =>
    one.test(nth),
  );
  const start = addDays(whole.start, 7 * Math.max(0, index));
  return daysBetween(start, addDays(start, 6));
}

/** The quarter or half of a year that contains a day. */
export function partOf(months: 3 | 6, day: Day): Range | undefined {
  return partOfYear(Math.floor((Number(day.slice(5, 7)) - 1) / months), months, day.slice(0, 4), day);
}

export function partBefore(months: 3 | 6, today: Day): Range | undefined {
  const own = partOf(months, today);
  return own?.kind === 'days' ? partOf(months, addDays(own.start, -1)) : undefined;
}

/** From a day (`12`, `12/10`) to a full date, in its month and year where none is given. */
export function daysUpTo(from: string, end: Day | undefined): Range | undefined {
  if (end === undefined) return undefined;
  const [day = '', inMonth = end.slice(5, 7)] = from.split(/[-/]/);
  const month = inMonth.padStart(2, '0');
  const year = month > end.slice(5, 7) ? Number(end.slice(0, 4)) - 1 : end.slice(0, 4);
  return daysIn(`${year}-${month}`, day, end.slice(0, 7), end.slice(8));
}

/** From the first month (`YYYY-MM`) to the last, both whole. */
export function wholeMonths(first: string, last: string): Range | undefined {
  const [inYear, number] = last.split('-').map(Number);
  if (inYear === undefined || number === undefined) return undefined;
  const end = new Date(Date.UTC(inYear, number, 0)).toISOString().slice(0, 10);
  return daysBetween(`${first}-01`, end);
}

export function monthsBetween(
  [firstName = '', firstYear = '', lastName = '', lastYear = '']: readonly string[],
  today: Day,
): Range | undefined {
  const [from, to, now] = [monthNumber(firstName), monthNumber(lastName), today.slice(5, 7)];
  // A range whose first month has begun is of this year, even if its last month has not.
  const isGoingOn = from < to && from <= now && now < to;
  const last = monthOf(lastName, lastYear || (isGoingOn ? today.slice(0, 4) : ''), today);
  const inYear = Number(last.slice(0, 4));
  const first = `${firstYear || inYear}-${monthNumber(firstName)}`;
  // November to February crosses the end of the year.
  return wholeMonths(first > last ? `${inYear - 1}-${monthNumber(firstName)}` : first, last);
}

/** The first fifteen days of a month (`YYYY-MM`), or the rest. */
export function halfOfMonth(isFirst: boolean, inMonth: string): Range | undefined {
  const whole = wholeMonths(inMonth, inMonth);
  if (whole?.kind !== 'days') return undefined;
  return isFirst ? daysBetween(whole.start, `${inMonth}-15`) : daysBetween(`${inMonth}-16`, whole.end);
}

export function daysOfMonths(
  [
    firstDay = '',
    firstName = '',
    firstYear = '',
    lastDay = '',
    lastName = '',
    lastYear = '',
  ]: readonly string[],
  today: Day,
): Range | undefined {
  const last = monthOf(lastName, lastYear, today);
  const inYear = Number(last.slice(0, 4));
  const own = firstName === '' ? last : `${firstYear || inYear}-${monthNumber(firstName)}`;
  // December to January crosses the end of the year.
  const first = firstYear === '' && own > last ? `${inYear - 1}-${monthNumber(firstName)}` : own;
  return daysIn(first, firstDay, last, lastDay);
}

/** From a day of one month (`YYYY-MM`) to a day of another, if both exist. */
function daysIn(first: string, firstDay: string, last: string, lastDay: string): Range | undefined {
  const [start, end] = [`${first}-${firstDay.padStart(2, '0')}`, `${last}-${lastDay.padStart(2, '0')}`];
  return isDay(start) && isDay(end) ? daysBetween(start, end) : undefined;
}

/** From the first day of its year to a day, or to the day before it: `hasta el 15`, `antes del 15`. */
export function upTo(end: Day | undefined, isBefore: boolean): Range | undefined {
  if (end === undefined) return undefined;
  const last = isBefore ? addDays(end, -1) : end;
  return daysBetween(`${last.slice(0, 4)}-01-01`, last);
}

/** Maximum days from today to a day that a text without a year may mean as the end of a range. */
const maxDaysAhead = 183;

/** A day of this year, or of the last one where it is far ahead. */
export function nearestDay(inMonth: string, day: string, inYear: string, today: Day): Day | undefined {
  const rest = `${inMonth.padStart(2, '0')}-${day.padStart(2, '0')}`;
  const thisYear = Number(today.slice(0, 4));
  const isFar = `${thisYear}-${rest}` > addDays(today, maxDaysAhead);
  const found = `${inYear || (isFar ? thisYear - 1 : thisYear)}-${rest}`;
  return isDay(found) ? found : undefined;
}

const weekdays: readonly (readonly string[])[] = [
  ['domingo', 'sunday'],
  ['lunes', 'monday'],
  ['martes', 'tuesday'],
  ['miercoles', 'wednesday'],
  ['jueves', 'thursday'],
  ['viernes', 'friday'],
  ['sabado', 'saturday'],
];
/** The Spanish and English names of the days of the week. */
export const weekdayNames: readonly string[] = weekdays.flat();

/** The last day with a name that has begun by `today`, or that fell before a day with another name. */
export function weekdayBefore(name: string, today: Day): Day {
  const weekday = weekdays.findIndex((names) => names.includes(name));
  const own = new Date(`${today}T00:00:00Z`).getUTCDay();
  return addDays(today, -((own - weekday + 7) % 7));
}

/** `viernes 20`: the last such day of a month that has begun, up to a year ago. */
export function weekdayOfMonth(name: string, day: string, today: Day): Day | undefined {
  let found = weekdayBefore(name, today);
  for (let weeks = 0; weeks < 52; weeks++) {
    if (Number(found.slice(8)) === Number(day)) return found;
    found = addDays(found, -7);
  }
  return undefined;
}

/** `12/10` as the last such day that has begun. */
export function dayOf(text: string, today: Day): Day | undefined {
  const [day = '', number = ''] = text.split(/[-/.]/).map((part) => part.padStart(2, '0'));
  const inYear = Number(today.slice(0, 4));
  const own = `${inYear}-${number}-${day}`;
  const found = own > today ? `${inYear - 1}-${number}-${day}` : own;
  return isDay(found) ? found : undefined;
}

export function daysSince(day: string, name: string, inYear: string, today: Day): Range | undefined {
  const start = `${monthOf(name, inYear, today)}-${day.padStart(2, '0')}`;
  return isDay(start) ? daysBetween(start, today) : undefined;
}

/** A quarter or a half of a year, the first is 0; without a year the last one that has begun. */
export function partOfYear(nth: number, months: 3 | 6, inYear: string, today: Day): Range | undefined {
  if (nth < 0 || nth >= 12 / months) return undefined;
  const number = (month: number) => String(month).padStart(2, '0');
  const first = number(nth * months + 1);
  const thisYear = Number(today.slice(0, 4));
  const year = inYear || (first > today.slice(5, 7) ? thisYear - 1 : thisYear);
  return wholeMonths(`${year}-${first}`, `${year}-${number((nth + 1) * months)}`);
}

/** Words and figures for the parts of a year, in order. */
export const ordinals: readonly (readonly string[])[] = [
  ['primer', '1er', '1°', '1º', '1o', 'i', 'first'],
  ['segundo', '2do', '2°', '2º', '2o', 'ii', 'second'],
  ['tercer', '3er', '3°', '3º', '3o', 'iii', 'third'],
  ['cuarto', '4to', '4°', '4º', '4o', 'iv', 'fourth'],
];

/** A quarter or a half of a year by its ordinal, and the beginning of its name. */
export function namedPart(nth: string, part: string, inYear: string, today: Day): Range | undefined {
  const index = /^\d$/.test(nth) ? Number(nth) - 1 : ordinals.findIndex((all) => all.includes(nth));
  return partOfYear(index, part.startsWith('s') ? 6 : 3, inYear, today);
}

/** A month as `YYYY-MM`; without a year the last one that has begun by `today`. */
export function monthOf(name: string, inYear: string, today: Day): string {
  const number = monthNumber(name);
  const thisYear = Number(today.slice(0, 4));
  return `${inYear || (number > today.slice(5, 7) ? thisYear - 1 : thisYear)}-${number}`;
}

/** The number of a month by its name, `10`. */
export function monthNumber(name: string): string {
  const bare = name.replace('.', '');
  const index = monthNames.findIndex((names) => names.split('|').includes(bare));
  return String(index + 1).padStart(2, '0');
}

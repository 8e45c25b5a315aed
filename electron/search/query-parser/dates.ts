import { addDays, type Day, isDay, type Range, typedDay } from '../../../shared/model/dates.ts';
import { foldInPlace } from './clean.ts';

/** A range that words say, and the text without them. */
export interface RangeRead {
  range: Range;
  rest: string;
  /** Where it stands in the text. */
  from: number;
  to: number;
}

/** Each month by what it is called in Spanish and English, whole or cut short. */
const monthNames = [
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
const month = `(?:${monthNames.join('|')})\\.?`;
/** A day of a month, `1` or `1°`. */
const dayOfMonth = '(\\d{1,2})(?:°|o|ro)?';
const year = '(?:20\\d{2})';
const and = '(?:y|e|a|al|hasta|-|and|to|until)';
const of = '(?:de|del|of|in)';
/** A year behind a month, `de 2026` or `-2026`. */
const itsYear = `(?: ${of})?(?:[ /-](${year}))?`;
/** The end that a range since a day has by itself; no other may follow. */
const untilToday = `(?: (?:hasta|to|until) (?:el dia de )?(?:hoy|today|la fecha|now))?(?!(?: ${of})?(?: ${year})? ?${and} )`;
const date = '(?:\\d{1,2}[-/.]\\d{1,2}[-/.](?:\\d{4}|\\d{2})|\\d{4}-\\d{2}-\\d{2})';
const dayAndMonth = '(?:\\d{1,2}/\\d{1,2})';
/** Words and figures for the parts of a year, the first first. */
const ordinals: readonly (readonly string[])[] = [
  ['primer', '1er', '1°', '1º', '1o', 'first'],
  ['segundo', '2do', '2°', '2º', '2o', 'second'],
  ['tercer', '3er', '3°', '3º', '3o', 'third'],
  ['cuarto', '4to', '4°', '4º', '4o', 'fourth'],
];
const ordinal = `(?:${ordinals.flat().join('|')})`;
const onlyEnd = /(?<![\p{L}\p{N}])(?:hasta|until|before|antes|antes de) ?$/u;
/** What leads to a range and goes with it. */
const lead =
  '(?:(?:entre|desde|durante|from|since|between|de|del|en|in|of|el|la|los|las|the|mes|month) ){0,5}';

interface Form {
  form: RegExp;
  range: (found: readonly string[], today: Day) => Range | undefined;
}

/** The longest forms first: each takes what a shorter one would cut. */
const forms: readonly Form[] = [
  said(`(${date}) ?${and} ?(${date})`, ([from = '', to = '']) => daysBetween(typedDay(from), typedDay(to))),
  said(`(${dayAndMonth}) ?${and} ?(?:el )?(${dayAndMonth})`, ([from = '', to = ''], today) =>
    daysBetween(dayOf(from, today), dayOf(to, today)),
  ),
  said(
    `(?:desde|since) (?:el )?(${month})(?: ${of})?(?: (${year}))?${untilToday}`,
    ([name = '', inYear = ''], today) => daysSince('1', name, inYear, today),
  ),
  said(`(?:desde|since|from) (?:el )?(${date})${untilToday}`, ([from = ''], today) =>
    daysBetween(typedDay(from), today),
  ),
  said(
    `(?:desde|since|from) (?:el )?(\\d{1,2}) (?:${of} )?(${month})(?: ${of})?(?: (${year}))?${untilToday}`,
    ([day = '', name = '', inYear = ''], today) => daysSince(day, name, inYear, today),
  ),
  said(
    `(${ordinal}) (semestre|trimestre)(?: (?:${of}|del? ano))?(?: (${year}))?`,
    ([nth = '', part = '', inYear = ''], today) =>
      partOfYear(
        ordinals.findIndex((all) => all.includes(nth)),
        part === 'semestre' ? 6 : 3,
        inYear,
        today,
      ),
  ),
  said(`([qts])([1-4])[ -/]?(${year})`, ([part = '', nth = '', inYear = ''], today) =>
    partOfYear(Number(nth) - 1, part === 's' ? 6 : 3, inYear, today),
  ),
  said(
    `${dayOfMonth}(?: ${of} (${month})(?:(?: ${of})? (${year}))?)?(?: ${and} (?:el )?| ?- ?)${dayOfMonth} (?:${of} )?(${month})(?: ${of})?(?: (${year}))?`,
    daysOfMonths,
  ),
  said(
    `${dayOfMonth} ?(?:al?|hasta|-) ?(?:el )?(\\d{1,2}) (?:del mes (pasado|anterior)|de este mes|del mes(?: (?:en curso|actual))?(?! (?:${of}|que|proximo|siguiente|entrante) ))`,
    ([first = '', last = '', isPast = ''], today) => {
      const inMonth = (isPast === '' ? today : addDays(`${today.slice(0, 7)}-01`, -1)).slice(0, 7);
      return daysIn(inMonth, first, inMonth, last);
    },
  ),
  said(
    `(${month}) (\\d{1,2})(?:st|nd|rd|th)?(?: ${and} | ?- ?)(?:(${month}) )?(\\d{1,2})(?:st|nd|rd|th)?(?:,? (${year}))?`,
    ([name = '', day = '', lastName = '', lastDay = '', inYear = ''], today) =>
      daysOfMonths([day, name, '', lastDay, lastName || name, inYear], today),
  ),
  said(
    `(primera?|segunda|1[ar]a?|2d?a|first|second) (?:quincena|half) (?:${of} )?(${month})(?: ${of})?(?: (${year}))?`,
    ([nth = '', name = '', inYear = ''], today) =>
      halfOfMonth(/^[p1f]/.test(nth), monthOf(name, inYear, today)),
  ),
  said(
    `(${month})(?:, ?${month}){0,10}(?:, ?| ${and} )(${month})(?: ${of})?(?: (${year}))?`,
    ([first = '', last = '', inYear = ''], today) => monthsBetween([first, '', last, inYear], today),
  ),
  said(`(${month})${itsYear}(?: ${and} | ?[-/] ?)(${month})${itsYear}`, monthsBetween),
  said(
    `(0?[1-9]|1[0-2])[-/](${year}) ?${and} ?(0?[1-9]|1[0-2])[-/](${year})`,
    ([first = '', firstYear = '', last = '', lastYear = '']) =>
      wholeMonths(`${firstYear}-${first.padStart(2, '0')}`, `${lastYear}-${last.padStart(2, '0')}`),
  ),
  said(`(\\d{1,2}) (?:${of} )?(${month})(?: ${of})?(?: (${year}))?`, ([day, name, inYear], today) =>
    daysOfMonths([day ?? '', '', '', day ?? '', name ?? '', inYear ?? ''], today),
  ),
  said(`(${month})[-/'](\\d{2})`, ([name = '', inYear = ''], today) =>
    monthsBetween([name, '', name, `20${inYear}`], today),
  ),
  said(`(${month})(?: ${of}|[-/])? ?(${year})?`, ([name, inYear], today) =>
    monthsBetween([name ?? '', '', name ?? '', inYear ?? ''], today),
  ),
  said(`(0?[1-9]|1[0-2])[-/](${year})`, ([number = '', inYear = '']) =>
    wholeMonths(`${inYear}-${number.padStart(2, '0')}`, `${inYear}-${number.padStart(2, '0')}`),
  ),
  said(`(${date})`, ([day = '']) => daysBetween(typedDay(day), typedDay(day))),
  said('(?:ultimos|last) (\\d{1,4}) (?:dias|days)', ([days]) => lastDays(Number(days))),
  said('(?:ultimos|last) (\\d{1,2}) (?:meses|months)', ([months]) => lastDays(Number(months) * 30)),
  said('(?:ultimo mes|mes pasado|mes anterior|last month)', () => ({ kind: 'last-month' })),
  said(
    `(?:este mes|this month|mes en curso|mes actual|current month|(?<!(?:fin|fines|final|finales|principios|inicios|mediados|antes) )(?:del|el) mes(?! (?:${of}|que|y|a|en|${month}|proximo|siguiente|entrante|pasado|anterior|\\d)))`,
    () => ({ kind: 'this-month' }),
  ),
  said('(?:este ano|this year)', () => ({ kind: 'this-year' })),
  said('(?:ano pasado|ano anterior|last year)', (_, today) => wholeYear(Number(today.slice(0, 4)) - 1)),
  said(`(?:ano|year) (${year})`, ([inYear]) => wholeYear(Number(inYear))),
  said(`(?:de|del|durante|of|in) (${year})`, ([inYear]) => wholeYear(Number(inYear))),
  said('(?:semana pasada|last week)', (_, today) => weekOf(addDays(today, -7), addDays(today, -7))),
  said('(?:esta semana|this week)', (_, today) => weekOf(today, today)),
  said('(?:ayer (?:y|e) hoy|hoy y ayer|yesterday and today)', (_, today) =>
    daysBetween(addDays(today, -1), today),
  ),
  said('(?:hoy|today)', () => lastDays(1)),
  said('(?:ayer|yesterday)', (_, today) => daysBetween(addDays(today, -1), addDays(today, -1))),
];

/**
 * Reads a month, or a range of days, that a text says in words or figures: `octubre`, `sept a nov 2026`, `del 1 al 15 de octubre`, `mes pasado`,
 * `01-10-2026 a 15-10-2026`. A month without its year is the last one that has begun.
 */
export function readRange(text: string, today: Day): RangeRead | undefined {
  const plain = foldInPlace(text);
  for (const { form, range } of forms) {
    const found = form.exec(plain);
    if (!found) continue;
    // An end alone says of no day where to begin.
    if (onlyEnd.test(plain.slice(0, found.index))) return undefined;
    const [whole, ...parts] = found;
    const read = range(
      parts.map((part) => part ?? ''),
      today,
    );
    // A day that does not exist is no month.
    if (!read) return undefined;
    const rest = `${text.slice(0, found.index)} ${text.slice(found.index + whole.length)}`;
    return { range: read, rest, from: found.index, to: found.index + whole.length };
  }
  return undefined;
}

function said(form: string, range: Form['range']): Form {
  return { form: new RegExp(`(?<![\\p{L}\\p{N}./-])${lead}${form}(?![\\p{L}\\p{N}/-]|\\.\\d)`, 'u'), range };
}

function lastDays(days: number): Range | undefined {
  return days >= 1 && days <= 3660 ? { kind: 'last-days', days } : undefined;
}

function daysBetween(start: Day | undefined, end: Day | undefined): Range | undefined {
  if (start === undefined || end === undefined || start > end) return undefined;
  return { kind: 'days', start, end };
}

function wholeYear(inYear: number): Range {
  return { kind: 'days', start: `${inYear}-01-01`, end: `${inYear}-12-31` };
}

function weekOf(first: Day, last: Day): Range {
  const weekday = (new Date(`${first}T00:00:00Z`).getUTCDay() + 6) % 7;
  return { kind: 'days', start: addDays(first, -weekday), end: addDays(last, 6 - weekday) };
}

/** From the first month (`YYYY-MM`) to the last, both whole. */
function wholeMonths(first: string, last: string): Range | undefined {
  const [inYear, number] = last.split('-').map(Number);
  if (inYear === undefined || number === undefined) return undefined;
  const end = new Date(Date.UTC(inYear, number, 0)).toISOString().slice(0, 10);
  return daysBetween(`${first}-01`, end);
}

function monthsBetween(
  [firstName = '', firstYear = '', lastName = '', lastYear = '']: readonly string[],
  today: Day,
): Range | undefined {
  const [from, to, now] = [numberOf(firstName), numberOf(lastName), today.slice(5, 7)];
  // Months of which the first has begun are those of this year, though the last has not.
  const isGoingOn = from < to && from <= now && now < to;
  const last = monthOf(lastName, lastYear || (isGoingOn ? today.slice(0, 4) : ''), today);
  const inYear = Number(last.slice(0, 4));
  const first = `${firstYear || inYear}-${numberOf(firstName)}`;
  // From November to February is over the turn of the year.
  return wholeMonths(first > last ? `${inYear - 1}-${numberOf(firstName)}` : first, last);
}

/** The first fifteen days of a month (`YYYY-MM`), or those behind them. */
function halfOfMonth(isFirst: boolean, inMonth: string): Range | undefined {
  const whole = wholeMonths(inMonth, inMonth);
  if (whole?.kind !== 'days') return undefined;
  return isFirst ? daysBetween(whole.start, `${inMonth}-15`) : daysBetween(`${inMonth}-16`, whole.end);
}

function daysOfMonths(
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
  const own = firstName === '' ? last : `${firstYear || inYear}-${numberOf(firstName)}`;
  // From December to January is over the turn of the year.
  const first = firstYear === '' && own > last ? `${inYear - 1}-${numberOf(firstName)}` : own;
  return daysIn(first, firstDay, last, lastDay);
}

/** From a day of a month (`YYYY-MM`) to one of a month, where both exist. */
function daysIn(first: string, firstDay: string, last: string, lastDay: string): Range | undefined {
  const [start, end] = [`${first}-${firstDay.padStart(2, '0')}`, `${last}-${lastDay.padStart(2, '0')}`];
  return isDay(start) && isDay(end) ? daysBetween(start, end) : undefined;
}

/** `12/10` as the last such day that has begun. */
function dayOf(text: string, today: Day): Day | undefined {
  const [day = '', number = ''] = text.split('/').map((part) => part.padStart(2, '0'));
  const inYear = Number(today.slice(0, 4));
  const own = `${inYear}-${number}-${day}`;
  const found = own > today ? `${inYear - 1}-${number}-${day}` : own;
  return isDay(found) ? found : undefined;
}

function daysSince(day: string, name: string, inYear: string, today: Day): Range | undefined {
  const start = `${monthOf(name, inYear, today)}-${day.padStart(2, '0')}`;
  return isDay(start) ? daysBetween(start, today) : undefined;
}

/** A quarter or a half of a year, the first is 0; without its year the last one that has begun. */
function partOfYear(nth: number, months: 3 | 6, inYear: string, today: Day): Range | undefined {
  if (nth < 0 || nth >= 12 / months) return undefined;
  const number = (month: number) => String(month).padStart(2, '0');
  const first = number(nth * months + 1);
  const thisYear = Number(today.slice(0, 4));
  const year = inYear || (first > today.slice(5, 7) ? thisYear - 1 : thisYear);
  return wholeMonths(`${year}-${first}`, `${year}-${number((nth + 1) * months)}`);
}

/** A month as `YYYY-MM`; without its year the last one that has begun by `today`. */
function monthOf(name: string, inYear: string, today: Day): string {
  const number = numberOf(name);
  const thisYear = Number(today.slice(0, 4));
  return `${inYear || (number > today.slice(5, 7) ? thisYear - 1 : thisYear)}-${number}`;
}

function numberOf(name: string): string {
  const bare = name.replace('.', '');
  const place = monthNames.findIndex((names) => names.split('|').includes(bare));
  return String(place + 1).padStart(2, '0');
}

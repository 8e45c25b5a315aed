import { addDays, type Day, type Range, typedDay } from '../../../shared/model/dates.ts';
import { foldKeepingLength } from '../../../shared/without-accents.ts';
import {
  countOf,
  countWords,
  dayOf,
  daysBetween,
  daysOfMonths,
  daysSince,
  daysUpTo,
  lastDays,
  monthBefore,
  monthNames,
  monthOf,
  monthsBetween,
  monthWhole,
  namedPart,
  numberedWeek,
  ordinals,
  partBefore,
  partOf,
  partOfYear,
  weekdayNames,
  weekOf,
  weekOfMonth,
  wholeMonths,
  wholeYear,
} from './calendar-arithmetic.ts';
import {
  and,
  date,
  dayAndMonth,
  dayAndMonthApart,
  dayAndMonthOfWord,
  dayOfMonth,
  daysOfNearMonthForms,
  endForms,
  type Form,
  halfMonthForms,
  month,
  of,
  periodForm,
  rangeForm,
  since,
  untilNow,
  untilToday,
  weekdayForms,
  year,
} from './day-range-patterns.ts';

/** A range found in a text, and the text without it. */
export interface DayRangeMatch {
  range: Range;
  rest: string;
  /** Where it is in the text. */
  from: number;
  to: number;
  /** Whether the text gives its last day alone, and it begins with the year of that day. */
  hasAssumedStart: boolean;
  /** Whether its figures count or name a period, so that the range need not show them. */
  isOfPeriod: boolean;
}

/** A year after a month, `de 2026` or `-2026`. */
const itsYear = `(?: ${of})?(?:[ /-](${year}))?`;
/** Joins the ends of a range of days whose first end is ambiguous. */
const upToDay = '(?: (?:al?|hasta|to|until|-) (?:el )?)';
/** Before two figures, which are a year there: a day would come first. */
const spanishMonth =
  '(?:enero|ene|febrero|marzo|abril|abr|mayo|junio|julio|agosto|ago|septiembre|setiembre|octubre|noviembre|diciembre|dic)';
/** `lunes` before its day. */
const weekday = `(?:(?:${weekdayNames.join('|')}),? )?`;
const ordinal = `(?:${ordinals.flat().join('|')})`;
const count = `(?:\\d{1,4}|${countWords.join('|')})`;
const onward = '(?:en adelante|onwards?|hacia adelante)';
const onlyEnd = /(?<![\p{L}\p{N}])(?:hasta|until|before|antes|antes de) ?$/u;
/** A request, whose day may be that by which it is to be met. */
const request =
  /(?<!\p{L})(?:favor|envi(?:ar|en?|e)\p{L}*|mand(?:ar|en?|e)\p{L}*|necesit\p{L}+|requer\p{L}+|solicit\p{L}+|plazo|vence|presentar|please|pls|send|need|deadline)(?!\p{L})/u;

/** Whether a text requests something, so that a day to come may be its deadline. */
export function isRequest(text: string): boolean {
  return request.test(foldKeepingLength(text));
}

/** What every form has one of: most lines have none, and need no form. */
const mayHaveDays = new RegExp(
  `\\d|${monthNames.join('|')}|${weekdayNames.join('|')}|hoy|today|ayer|yesterday|antier|semana|week|quincena|mitad|half|mes|month|ano|year|dias|days|trimestre|quarter|semestre|fecha|ahora|now`,
  'u',
);

const dayWithName = new RegExp(
  `(?<![\\p{L}\\p{N}./-])\\d{1,2}[-/](?:${monthNames.join('|')})(?:[-/]20\\d\\d)?(?![\\p{L}\\p{N}]|[-/.]\\d)`,
  'gu',
);
const dayOfShortYear = `(\\d{1,2})[-/](${month})[-/](2\\d)`;

/** The longest forms first: each matches what a shorter one would truncate. */
const forms: readonly Form[] = [
  rangeForm(
    `${dayOfShortYear} ?${and} ?(?:el )?${dayOfShortYear}`,
    ([day = '', name = '', inYear = '', lastDay = '', lastName = '', lastYear = ''], today) =>
      daysOfMonths([day, name, `20${inYear}`, lastDay, lastName, `20${lastYear}`], today),
  ),
  rangeForm(dayOfShortYear, ([day = '', name = '', inYear = ''], today) =>
    daysOfMonths([day, '', '', day, name, `20${inYear}`], today),
  ),
  rangeForm(`(${date}) ?${and} ?(?:el )?(?:dia )?(${date})`, ([from = '', to = '']) =>
    daysBetween(typedDay(from), typedDay(to)),
  ),
  rangeForm(
    `(0?[1-9]|1[0-2])/(2\\d) ?${and} ?(0?[1-9]|1[0-2])/(2\\d)`,
    ([first = '', firstYear = '', last = '', lastYear = '']) =>
      wholeMonths(`20${firstYear}-${first.padStart(2, '0')}`, `20${lastYear}-${last.padStart(2, '0')}`),
  ),
  rangeForm(`(${dayAndMonth}) ?${and} ?(?:el )?(${dayAndMonth})`, ([from = '', to = ''], today) =>
    daysBetween(dayOf(from, today), dayOf(to, today)),
  ),
  rangeForm(`(${dayAndMonthApart})${upToDay}(${dayAndMonthApart})`, ([from = '', to = ''], today) =>
    daysBetween(dayOf(from, today), dayOf(to, today)),
  ),
  rangeForm(`(\\d{1,2}(?:[-/]\\d{1,2})?)${upToDay}(${date})`, ([from = '', to = '']) =>
    daysUpTo(from, typedDay(to)),
  ),
  rangeForm(`(\\d{1,2})${upToDay}(${dayAndMonth}|${dayAndMonthApart})`, ([from = '', to = ''], today) =>
    daysUpTo(from, dayOf(to, today)),
  ),
  rangeForm(
    `${since} (${month}) (\\d{1,2})(?:st|nd|rd|th)?(?:,? (${year}))?${untilToday}(?: ${onward})?`,
    ([name = '', day = '', inYear = ''], today) => daysSince(day, name, inYear, today),
  ),
  rangeForm(`(${date}) ${onward}`, ([from = ''], today) => daysBetween(typedDay(from), today)),
  rangeForm(
    `(?:(\\d{1,2}) (?:${of} )?)?(${month})(?: ${of})?(?: (${year}))? ${onward}`,
    ([day = '', name = '', inYear = ''], today) => daysSince(day || '1', name, inYear, today),
  ),
  rangeForm(
    `${since} (?:el )?(${month})(?: ${of})?(?: (${year}))? (?:al?|hasta|to|until) (?:el |the )?(?:dia )?${dayOfMonth} (?:${of} )?(${month})(?: ${of})?(?: (${year}))?`,
    ([name = '', inYear = '', day = '', lastName = '', lastYear = ''], today) =>
      daysOfMonths(['1', name, inYear, day, lastName, lastYear], today),
  ),
  rangeForm(
    `(?!from )${since} ?(?:el )?(${month})(?: ${of})?(?: (${year}))?${untilToday}`,
    ([name = '', inYear = ''], today) => daysSince('1', name, inYear, today),
  ),
  rangeForm(`${since} ?(?:el )?(${date})${untilToday}`, ([from = ''], today) =>
    daysBetween(typedDay(from), today),
  ),
  rangeForm(
    `${since} ?(?:el )?(?:dia )?(\\d{1,2}) (?:${of} )?(${month})(?: ${of})?(?: (${year}))?${untilToday}`,
    ([day = '', name = '', inYear = ''], today) => daysSince(day, name, inYear, today),
  ),
  rangeForm(
    `${since} ?(?:el )?(${dayAndMonth}|${dayAndMonthApart}|${dayAndMonthOfWord})${untilToday}`,
    ([from = ''], now) => daysBetween(dayOf(from, now), now),
  ),
  rangeForm(
    `(${date}|${dayAndMonth}|${dayAndMonthApart}|${dayAndMonthOfWord}) ${untilNow}`,
    ([from = ''], now) => daysBetween(typedDay(from) ?? dayOf(from, now), now),
  ),
  rangeForm(
    `(\\d{1,2}) (?:${of} )?(${month})(?: ${of})?(?: (${year}))? ${untilNow}`,
    ([day = '', name = '', inYear = ''], now) => daysSince(day, name, inYear, now),
  ),
  periodForm(
    `(${ordinal}) (semestre|trimestre|quarter)(?: (?:${of}|del? ano))?(?: (${year}))?`,
    ([nth = '', part = '', inYear = ''], today) => namedPart(nth, part, inYear, today),
  ),
  periodForm(
    `(semestre|trimestre|quarter) (${ordinal}|[1-4])(?: (?:${of}|del? ano))?(?: (${year}))?`,
    ([part = '', nth = '', inYear = ''], today) => namedPart(nth, part, inYear, today),
  ),
  periodForm(
    `(?:semana|week) (?:n[°º.]? ?)?(\\d{1,2})(?: ${of})?(?:[ /-](${year}))?`,
    ([nth = '', inYear = ''], today) => numberedWeek(Number(nth), inYear, today),
  ),
  periodForm(
    `semana del ${weekday}(${date}|${dayAndMonth}|${dayAndMonthApart})(?!${upToDay})`,
    ([day = ''], today) => {
      const first = typedDay(day) ?? dayOf(day, today);
      return first === undefined ? undefined : weekOf(first);
    },
  ),
  periodForm(
    `semana del ${weekday}(\\d{1,2}) (?:${of} )?(${month})(?: ${of})?(?: (${year}))?(?! ?${and} )`,
    ([day = '', name = '', inYear = ''], today) => {
      const own = daysOfMonths([day, '', '', day, name, inYear], today);
      return own?.kind === 'days' ? weekOf(own.start) : undefined;
    },
  ),
  periodForm('q([1-4])(?![ -/]?\\d)', ([nth = ''], today) => partOfYear(Number(nth) - 1, 3, '', today)),
  periodForm(`([qts])([1-4])[ -/]?(${year})`, ([part = '', nth = '', inYear = ''], today) =>
    namedPart(nth, part, inYear, today),
  ),
  periodForm(`([1-4]) ?([qts])[ -/]?(${year})`, ([nth = '', part = '', inYear = ''], today) =>
    namedPart(nth, part, inYear, today),
  ),
  rangeForm(
    `${weekday}${dayOfMonth}(?:(?: ${of})? (${month})(?:(?: ${of})? (${year}))?)?(?: ${and} (?:(?:el|the) )?(?:dia )?| ?- ?)${weekday}${dayOfMonth} (?:${of} )?(${month})(?: ${of})?(?: (${year}))?`,
    daysOfMonths,
  ),
  ...daysOfNearMonthForms(),
  rangeForm(
    `(${month}) (\\d{1,2})(?:st|nd|rd|th)?(?: ${and} | ?- ?)(?:(${month}) )?(\\d{1,2})(?:st|nd|rd|th)?(?:,? (${year}))?`,
    ([name = '', day = '', lastName = '', lastDay = '', inYear = ''], today) =>
      daysOfMonths([day, name, '', lastDay, lastName || name, inYear], today),
  ),
  ...halfMonthForms(),
  periodForm(
    `(primera|segunda|tercera|cuarta|ultima|1[ar]a?|2d?a|3r?a|4t?a|first|second|third|fourth|last) (?:semana|week) (?:${of} )?(${month})(?: ${of})?(?: (${year}))?`,
    ([nth = '', name = '', inYear = ''], today) => weekOfMonth(nth, monthOf(name, inYear, today)),
  ),
  rangeForm(
    `(${month})(?:, ?${month}){0,10}(?:, ?| ${and} )(${month})(?: ${of})?(?: (${year}))?`,
    ([first = '', last = '', inYear = ''], today) => monthsBetween([first, '', last, inYear], today),
  ),
  rangeForm(`(${month})${itsYear}(?: ${and} | ?(?:[-/]|\\.{2,3}) ?)(${month})${itsYear}`, monthsBetween),
  rangeForm(
    `(0?[1-9]|1[0-2])[-/](${year}) ?${and} ?(0?[1-9]|1[0-2])[-/](${year})`,
    ([first = '', firstYear = '', last = '', lastYear = '']) =>
      wholeMonths(`${firstYear}-${first.padStart(2, '0')}`, `${lastYear}-${last.padStart(2, '0')}`),
  ),
  ...endForms(),
  rangeForm(
    `${weekday}(\\d{1,2}) (?:${of} )?(${month})(?: ${of})?(?: (${year}))?`,
    ([day, name, inYear], today) =>
      daysOfMonths([day ?? '', '', '', day ?? '', name ?? '', inYear ?? ''], today),
  ),
  rangeForm(`(${spanishMonth}) (2\\d)(?![:/.-]?\\d)`, ([name = '', inYear = ''], today) =>
    monthsBetween([name, '', name, `20${inYear}`], today),
  ),
  rangeForm(
    `(${month}) (\\d{1,2})(?:st|nd|rd|th)?(?:,? (${year}))?(?=$| ?[,;)]|[.]? *$)`,
    ([name = '', day = '', inYear = ''], today) => daysOfMonths([day, '', '', day, name, inYear], today),
  ),
  rangeForm(`(${month})[-/'](\\d{2})`, ([name = '', inYear = ''], today) =>
    monthsBetween([name, '', name, `20${inYear}`], today),
  ),
  rangeForm(`(${month})(?: ${of}|[-/])? ?(${year})?`, ([name, inYear], today) =>
    monthsBetween([name ?? '', '', name ?? '', inYear ?? ''], today),
  ),
  rangeForm(`(0?[1-9]|1[0-2])[-/](${year})`, ([number = '', inYear = '']) =>
    wholeMonths(`${inYear}-${number.padStart(2, '0')}`, `${inYear}-${number.padStart(2, '0')}`),
  ),
  // A month before a year of two figures: `10/26`. As a day it would not exist.
  rangeForm('(0?[1-9]|1[0-2])/(2\\d)', ([number = '', inYear = '']) =>
    monthWhole(`20${inYear}-${number.padStart(2, '0')}`),
  ),
  rangeForm(`(${year})[-/](0[1-9]|1[0-2])`, ([inYear = '', number = '']) =>
    monthWhole(`${inYear}-${number}`),
  ),
  rangeForm(
    `(?<=mes )(?:n[°.]? ?)?(0?[1-9]|1[0-2])(?: ?(?:del?|/|-)? ?(${year}))?`,
    ([number = '', inYear = ''], today) => {
      const month = monthNames[Number(number) - 1]?.split('|')[0] ?? '';
      return monthWhole(monthOf(month, inYear, today));
    },
  ),
  rangeForm(`(?:del|el dia) (${dayAndMonth}|${dayAndMonthApart})(?!${upToDay}| ?-)`, ([day = ''], now) =>
    daysBetween(dayOf(day, now), dayOf(day, now)),
  ),
  rangeForm(`${weekday}(${date})`, ([day = '']) => daysBetween(typedDay(day), typedDay(day))),
  periodForm(`(?:ultimos|last) (${count}) (?:dias|days)`, ([days = '']) => lastDays(countOf(days))),
  periodForm(`(?:ultimas|last) (${count}) (?:semanas|weeks)`, ([weeks = '']) => lastDays(countOf(weeks) * 7)),
  periodForm(`(?:ultimos|last) (${count}) (?:meses|months)`, ([months = '']) =>
    lastDays(countOf(months) * 30),
  ),
  rangeForm('ultima semana', () => lastDays(7)),
  rangeForm('mes antepasado', (_, today) => monthWhole(monthBefore(`${monthBefore(today)}-01`))),
  rangeForm('(?:trimestre (?:pasado|anterior)|ultimo trimestre|last quarter)', (_, today) =>
    partBefore(3, today),
  ),
  rangeForm('(?:semestre (?:pasado|anterior)|ultimo semestre)', (_, today) => partBefore(6, today)),
  rangeForm('(?:este trimestre|trimestre (?:actual|en curso)|this quarter)', (_, today) => partOf(3, today)),
  rangeForm('(?:este semestre|semestre (?:actual|en curso))', (_, today) => partOf(6, today)),
  rangeForm('(?:ultimo mes|mes pasado|mes anterior|last month)', () => ({ kind: 'last-month' })),
  rangeForm(
    `(?:este mes|this month|mes en curso|mes actual|current month|(?<!(?:fin|fines|final|finales|principios|inicios|mediados|antes) )(?:del|el) mes(?! (?:${of}|que|y|a|en|${month}|proximo|siguiente|entrante|pasado|anterior|\\d)))`,
    () => ({ kind: 'this-month' }),
  ),
  rangeForm(
    `(?:este ano|this year|ano (?:actual|en curso)|(?<!(?:fin|fines|final|finales|principios|inicios|mediados|trimestre|semestre) )(?:del|el) ano(?! (?:${of}|que|y|a|en|nuevo|proximo|siguiente|pasado|anterior|antepasado|comercial|tributario|\\d)))`,
    () => ({ kind: 'this-year' }),
  ),
  rangeForm('(?:ano pasado|ano anterior|last year)', (_, today) => wholeYear(Number(today.slice(0, 4)) - 1)),
  rangeForm(`(?:ano|year) (${year})`, ([inYear]) => wholeYear(Number(inYear))),
  rangeForm(`(?:de|del|durante|of|in) (${year})`, ([inYear]) => wholeYear(Number(inYear))),
  rangeForm('(?:semana (?:pasada|anterior)|last week)', (_, today) => weekOf(addDays(today, -7))),
  periodForm('(?:semana antepasada|hace (?:dos|2) semanas)', (_, today) => weekOf(addDays(today, -14))),
  rangeForm(
    "(?:esta semana|this week(?:'s)?|semana (?:en curso|actual)|(?:de|en|durante) la semana(?! (?:del?|que|y|proxima|siguiente|pasada|anterior|antepasada)))",
    (_, today) => weekOf(today),
  ),
  ...weekdayForms(),
  rangeForm('(?:ayer (?:y|e) hoy|hoy y ayer|yesterday and today)', (_, today) =>
    daysBetween(addDays(today, -1), today),
  ),
  rangeForm('(?:anteayer|antes de ayer|antier)', (_, today) =>
    daysBetween(addDays(today, -2), addDays(today, -2)),
  ),
  rangeForm('(?:hoy|today)', () => lastDays(1)),
  rangeForm('(?:ayer|yesterday)', (_, today) => daysBetween(addDays(today, -1), addDays(today, -1))),
];

/**
 * Finds a month or a range of days in a text, in words or figures: `octubre`, `sept a nov 2026`, `del 1 al 15
 * de octubre`, `mes pasado`, `01-10-2026 a 15-10-2026`. A month without a year is the last one that has
 * begun.
 */
export function readDayRange(text: string, today: Day): DayRangeMatch | undefined {
  // `15-oct-2026` and `15/oct` are `15 oct 2026` and `15 oct`.
  const plain = foldKeepingLength(text).replace(dayWithName, (found) => found.replace(/[-/]/g, ' '));
  if (!mayHaveDays.test(plain)) return undefined;
  for (const { form, range, mayBeDeadline, hasAssumedStart = false, isOfPeriod = false } of forms) {
    const found = form.exec(plain);
    if (!found) continue;
    // An end without a start is no range.
    if (onlyEnd.test(plain.slice(0, found.index))) return undefined;
    const [whole, ...groups] = found;
    const read = range(
      groups.map((part) => part ?? ''),
      today,
    );
    // A day that does not exist is no range.
    if (!read) return undefined;
    if (mayBeDeadline?.(whole, read, today) && isRequest(text)) continue;
    const rest = `${text.slice(0, found.index)} ${text.slice(found.index + whole.length)}`;
    const span = { from: found.index, to: found.index + whole.length };
    return { range: read, rest, ...span, hasAssumedStart, isOfPeriod };
  }
  return undefined;
}

import { addDays, type Day, isDay, type Range, typedDay } from '../../../shared/model/dates.ts';
import {
  dayOf,
  daysBetween,
  halfOfMonth,
  monthBefore,
  monthNames,
  monthNumber,
  monthOf,
  monthWhole,
  nearestDay,
  upTo,
  weekdayBefore,
  weekdayNames,
  weekdayOfMonth,
  weekOf,
} from './calendar-arithmetic.ts';

/** A form of a range of days in words or figures. */
export interface Form {
  form: RegExp;
  range: (found: readonly string[], today: Day) => Range | undefined;
  /** Whether its day may be a deadline, in a text that requests something. */
  mayBeDeadline?: (words: string, range: Range, today: Day) => boolean;
  /** Whether the text gives its last day alone. */
  hasAssumedStart?: boolean;
  /** Whether its figures count or name a period, so that the range need not show them. */
  isOfPeriod?: boolean;
}

/** A month by its name. */
export const month = `(?:${monthNames.join('|')})\\.?`;
/** A day of a month, `1` or `1°`. */
export const dayOfMonth = '(\\d{1,2})(?:°|o|ro|er|ero|st|nd|rd|th)?';
/** A year of this century. */
export const year = '(?:20\\d{2})';
/** Joins the two ends of a range. */
export const and = '(?:y|e|a|al|hasta|-|\\.{2,3}|and|to|until|through|thru)';
/** Before a month or its year. */
export const of = '(?:del? mes de|del?|of|in)';
/** Before the first day of a range that ends today. */
export const since =
  '(?:desde|since|from|(?:despues|a partir|a contar|con posterioridad) de(?:l|sde)?|posterior(?:es)? al?|after)';
/** The end of a range that is today. */
export const untilNow =
  '(?:hasta|to|until|al?) (?:(?:el )?dia de )?(?:hoy|today|la fecha|esta fecha|ahora|now)';
/** The implied end of such a range; no other end may follow. */
export const untilToday = `(?: ${untilNow})?(?!(?: ${of})?(?: ${year})? ?${and} )`;
/** A date in figures. */
export const date = '(?:\\d{1,2}[-/.]\\d{1,2}[-/.](?:\\d{4}|\\d{2})|\\d{4}-\\d{2}-\\d{2})';
/** A day and its month, `12/10`. */
export const dayAndMonth = '(?:\\d{1,2}/\\d{1,2})';
/** The same with a hyphen, for an existing day and month: `12-10`. */
export const dayAndMonthApart = '(?:(?:0?[1-9]|[12]\\d|3[01])-(?:0?[1-9]|1[0-2]))';
/** Words that introduce a range and belong to it. */
const lead =
  '(?:(?:entre|desde|durante|from|since|between|de|del|en|in|of|el|la|los|las|the|mes|month|dia) ){0,5}';

/** A form, with the words that may introduce it, of which nothing before or after continues it. */
export function rangeForm(form: string, range: Form['range']): Form {
  return { form: new RegExp(`(?<![\\p{L}\\p{N}./-])${lead}${form}(?![\\p{L}\\p{N}/-]|\\.\\d)`, 'u'), range };
}

/** A form whose figures count or name a period, as in `semana 45`, `Q3` or `últimos 3 meses`. */
export function periodForm(form: string, range: Form['range']): Form {
  return { ...rangeForm(form, range), isOfPeriod: true };
}

/** The month of today or the one before, behind a day: `del mes pasado`, `del presente`. */
const nearMonth =
  '(?:del mes (pasado|anterior)|de este mes|del mes (?:en curso|actual)|del (?:presente|corriente)(?: mes)?(?! \\p{L}{3}))';
/** A day and its month with a dot, which are an amount where they stand alone: `01.10`. */
const dayAndMonthDotted =
  '(?:(?:0?[1-9]|[12]\\d|3[01])\\.(?:0[1-9]|1[0-2])(?! ?(?:usd|us|eur|clp|uf|pesos|dolares|[$%])))';
const measure =
  '(?:t/?c|tipo de cambio|tasas?|tarifas?|rates?|precios?|prices?|valor(?:es)?|pesos?|weight|hrs?|horas?|hours|kgs?|kilos?|ton|toneladas|m3|cbm|fob|cif|flete|freight)(?!\\p{L})';
/** No rate, weight, hour or price is next to the figures. */
const noMeasure = `(?<!(?<!\\p{L})${measure}.{0,40})(?!.{0,40}(?<!\\p{L})${measure})`;
/** Such a day where one word alone tells it from an amount: `desde 01.10`. */
export const dayAndMonthOfWord = `${noMeasure}${dayAndMonthDotted}`;

/** Days of this month or the last one, `del 5 al 10 del presente`, and ranges of dotted days. */
export function daysOfNearMonthForms(): Form[] {
  const monthOfDay = (past: string, today: Day) => (past === '' ? today.slice(0, 7) : monthBefore(today));
  const dayIn = (day: string, past: string, today: Day) => {
    const own = `${monthOfDay(past, today)}-${day.padStart(2, '0')}`;
    return isDay(own) ? own : undefined;
  };
  const itsName = `(?:${weekdayNames.join('|')}),? `;
  return [
    {
      ...rangeForm(`${until} (\\d{1,2}) ${nearMonth}`, ([word = '', day = '', past = ''], today) =>
        upTo(dayIn(day, past, today), isBefore(word)),
      ),
      hasAssumedStart: true,
    },
    rangeForm(
      `(?<!\\d, )${dayOfMonth} ?(?:al?|hasta|y|-) ?(?:el )?(\\d{1,2}) (?:${nearMonth}|del mes(?! (?:${of}|que|proximo|siguiente|entrante) ))`,
      ([first = '', last = '', past = ''], today) =>
        daysBetween(dayIn(first, past, today), dayIn(last, past, today)),
    ),
    rangeForm(
      `${since} ?(?:el )?(?:dia )?(\\d{1,2}) ${nearMonth}${untilToday}`,
      ([day = '', past = ''], today) => daysBetween(dayIn(day, past, today), today),
    ),
    rangeForm(
      `(?:(?:el|del|dia) (?:${itsName})?|${itsName})(0?[1-9]|[12]\\d|3[01]) ${nearMonth}`,
      ([day = '', past = ''], today) => {
        const own = dayIn(day, past, today);
        return daysBetween(own, own);
      },
    ),
    rangeForm(
      `(?<!(?:usd|us|eur|clp|\\$) ?)(${dayAndMonthDotted})(?: (?:al|hasta|to|until) (?:el )?|${noMeasure}(?: a (?:el )?| ?- ?))(${dayAndMonthDotted})`,
      ([from = '', to = ''], today) => daysBetween(dayOf(from, today), dayOf(to, today)),
    ),
  ];
}

const half = '(primera?|segunda|1[ar]a?|1°|2d?a|2°|first|second) (?:quincena|mitad|half)';
const isFirst = (nth: string) => /^[p1f]/.test(nth);

/** The halves of a month: `primera quincena de octubre`, `quincena pasada`. */
export function halfMonthForms(): Form[] {
  return [
    periodForm(
      `${half} (?:${of} )?(${month})(?: ${of})?(?: (${year}))?`,
      ([nth = '', name = '', inYear = ''], today) => halfOfMonth(isFirst(nth), monthOf(name, inYear, today)),
    ),
    periodForm(`${half} (?:del )?(?:mes )?(?:pasado|anterior)`, ([nth = ''], today) =>
      halfOfMonth(isFirst(nth), monthBefore(today)),
    ),
    periodForm(
      `${half}(?: (?:de este mes|del mes(?: (?:en curso|actual))?))?(?! (?:${of}) )`,
      ([nth = ''], today) =>
        halfOfMonth(
          isFirst(nth),
          isFirst(nth) || today.slice(8) > '15' ? today.slice(0, 7) : monthBefore(today),
        ),
    ),
    periodForm('(?:esta quincena|quincena (?:actual|en curso))', (_, today) =>
      halfOfMonth(today.slice(8) <= '15', today.slice(0, 7)),
    ),
    periodForm('(?:ultima quincena|quincena (?:pasada|anterior))', (_, today) =>
      today.slice(8) > '15' ? halfOfMonth(true, today.slice(0, 7)) : halfOfMonth(false, monthBefore(today)),
    ),
  ];
}

const nameOfWeekday = `(${weekdayNames.join('|')})`;

/** Days of the week: the last of that name that has begun. */
export function weekdayForms(): Form[] {
  const mayBeDeadline: Form['mayBeDeadline'] = (words) => /^(?:el|on) /.test(words);
  const single = (name: string, today: Day) => {
    const day = weekdayBefore(name, today);
    return daysBetween(day, day);
  };
  return [
    rangeForm(
      `(?:del?|desde|from|entre|between) (?:el )?${nameOfWeekday} (?:al?|y|hasta|to|through|and) (?:el )?${nameOfWeekday}(?:'s)?`,
      ([first = '', last = ''], today) => {
        const end = weekdayBefore(last, today);
        return daysBetween(weekdayBefore(first, end), end);
      },
    ),
    rangeForm(
      `(?:el )?${nameOfWeekday},? (\\d{1,2}) (?:al?|y|hasta|-|to|through|and) (?:el )?${nameOfWeekday},? (\\d{1,2})(?! ?(?:de|of|hrs?|horas|am|pm|:))`,
      ([first = '', firstDay = '', last = '', lastDay = ''], today) => {
        const end = weekdayOfMonth(last, lastDay, today);
        return daysBetween(end && weekdayOfMonth(first, firstDay, end), end);
      },
    ),
    rangeForm(
      `(?:desde|since) (?:el )?${nameOfWeekday}(?: (?:recien )?(?:pasado|anterior))?${untilToday}`,
      ([name = ''], today) => daysBetween(weekdayBefore(name, today), today),
    ),
    rangeForm(
      `(?:el |del |los )?${nameOfWeekday},? (\\d{1,2})(?! (?:de|of|a|al|hrs?|horas|am|pm))`,
      ([name = '', number = ''], today) => {
        const day = weekdayOfMonth(name, number, today);
        return daysBetween(day, day);
      },
    ),
    rangeForm(`${nameOfWeekday} (?:recien )?(?:pasado|anterior)`, ([name = ''], today) =>
      single(name, today),
    ),
    rangeForm(
      `(?<!(?:para|antes|hasta|by|until|before|next) )(?:el|del|on|from|of|last|ultimo) (?:dia )?${nameOfWeekday}(?:'s)?(?! (?:\\d|proximo|que viene|siguiente|next|y|and|al?|to|hasta|through)(?!\\p{L}))`,
      ([name = ''], today) => single(name, today),
    ),
  ].map((one) => ({ ...one, mayBeDeadline }));
}

/** Before the last day of a range, or the day after it. */
const until =
  '(hasta|until|till|up to|antes de(?:l mes de)?|antes del|antes|previ[oa]s? al?|anterior(?:es)? al?|before|prior to)(?: (?:el|la|the))?(?: dia)?';
const till = '(?:hasta|until|till|up to)';
const weekday = `(${weekdayNames.join('|')})`;
const isBefore = (word: string) => /^(?:ant|prev|before|prior)/.test(word);

/** Ranges with an end alone, `hasta el 15 de octubre`: they begin with the year of that day. */
export function endForms(): Form[] {
  const mayBeDeadline: Form['mayBeDeadline'] = (_, range, today) =>
    range.kind === 'days' && range.end >= today;
  const named = (word: string, name: string, day: string, inYear: string, today: Day) =>
    upTo(nearestDay(monthNumber(name), day, inYear, today), isBefore(word));
  return [
    rangeForm(`${until} (${date}|${dayAndMonth}|${dayAndMonthApart})`, ([word = '', end = ''], today) => {
      const [day = '', inMonth = ''] = end.split(/[-/]/);
      return upTo(typedDay(end) ?? nearestDay(inMonth, day, '', today), isBefore(word));
    }),
    rangeForm(
      `${until} ${dayOfMonth} (?:${of} )?(${month})(?: ${of})?(?: (${year}))?`,
      ([word = '', day = '', name = '', inYear = ''], today) => named(word, name, day, inYear, today),
    ),
    rangeForm(
      `(?<!\\d )al (?:dia )?(?:(${date})|${dayOfMonth} (?:${of} )?(${month})(?: ${of})?(?: (${year}))?)`,
      ([whole = '', day = '', name = '', inYear = ''], today) =>
        whole === '' ? named('al', name, day, inYear, today) : upTo(typedDay(whole), false),
    ),
    rangeForm(
      `${until} (${month}) (\\d{1,2})(?:st|nd|rd|th)?(?:,? (${year}))?`,
      ([word = '', name = '', day = '', inYear = ''], today) => named(word, name, day, inYear, today),
    ),
    rangeForm(
      `${until}(?: (?:fin|fines|final|finales|mes|end)(?: del?| of)?)? (${month})(?: ${of})?(?: (${year}))?`,
      ([word = '', name = '', inYear = ''], today) => {
        const first = nearestDay(monthNumber(name), '1', inYear, today);
        const whole = first === undefined ? undefined : monthWhole(first.slice(0, 7));
        if (whole?.kind !== 'days') return undefined;
        return upTo(isBefore(word) ? whole.start : whole.end, isBefore(word));
      },
    ),
    rangeForm(
      `${till} (?:(?:el )?(?:dia )?${weekday} (?:recien )?(?:pasado|anterior)|last ${weekday})`,
      ([spanish = '', english = ''], today) => upTo(weekdayBefore(spanish || english, today), false),
    ),
    rangeForm(`${till} (?:la )?(?:semana (?:pasada|anterior)|last week)`, (_, today) =>
      endOf(weekOf(addDays(today, -7))),
    ),
    rangeForm(
      `${till} (?:el |(?:fin|fines|final) (?:del? )?|the end of )?(?:mes (?:pasado|anterior)|last month)`,
      (_, today) => endOf(monthWhole(monthBefore(today))),
    ),
    rangeForm(
      `${till} (?:el )?(?:fin|fines|final|finales|the end|end) (?:del? |of )(?:este |this |the )?(?:mes|month)(?! (?:${of}|proximo|siguiente) )`,
      (_, today) => endOf(monthWhole(today.slice(0, 7))),
    ),
    rangeForm(`(?<!\\d )${till} el (?:dia )?(\\d{1,2})(?! ?(?:[-/:°%.]|\\p{L}|\\d))`, ([day = ''], today) =>
      upTo(nearestDay(today.slice(5, 7), day, '', today), false),
    ),
    rangeForm(`${till} (?:ayer|yesterday)`, (_, today) => upTo(addDays(today, -1), false)),
    rangeForm(`${till} (?:(?:el )?dia de )?(?:hoy|today|la fecha|ahora|now)`, (_, today) =>
      upTo(today, false),
    ),
  ].map((one) => ({ ...one, mayBeDeadline, hasAssumedStart: true }));
}

function endOf(range: Range | undefined): Range | undefined {
  return range?.kind === 'days' ? upTo(range.end, false) : undefined;
}

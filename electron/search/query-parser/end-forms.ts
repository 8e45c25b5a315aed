import { addDays, type Day, type Range, typedDay } from '../../../shared/model/dates.ts';
import {
  monthBefore,
  monthNumber,
  monthWhole,
  nearestDay,
  upTo,
  weekdayBefore,
  weekdayNames,
  weekOf,
} from './calendar-ranges.ts';
import {
  date,
  dayAndMonth,
  dayAndMonthApart,
  dayOfMonth,
  type Form,
  month,
  of,
  rangeForm,
  year,
} from './date-form.ts';

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
      endOf(weekOf(addDays(today, -7), addDays(today, -7))),
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

import type { Day } from '../../../shared/model/dates.ts';
import { daysBetween, weekdayBefore, weekdayNames, weekdayOfMonth } from './calendar-ranges.ts';
import { type Form, rangeForm, untilToday } from './date-form.ts';

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
    rangeForm(`(?:desde|since) (?:el )?${nameOfWeekday}${untilToday}`, ([name = ''], today) =>
      daysBetween(weekdayBefore(name, today), today),
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

import { halfOfMonth, monthBefore, monthOf } from './calendar-ranges.ts';
import { type Form, month, of, rangeForm, year } from './date-form.ts';

const half = '(primera?|segunda|1[ar]a?|1°|2d?a|2°|first|second) (?:quincena|mitad|half)';
const isFirst = (nth: string) => /^[p1f]/.test(nth);

/** The halves of a month: `primera quincena de octubre`, `quincena pasada`. */
export function halfMonthForms(): Form[] {
  return [
    rangeForm(
      `${half} (?:${of} )?(${month})(?: ${of})?(?: (${year}))?`,
      ([nth = '', name = '', inYear = ''], today) => halfOfMonth(isFirst(nth), monthOf(name, inYear, today)),
    ),
    rangeForm(`${half} (?:del )?(?:mes )?(?:pasado|anterior)`, ([nth = ''], today) =>
      halfOfMonth(isFirst(nth), monthBefore(today)),
    ),
    rangeForm(
      `${half}(?: (?:de este mes|del mes(?: (?:en curso|actual))?))?(?! (?:${of}) )`,
      ([nth = ''], today) =>
        halfOfMonth(
          isFirst(nth),
          isFirst(nth) || today.slice(8) > '15' ? today.slice(0, 7) : monthBefore(today),
        ),
    ),
    rangeForm('(?:esta quincena|quincena (?:actual|en curso))', (_, today) =>
      halfOfMonth(today.slice(8) <= '15', today.slice(0, 7)),
    ),
    rangeForm('(?:ultima quincena|quincena (?:pasada|anterior))', (_, today) =>
      today.slice(8) > '15' ? halfOfMonth(true, today.slice(0, 7)) : halfOfMonth(false, monthBefore(today)),
    ),
  ];
}

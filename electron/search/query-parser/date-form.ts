import type { Day, Range } from '../../../shared/model/dates.ts';
import { monthNames } from './calendar-ranges.ts';

/** A form of a range of days in words or figures. */
export interface Form {
  form: RegExp;
  range: (found: readonly string[], today: Day) => Range | undefined;
  /** Whether its day may be a deadline, in a text that requests something. */
  mayBeDeadline?: (words: string, range: Range, today: Day) => boolean;
  /** Whether the text gives its last day alone. */
  hasAssumedStart?: boolean;
}

/** A month by its name. */
export const month = `(?:${monthNames.join('|')})\\.?`;
/** A day of a month, `1` or `1°`. */
export const dayOfMonth = '(\\d{1,2})(?:°|o|ro|er|ero|st|nd|rd|th)?';
/** A year of this century. */
export const year = '(?:20\\d{2})';
/** Joins the two ends of a range. */
export const and = '(?:y|e|a|al|hasta|-|and|to|until|through|thru)';
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

import { type Day, formatDay } from '../../shared/model/dates.ts';

/** A day as text; `''` for none. */
export function dayText(day: Day | undefined): string {
  return day === undefined || day === '' ? '' : formatDay(day);
}

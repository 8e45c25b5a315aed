import { dayMs } from '../../../shared/model/dates.ts';

/** The calendar day of an instant (milliseconds since 1970) in UTC, `YYYY-MM-DD`. */
export function isoDay(instant: number): string {
  return new Date(instant).toISOString().slice(0, 10);
}

/** A date without a time of day, as the API writes one; `null` of `null`. Practice data is at UTC-4. */
export function dayOnly<Known extends number | null>(instant: Known): string | Exclude<Known, number>;
export function dayOnly(instant: number | null): string | null {
  return instant === null ? null : `${isoDay(instant - dayMs / 6)}T00:00:00.000Z`;
}

/** An instant as the API writes one; `null` of `null`. */
export function instantText(instant: number | null): string | null {
  return instant === null ? null : new Date(instant).toISOString();
}

/**
 * The working day at this instant or, on a weekend, the nearest one: Friday for a Saturday, Monday for a
 * Sunday. Same time of day.
 */
export function workingTime(instant: number): number {
  const weekday = new Date(instant - dayMs / 6).getUTCDay();
  return weekday === 6 ? instant - dayMs : weekday === 0 ? instant + dayMs : instant;
}

import { isDay, serviceZone } from '../../../shared/model/dates.ts';

const form = /^(\d{4}-\d{2}-\d{2})(?: (\d{2}):(\d{2}))?$/;

/** Which end of a range a date is; both are inclusive (names.md, Paging and dates). */
export type RangeEnd = 'start' | 'end';

const hourInMs = 3_600_000;

/**
 * The instant of `YYYY-MM-DD` or `YYYY-MM-DD HH:mm` in Santiago, in milliseconds since 1970. Without a time
 * it is the first or the last millisecond of the day. Undefined when the text has another form or the date
 * does not exist.
 */
export function instantOf(text: string, end: RangeEnd): number | undefined {
  const [, day, hour, minute] = form.exec(text) ?? [];
  if (day === undefined || !isDay(day)) return undefined;
  const midnight = Date.parse(`${day}T00:00:00Z`);
  if (hour === undefined || minute === undefined)
    return fromWallTime(end === 'start' ? midnight : midnight + 24 * hourInMs - 1, end);
  if (Number(hour) > 23 || Number(minute) > 59) return undefined;
  return fromWallTime(midnight + (Number(hour) * 60 + Number(minute)) * 60_000, end);
}

/**
 * The instant of a wall time in Santiago (written as if it were UTC), three hours behind UTC in summer and
 * four in winter. The hour that occurs twice in April starts at its first occurrence and ends at its second.
 * A time in the skipped hour of September means the end of the skip.
 */
function fromWallTime(wall: number, end: RangeEnd): number {
  const shown = new Date(wall).toISOString().slice(0, 19).replace('T', ' ');
  const real = [wall + 3 * hourInMs, wall + 4 * hourInMs].filter(
    (instant) => santiago.format(instant) === shown,
  );
  // Clocks are changed on the hour, in UTC too.
  return real.at(end === 'start' ? 0 : -1) ?? wall + 4 * hourInMs - (wall % hourInMs);
}

/** Swedish times are written as in ISO 8601. */
const santiago = new Intl.DateTimeFormat('sv-SE', {
  timeZone: serviceZone,
  dateStyle: 'short',
  timeStyle: 'medium',
});

import { isDay, serviceZone } from '../../../shared/model/dates.ts';

const form = /^(\d{4}-\d{2}-\d{2})(?: (\d{2}):(\d{2}))?$/;

/** Which end of a range a date is; both are inclusive (names.md, Paging and dates). */
export type RangeEnd = 'start' | 'end';

/**
 * The instant of `YYYY-MM-DD` or `YYYY-MM-DD HH:mm` in Santiago, in milliseconds since 1970. Without a time
 * it is the first or the last millisecond of the day. Undefined when the text has another form or the date
 * does not exist.
 */
export function instantOf(text: string, end: RangeEnd): number | undefined {
  const match = form.exec(text);
  const [, day, hour, minute] = match ?? [];
  if (day === undefined || !isDay(day)) return undefined;
  const midnight = Date.parse(`${day}T00:00:00Z`);
  if (hour === undefined || minute === undefined) {
    return end === 'start' ? fromWallTime(midnight, end) : fromWallTime(midnight + 86_399_999, end);
  }
  if (Number(hour) > 23 || Number(minute) > 59) return undefined;
  return fromWallTime(midnight + (Number(hour) * 60 + Number(minute)) * 60_000, end);
}

/**
 * The instant of a wall time in Santiago (written as if it were UTC). The hour that occurs twice in April
 * starts at its first occurrence and ends at its second. A time in the skipped hour of September means the
 * end of the skip.
 */
function fromWallTime(wall: number, end: RangeEnd): number {
  // Half a day before and after are the offsets on both sides of any nearby change.
  const candidates = [
    ...new Set([wall - offsetAt(wall - 43_200_000), wall - offsetAt(wall + 43_200_000)]),
  ].sort((left, right) => left - right);
  const real = candidates.filter((instant) => instant + offsetAt(instant) === wall);
  const selected = end === 'start' ? real.at(0) : real.at(-1);
  if (selected !== undefined) return selected;
  // Skipped: clocks never show it. The skip begins where the two readings disagree; they enclose it by an
  // hour.
  const [earlier = wall, later = wall] = candidates;
  return boundaryBetween(earlier, later);
}

/** The first instant after `before` with another offset; it is at or before `after`. */
function boundaryBetween(before: number, after: number): number {
  let [low, high] = [before, after];
  const initial = offsetAt(low);
  while (high - low > 1) {
    const middle = Math.floor((low + high) / 2);
    if (offsetAt(middle) === initial) low = middle;
    else high = middle;
  }
  return high;
}

const santiago = new Intl.DateTimeFormat('en-US', {
  timeZone: serviceZone,
  hourCycle: 'h23',
  year: 'numeric',
  month: 'numeric',
  day: 'numeric',
  hour: 'numeric',
  minute: 'numeric',
  second: 'numeric',
});

/** Santiago's wall time minus UTC at an instant, in milliseconds. */
function offsetAt(instant: number): number {
  const whole = Math.floor(instant / 1000) * 1000;
  const part: Record<string, number> = {};
  for (const { type, value } of santiago.formatToParts(whole)) part[type] = Number(value);
  const wall = new Date(0);
  wall.setUTCFullYear(part['year'] ?? 0, (part['month'] ?? 1) - 1, part['day'] ?? 1);
  wall.setUTCHours(part['hour'] ?? 0, part['minute'] ?? 0, part['second'] ?? 0, 0);
  return wall.getTime() - whole;
}

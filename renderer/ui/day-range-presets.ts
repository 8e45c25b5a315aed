import { type Day, dayInSantiago, formatDay, type Range, resolveRange } from '../../shared/model/dates.ts';

/** The range presets, in the order of the menu. */
export const presets: readonly {
  name: 'today7' | 'last30' | 'thisMonth' | 'lastMonth' | 'last90' | 'thisYear';
  range: Range;
}[] = [
  { name: 'today7', range: { kind: 'last-days', days: 7 } },
  { name: 'last30', range: { kind: 'last-days', days: 30 } },
  { name: 'thisMonth', range: { kind: 'this-month' } },
  { name: 'lastMonth', range: { kind: 'last-month' } },
  { name: 'last90', range: { kind: 'last-days', days: 90 } },
  { name: 'thisYear', range: { kind: 'this-year' } },
];

/** The preset of a range, if it is one. */
export function presetOf(range: Range): (typeof presets)[number]['name'] | undefined {
  return presets.find(({ range: preset }) => JSON.stringify(preset) === JSON.stringify(range))?.name;
}

/** The days of a range as of now. */
export function daysOf(range: Range): { start: Day; end: Day } {
  return resolveRange(range, dayInSantiago(Date.now()));
}

/** Fixed days as text; one day if both ends are the same. */
export function formatDays(start: Day, end: Day): string {
  return start === end ? formatDay(start) : `${formatDay(start)} – ${formatDay(end)}`;
}

/** A day as text; `''` for none. */
export function dayText(day: Day | undefined): string {
  return day === undefined || day === '' ? '' : formatDay(day);
}

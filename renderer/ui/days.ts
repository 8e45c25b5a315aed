import { type Day, dayInSantiago, formatDay, type Range, resolveRange } from '../../shared/model/dates.ts';

/** The ranges that are one click away, in the order of the menu. */
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

/** The preset that a range is, if it is one. */
export function presetOf(range: Range): (typeof presets)[number]['name'] | undefined {
  return presets.find(({ range: preset }) => JSON.stringify(preset) === JSON.stringify(range))?.name;
}

/** The days that a range means when asked now. */
export function daysOf(range: Range): { start: Day; end: Day } {
  return resolveRange(range, dayInSantiago(Date.now()));
}

/** Fixed days as people read them; one day when both ends are the same. */
export function formatDays(start: Day, end: Day): string {
  return start === end ? formatDay(start) : `${formatDay(start)} – ${formatDay(end)}`;
}

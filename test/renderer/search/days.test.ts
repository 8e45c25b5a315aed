import { describe, expect, it } from 'vitest';
import { formatDays, presetOf, readDay } from '../../../renderer/features/search/days.ts';

describe('a day as it is typed', () => {
  it.each([
    ['31-10-2026', '2026-10-31'],
    ['1/2/26', '2026-02-01'],
    [' 05.11.2026 ', '2026-11-05'],
    ['2026-10-31', '2026-10-31'],
    ['29-02-2024', '2024-02-29'],
  ])('%s is %s', (typed, day) => expect(readDay(typed)).toBe(day));

  it.each(['', '30-02-2026', '29-02-2026', '31-04-2026', '10-31-2026', '1-1', 'mañana', '01-01-02026'])(
    '%j is none',
    (typed) => expect(readDay(typed)).toBeUndefined(),
  );
});

describe('a range in the menu', () => {
  it('knows its preset', () => {
    expect(presetOf({ kind: 'last-days', days: 30 })).toBe('last30');
    expect(presetOf({ kind: 'last-days', days: 31 })).toBeUndefined();
  });

  it('is one day when both ends are', () => {
    expect(formatDays('2026-10-01', '2026-10-01')).toBe('01-10-2026');
    expect(formatDays('2026-10-01', '2026-10-31')).toBe('01-10-2026 – 31-10-2026');
  });
});

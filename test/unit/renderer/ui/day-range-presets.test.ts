import { describe, expect, it } from 'vitest';
import { dayText, formatDays, presetOf } from '../../../../renderer/ui/day-range-presets.ts';

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

it('a day is shown as Chilean staff read it, and nothing as nothing', () => {
  expect([dayText('2031-12-31'), dayText(''), dayText(undefined)]).toEqual(['31-12-2031', '', '']);
});

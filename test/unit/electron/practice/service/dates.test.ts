import { describe, expect, it } from 'vitest';
import { instantOf, type RangeEnd } from '../../../../../electron/practice/service/dates.ts';

describe('a date in Santiago', () => {
  it.each([
    ['2026-07-01', 'start', '2026-07-01T04:00:00.000Z', 'winter: four hours'],
    ['2026-07-01', 'end', '2026-07-02T03:59:59.999Z', 'the last millisecond of the day'],
    ['2026-01-01', 'start', '2026-01-01T03:00:00.000Z', 'summer: three hours'],
    ['2026-01-01 10:30', 'start', '2026-01-01T13:30:00.000Z', 'a minute as a start'],
    ['2026-01-01 10:30', 'end', '2026-01-01T13:30:00.000Z', 'a minute as an end'],
    ['2026-01-01 00:00', 'end', '2026-01-01T03:00:00.000Z', 'midnight is a minute, not a day'],
    // Clocks go from 24:00 of 4 April back to 23:00: the last hour comes twice.
    ['2026-04-04', 'end', '2026-04-05T03:59:59.999Z', 'the day of 25 hours ends with its second last hour'],
    [
      '2026-04-04 23:30',
      'start',
      '2026-04-05T02:30:00.000Z',
      'a start in the doubled hour is its first time',
    ],
    ['2026-04-04 23:30', 'end', '2026-04-05T03:30:00.000Z', 'an end in the doubled hour is its second time'],
    ['2026-04-04 22:59', 'end', '2026-04-05T01:59:00.000Z', 'before the doubled hour'],
    ['2026-04-05', 'start', '2026-04-05T04:00:00.000Z', 'the day after'],
    // Clocks go from 24:00 of 5 September to 01:00 of the 6th: the first hour does not come.
    ['2026-09-05', 'end', '2026-09-06T03:59:59.999Z', 'the last day of winter'],
    ['2026-09-06', 'start', '2026-09-06T04:00:00.000Z', 'the day of 23 hours starts at one o’clock'],
    [
      '2026-09-06 00:30',
      'start',
      '2026-09-06T04:00:00.000Z',
      'a start that is skipped is the end of the skip',
    ],
    ['2026-09-06 00:30', 'end', '2026-09-06T04:00:00.000Z', 'an end that is skipped is the end of the skip'],
    ['2026-09-06 01:00', 'start', '2026-09-06T04:00:00.000Z', 'one o’clock'],
    ['2026-09-06', 'end', '2026-09-07T02:59:59.999Z', 'the end of the day of 23 hours'],
    ['2024-02-29', 'start', '2024-02-29T03:00:00.000Z', 'a leap day'],
  ] as [string, RangeEnd, string, string][])('%s as %s is %s: %s', (text, end, instant) => {
    expect(new Date(instantOf(text, end) ?? Number.NaN).toISOString()).toBe(instant);
  });

  it.each([
    '',
    '2026',
    '2026-02-30',
    '2026-02-29',
    '2026-13-01',
    '2026-00-10',
    '2026-01-00',
    '26-01-01',
    '2026-1-1',
    '2026/01/01',
    '01-01-2026',
    '2026-01-01T00:00',
    '2026-01-01T00:00:00.000Z',
    '2026-01-01 0:00',
    '2026-01-01 24:00',
    '2026-01-01 23:60',
    '2026-01-01  10:00',
    '2026-01-01 10:00:00',
    ' 2026-01-01',
    '2026-01-01 ',
    '2026-01-01\n',
    '２０２６-01-01',
  ])('is not %j', (text) => {
    expect(instantOf(text, 'start')).toBeUndefined();
  });

  it('starts before it ends, every day of three years, with no gap to the next', () => {
    for (let day = Date.UTC(2025, 0, 1); day < Date.UTC(2028, 0, 1); day += 86_400_000) {
      const [today, tomorrow] = [day, day + 86_400_000].map((instant) =>
        new Date(instant).toISOString().slice(0, 10),
      );
      const end = instantOf(today ?? '', 'end') ?? Number.NaN;
      expect(instantOf(tomorrow ?? '', 'start'), today).toBe(end + 1);
    }
  });
});

import { expect, it } from 'vitest';
import { isKeyOld, keyAgeDays } from '../../../../../renderer/features/connections/key-age.ts';

const since = '2026-05-24T12:00:00.000Z';
const now = Date.parse('2026-11-20T12:00:00.000Z');

it('a key is old from the day on that the person has set', () => {
  expect(keyAgeDays(since, now)).toBe(180);
  expect([179, 180, 181].map((days) => isKeyOld(since, now, days))).toEqual([true, true, false]);
  expect(isKeyOld(since, now - 1, 180)).toBe(false);
});

it('a person who wants no reminder gets none', () => {
  expect(isKeyOld(since, now, 0)).toBe(false);
});

it('a key of after now, by a clock that was set back, is new', () => {
  expect(keyAgeDays(since, Date.parse('2026-01-01T00:00:00.000Z'))).toBe(0);
});

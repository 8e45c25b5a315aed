import { expect, test } from 'vitest';
import { backoffMs } from '../../../../electron/jobs/index.ts';

test('waits double from a second, thirty percent either way, and are never longer than thirty', () => {
  expect([1, 2, 3, 4].map((failures) => backoffMs(failures, 0.5))).toEqual([1000, 2000, 4000, 8000]);
  expect(backoffMs(1, 0)).toBe(700);
  expect(backoffMs(1, 1)).toBeCloseTo(1300);
  expect(backoffMs(9, 1)).toBe(30_000);
});

test.each([
  ['searches that a person waits for, from a minute', { firstMs: 60_000, maxMs: 900_000 }, [60_000, 120_000]],
  [
    'dispatches in the background, from a day',
    { firstMs: 86_400_000, maxMs: 172_800_000 },
    [86_400_000, 172_800_000],
  ],
])('the same rule serves %s', (_, policy, first) => {
  expect([1, 2].map((failures) => backoffMs(failures, 0.5, policy))).toEqual(first);
  expect(backoffMs(1, 0, policy)).toBe(policy.firstMs * 0.7);
  expect(backoffMs(20, 0.5, policy)).toBe(policy.maxMs);
});

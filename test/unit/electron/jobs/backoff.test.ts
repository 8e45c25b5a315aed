import { expect, test } from 'vitest';
import { backoffMs } from '../../../../electron/jobs/index.ts';

test('waits double from a second, thirty percent either way, and are never longer than thirty', () => {
  expect([1, 2, 3, 4].map((failures) => backoffMs(failures, 0.5))).toEqual([1000, 2000, 4000, 8000]);
  expect(backoffMs(1, 0)).toBe(700);
  expect(backoffMs(1, 1)).toBeCloseTo(1300);
  expect(backoffMs(9, 1)).toBe(30_000);
});

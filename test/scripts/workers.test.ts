import { expect, it } from 'vitest';
import { workersFor } from '../../scripts/test/workers.mjs';

it.each([
  [1, 1],
  [2, 1],
  [3.4, 1],
  [3.9, 2],
  [24, 2],
])('%d GB of memory have %d tests side by side', (gigabytes, workers) => {
  expect(workersFor(gigabytes * 2 ** 30)).toBe(workers);
});

import { expect, it } from 'vitest';
import { workersFor, workersInNodeFor } from '../../scripts/test/workers.mjs';

it.each([
  [1, 1],
  [2, 1],
  [3.4, 1],
  [3.9, 2],
  [24, 2],
])('%d GB of memory have %d tests side by side', (gigabytes, workers) => {
  expect(workersFor(gigabytes * 2 ** 30)).toBe(workers);
});

it.each([
  [2, 'linux', 1],
  [4, 'linux', 2],
  [8, 'linux', 3],
  [8, 'win32', 2],
])('%d GB of memory on %s have %d files of tests in Node side by side', (gigabytes, platform, workers) => {
  expect(workersInNodeFor(gigabytes * 2 ** 30, platform)).toBe(workers);
});

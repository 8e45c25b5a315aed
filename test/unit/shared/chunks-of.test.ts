import { expect, test } from 'vitest';
import { chunksOf } from '../../../shared/chunks-of.ts';

test.each([
  [[], []],
  [[1, 2], [[1, 2]]],
  [
    [1, 2, 3, 4, 5],
    [[1, 2], [3, 4], [5]],
  ],
])('%j comes in twos as %j', (items: number[], chunks: number[][]) => {
  expect([...chunksOf(items, 2)]).toEqual(chunks);
});

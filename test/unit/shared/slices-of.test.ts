import { expect, test } from 'vitest';
import { slicesOf } from '../../../shared/slices-of.ts';

test.each([
  [[], []],
  [[1, 2], [[1, 2]]],
  [
    [1, 2, 3, 4, 5],
    [[1, 2], [3, 4], [5]],
  ],
])('%j comes in twos as %j', (items: number[], chunks: number[][]) => {
  expect([...slicesOf(items, 2)]).toEqual(chunks);
});

import { expect, test } from 'vitest';
import { createSmallMap } from '../../../../electron/lib/small-map.ts';

test('what passes is found by its key, in the order in which it came, until it is taken', () => {
  const map = createSmallMap<number, string>();
  for (const [key, value] of ['a', 'b', 'c'].entries()) map.add(key, value);
  expect(map.take(1)).toBe('b');
  expect(map.take(1)).toBeUndefined();
  expect(map.get(1)).toBeUndefined();
  expect(map.get(2)).toBe('c');
  expect([map.size, ...map.values()]).toEqual([2, 'a', 'c']);
  expect(map.empty()).toEqual(['a', 'c']);
  expect(map.size).toBe(0);
});

import { expect, test } from 'vitest';
import { createPassing } from '../../../../electron/lib/small-map.ts';

test('what passes is found by its key, in the order in which it came, until it is taken', () => {
  const passing = createPassing<number, string>();
  for (const [key, value] of ['a', 'b', 'c'].entries()) passing.add(key, value);
  expect(passing.take(1)).toBe('b');
  expect(passing.take(1)).toBeUndefined();
  expect(passing.get(1)).toBeUndefined();
  expect(passing.get(2)).toBe('c');
  expect([passing.size, ...passing.values()]).toEqual([2, 'a', 'c']);
  expect(passing.empty()).toEqual(['a', 'c']);
  expect(passing.size).toBe(0);
});

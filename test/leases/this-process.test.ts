import { expect, test } from 'vitest';
import { isAlive } from '../../electron/leases/this-process.ts';

test('a process is alive while it is there', () => {
  expect(isAlive(process.pid)).toBe(true);
});

// To the system some of these mean groups of processes, which are always there.
test.each([0, -1, Number.NaN, 1.5])('%s is no living process', (id) => {
  expect(isAlive(id)).toBe(false);
});

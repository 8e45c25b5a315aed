import { expect, test } from 'vitest';
import { isAlive, startOf } from '../../../../electron/lib/process-identity.ts';
import { skippedFor } from '../../../support/skipped.ts';

test('a process is alive while it is there', () => {
  expect(isAlive(process.pid)).toBe(true);
});

// To the system some of these mean groups of processes, which are always there.
test.each([0, -1, Number.NaN, 1.5])('%s is no living process', (id) => {
  expect(isAlive(id)).toBe(false);
});

const noStarts = process.platform !== 'linux' && 'only Linux tells when a process began';

test('a process is told by its start from any other of its number', skippedFor(noStarts), () => {
  expect(startOf(process.pid)).toMatch(/^[^/]{8,}$/);
  expect(startOf(process.pid)).toBe(startOf(process.pid));
  expect(startOf(process.pid)).not.toBe(startOf(process.ppid));
  expect(startOf(2 ** 22 + 1)).toBe('');
});

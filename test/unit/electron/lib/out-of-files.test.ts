import { closeSync, openSync } from 'node:fs';
import { expect, test } from 'vitest';
import { isOutOfFiles } from '../../../../electron/lib/out-of-files.ts';

test('a process that may open more files says so, and keeps none open', () => {
  const next = () => {
    const file = openSync(process.execPath, 'r');
    closeSync(file);
    return file;
  };
  const before = next();
  expect(isOutOfFiles()).toBe(false);
  expect(next()).toBe(before);
});

test.each(['Worker initialization failure: EMFILE', 'Cannot read package config /p: too many open files.'])(
  'what Node says of a thread that it cannot start is known: %s',
  (message) => {
    expect(isOutOfFiles(new Error(message))).toBe(true);
    expect(isOutOfFiles(new Error('out of memory'))).toBe(false);
  },
);

import { expect, test } from 'vitest';
import { mayBeMisread } from '../../../../../electron/database/rules/misread.ts';

test.each([
  ['12345', '12845', true],
  ['SZ-12345', 'SZ 1234S', true],
  ['12345', '123456', true],
  ['MAEU12345', 'MAFU1234', true],
  ['12345', '67890', false],
  ['12345', '1', false],
  ['2026-10-05', '2026-09-30', false],
  ['', '123', false],
])('%s may be %s, read wrong: %s', (read, other, may) => {
  expect([mayBeMisread(read, other), mayBeMisread(other, read)]).toEqual([may, may]);
});

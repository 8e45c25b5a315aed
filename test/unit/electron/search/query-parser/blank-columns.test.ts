import { expect, test } from 'vitest';
import { withTabsForBlanks } from '../../../../../electron/search/query-parser/blank-columns.ts';

const repeated = (lines: readonly string[]) => Array.from({ length: 1000 }, () => lines).flat();

test.each([
  ['a heading above each row', repeated(['Despacho Kilos', '410931 12'])],
  ['one heading above all rows', ['Despacho Kilos', ...repeated(['410931 12', '410932 8'])]],
])('lines of columns between blanks yield every two hundred lines: %s', (_, lines) => {
  const yields = [...withTabsForBlanks(lines)];
  expect(yields.length).toBeGreaterThan(8);
});

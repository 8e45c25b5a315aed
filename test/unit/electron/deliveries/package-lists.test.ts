import { expect, test } from 'vitest';
import { csvLine } from '../../../../electron/deliveries/package-lists.ts';

test.each([
  ['=1+1', `"'=1+1"`],
  [' =1+1', `"' =1+1"`],
  ['＝1+1', `"'＝1+1"`],
  ['x,=1+1', `"x,'=1+1"`],
  ['x\r\n=1+1', `"x\r\n'=1+1"`],
  ['x "y"', `"x ""y"""`],
])('%j is no formula in the list of what was not found', (text, cell) => {
  expect(csvLine(['a', text])).toBe(`"a";${cell}\r\n`);
});

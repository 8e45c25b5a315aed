import { expect, test } from 'vitest';
import { listLine } from '../../../../electron/deliveries/package-lists.ts';

test.each([
  ['=1+1', `"'=1+1"`],
  [' =1+1', `"' =1+1"`],
  ['＝1+1', `"'＝1+1"`],
  ['x,=1+1', `"x,'=1+1"`],
  ['x\r\n=1+1', `"x\r\n'=1+1"`],
  ['x "y"', `"x ""y"""`],
])('%j is no formula in the list of what was not found', (text, cell) => {
  expect(listLine(['a', text])).toBe(`"a";${cell}\r\n`);
});

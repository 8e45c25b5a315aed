import { expect, test } from 'vitest';
import { findInText } from '../../../../../renderer/components/document-viewer/find-in-text.ts';

test('a place that two of the words have is one match, with all of the longer one', () => {
  const matches = findInText('total 12.450,00 y 12.450', ['12.450', '12.450,00'], 10);
  expect(matches).toEqual([
    { start: 6, end: 15 },
    { start: 18, end: 24 },
  ]);
});

test('a whole word is found behind more parts of longer words than are shown', () => {
  expect(findInText('fletero fletero flete', ['flete'], 2)).toEqual([{ start: 16, end: 21 }]);
});

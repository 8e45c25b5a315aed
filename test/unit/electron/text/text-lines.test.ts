import { expect, test, vi } from 'vitest';
import { parseTextQuery } from '../../../../electron/database/index.ts';
import { lineAround } from '../../../../electron/text/text-lines.ts';

function marked(text: string, query: string): string {
  const { line, marks } = lineAround(text, parseTextQuery(query)?.queryTerms ?? []);
  return [...marks]
    .reverse()
    .reduce(
      (shown, [start, end]) => `${shown.slice(0, start)}[${shown.slice(start, end)}]${shown.slice(end)}`,
      line,
    );
}

test.each([
  ['the line that has the word', 'Uno\nPuerto de Shenzhen\nTres', 'SHENZHEN', 'Puerto de [Shenzhen]'],
  ['a number with its dots', 'Total: 12.450,00 USD', '12450', 'Total: [12.450,00] USD'],
  ['a container with its blanks', 'Cont. MSKU 123456-7 FCL', 'msku1234567', 'Cont. [MSKU 123456-7] FCL'],
  ['the line with most words', 'flete\nseguro y flete', 'flete seguro', '[seguro] y [flete]'],
  ['a phrase as a whole', 'San Juan\nSan Antonio', '"san antonio"', '[San Antonio]'],
  ['a word that begins so', 'Navieras del Sur', 'navie*', '[Navieras] del Sur'],
])('shows %s', (_, text, query, line) => expect(marked(text, query)).toBe(line));

test('a long line is cut around the words', () => {
  const { line } = lineAround(`${'a '.repeat(500)}SHENZHEN ${'b '.repeat(500)}`, [
    { phrases: [['shenzhen']], isPrefix: false },
  ]);
  expect(line).toContain('SHENZHEN');
  expect(line.length).toBeLessThanOrEqual(160);
});

test('a page in one line is searched for line ends once, not once a word', () => {
  const searches = [vi.spyOn(String.prototype, 'indexOf'), vi.spyOn(String.prototype, 'lastIndexOf')];
  const { marks } = lineAround('octubre '.repeat(10_000), [{ phrases: [['octubre']], isPrefix: false }]);
  const lineEnds = searches.flatMap((spy) => spy.mock.calls.filter(([mark]) => mark === '\n'));
  for (const spy of searches) spy.mockRestore();
  expect(marks).toHaveLength(20);
  expect(lineEnds.length).toBeLessThan(10);
});

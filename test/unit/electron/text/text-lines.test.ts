import { expect, test, vi } from 'vitest';
import { parseTextQuery } from '../../../../electron/database/index.ts';
import { lineAround } from '../../../../electron/text/text-lines.ts';

async function marked(text: string, query: string): Promise<string> {
  const { line, marks } = await lineAround(text, parseTextQuery(query)?.queryTerms ?? []);
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
  ['what there is of a broken word', 'El conoci-\nmiento', 'conocimiento', 'El [conoci-]'],
  ['what there is of a phrase', 'habla del\npuerto', '"del puerto"', 'habla [del]'],
  ['a phrase as a whole', 'San Juan\nSan Antonio', '"san antonio"', '[San Antonio]'],
  ['a word that begins so', 'Navieras del Sur', 'navie*', '[Navieras] del Sur'],
])('shows %s', async (_, text, query, line) => expect(await marked(text, query)).toBe(line));

test('the words of a page that its line has not are told as they are written, once each', async () => {
  const text = 'Puerto de SHENZHEN\nflete pagado\nFLETE USD 12.450,00\nUSD12.450,00 total';
  const { line, others } = await lineAround(text, parseTextQuery('shenzhen flete 12450')?.queryTerms ?? []);
  expect(line).toBe('FLETE USD 12.450,00');
  expect(others).toEqual(['SHENZHEN', 'flete']);
});

test.each([
  ['a broken word', 'El embar-\nque\nde Embarque', 'embarque', ['Embarque']],
  ['a phrase', 'habla del\npuerto', '"del puerto"', undefined],
])('what goes on below the line is no other word: %s', async (_, text, query, others) => {
  expect((await lineAround(text, parseTextQuery(query)?.queryTerms ?? [])).others).toEqual(others);
});

test('a long line is cut around the words', async () => {
  const { line } = await lineAround(`${'a '.repeat(500)}SHENZHEN ${'b '.repeat(500)}`, [
    { phrases: [['shenzhen']], isPrefix: false },
  ]);
  expect(line).toContain('SHENZHEN');
  expect(line.length).toBeLessThanOrEqual(160);
});

test('a page in one line is searched for line ends once, not once a word', async () => {
  const searches = [vi.spyOn(String.prototype, 'indexOf'), vi.spyOn(String.prototype, 'lastIndexOf')];
  const { marks } = await lineAround('octubre '.repeat(10_000), [
    { phrases: [['octubre']], isPrefix: false },
  ]);
  const lineEnds = searches.flatMap((spy) => spy.mock.calls.filter(([mark]) => mark === '\n'));
  for (const spy of searches) spy.mockRestore();
  expect(marks).toHaveLength(20);
  expect(lineEnds.length).toBeLessThan(10);
});

test.each([
  ['words', 'hoja anexa de la lista '],
  ['a table without blanks', 'a,b;c,d,e,'],
  ['ideographs without blanks', '上海港口'],
])('a page of a mebibyte is looked at in stretches, between which others work: %s', async (_, part) => {
  const text = `${part.repeat((1024 * 1024) / part.length)} SHENZHEN 88123`;
  let rounds = 0;
  let isOver = false;
  const count = () => {
    rounds += 1;
    if (!isOver) setImmediate(count);
  };
  setImmediate(count);
  const terms = parseTextQuery('shenzhen 88123 "de la lista" hoj*')?.queryTerms ?? [];
  const { line } = await lineAround(text, terms);
  isOver = true;
  expect(line).toMatch(part.startsWith('hoja') ? /hoja/ : /SHENZHEN/);
  // At least one a few thousand words.
  expect(rounds).toBeGreaterThan(40);
});

test('a phrase is found across the end of a stretch, wherever that is', async () => {
  for (let before = 1_990; before < 2_010; before++) {
    const { line } = await lineAround(
      `${'x\n'.repeat(before)}puerto de San Antonio\n${'x\n'.repeat(3_000)}`,
      parseTextQuery('"puerto de san antonio"')?.queryTerms ?? [],
    );
    expect([before, line]).toEqual([before, 'puerto de San Antonio']);
  }
});

test('nobody waits for the lines of a query that another one followed', async () => {
  const following = new AbortController();
  const lines = lineAround('puerto '.repeat(100_000), [], following.signal);
  following.abort();
  await expect(lines).rejects.toMatchObject({ code: 'CANCELLED' });
});

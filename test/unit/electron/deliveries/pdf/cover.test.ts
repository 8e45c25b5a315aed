import { expect, test } from 'vitest';
import { type Cover, countCoverPages, drawCover } from '../../../../../electron/deliveries/pdf/cover.ts';
import { readPdfText } from '../../../../../electron/text/extraction/pdf-text.ts';

/** Lines of a page. */
const perPage = 53;
/** Lines before the rows of the table, and between them and the heading of a list. */
const otherLines = 5;

test.each([
  ['would be the last line of a page', perPage - 1, [false, true]],
  ['is followed by a row', perPage - 2, [true, false]],
])('a heading that %s stays with its first row', async (_, lineOfHeading, pagesWithHeading) => {
  const rows = lineOfHeading - otherLines;
  const cells = ['1', 'FACTURA', '2', '3', '4', '5'] as const;
  const cover: Cover = {
    title: 'Mes',
    facts: [],
    headings: cells,
    rows: Array.from({ length: rows }, () => ({ cells })),
    lists: [{ title: 'Documentos', rows: ['DIN 1', 'DIN 2'] }],
    notes: [],
  };
  const { document, rowAreas } = await drawCover(cover);
  const pages: string[] = [];
  await readPdfText(Buffer.from(await document.save()), ({ text }) => void pages.push(text), {
    onEnd: async () => undefined,
  });
  expect(pages.map((text) => text.includes('Documentos'))).toEqual(pagesWithHeading);
  expect(pages.join('\n').match(/DIN \d/g)).toEqual(['DIN 1', 'DIN 2']);
  expect(pages).toHaveLength(countCoverPages(cover));
  expect([rowAreas.length, rowAreas.at(-1)?.coverPage]).toEqual([rows, 0]);
});

import { PDFDict, PDFName, PDFRawStream } from '@cantoo/pdf-lib';
import { expect, test } from 'vitest';
import { loadPdf } from '../../../../../electron/lib/load-pdf.ts';
import { hasCutPicture } from '../../../../../electron/text/ocr/cut-pictures.ts';
import { madePdf } from '../../../../support/samples/made-pdf.ts';
import { scanJpeg } from '../../../../support/samples/made-scan.ts';

const jpeg = scanJpeg('uno');
const picture = (stream: Buffer) => ({
  dictionary:
    '/Type/XObject/Subtype/Image/Width 900/Height 300/ColorSpace/DeviceRGB/BitsPerComponent 8/Filter/DCTDecode',
  stream,
});

/** Two pages that name a whole picture A, one cut B, and one C that is not there, and paint these. */
async function pagesThatPaint(content: string, dictionary = '') {
  const page =
    '<</Type/Page/Parent 2 0 R/Contents[4 0 R]/Resources<</XObject<</A 5 0 R/B#20b 6 0 R/C 7 0 R>>>>>>';
  const document = await loadPdf(
    madePdf({
      1: '<</Type/Catalog/Pages 2 0 R>>',
      2: '<</Type/Pages/Count 2/Kids[3 0 R 8 0 R]/MediaBox[0 0 432 288]>>',
      3: page,
      8: page,
      4: { dictionary, stream: content },
      5: picture(jpeg),
      6: picture(jpeg.subarray(0, jpeg.length / 2)),
    }),
  );
  return document?.getPages() ?? [];
}

test.each([
  ['q 432 0 0 288 0 0 cm /A Do Q', '', false],
  ['q /A Do Q q /B#20b Do Q', '', true],
  ['q /A Do Q /C\nDo', '', true],
  [`${Buffer.from('/B#20b Do').toString('hex')}>`, '/Filter/ASCIIHexDecode', true],
  ['/X Do', '', false],
])(
  'of the pictures that a page names, those that it paints count: %s',
  async (content, dictionary, isCut) => {
    const pages = await pagesThatPaint(content, dictionary);
    expect(pages.map(hasCutPicture)).toEqual([isCut, isCut]);
  },
);

test('a picture of many pages is looked at once', async () => {
  const pages = await pagesThatPaint('/A Do /A Do');
  const objects = pages[0]?.node.Resources()?.lookup(PDFName.of('XObject'), PDFDict);
  const stream = objects?.lookup(PDFName.of('A'));
  if (!(stream instanceof PDFRawStream)) throw new Error('no picture');
  const { contents } = stream;
  let reads = 0;
  Object.defineProperty(stream, 'contents', {
    get() {
      reads += 1;
      return contents;
    },
  });
  expect(pages.map(hasCutPicture)).toEqual([false, false]);
  expect(reads).toBe(1);
});

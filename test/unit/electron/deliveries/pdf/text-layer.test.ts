import { execFileSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { PDFDocument, PDFName } from '@cantoo/pdf-lib';
import { describe, expect, it } from 'vitest';
import { type CoverTexts, mergeDocuments } from '../../../../../electron/deliveries/pdf/merge.ts';
import type { RecognizedText } from '../../../../../electron/deliveries/pdf/text-layer.ts';
import type { RecognizedWord } from '../../../../../shared/model/text-search.ts';
import { temporaryFolder } from '../../../../support/disk/temporary-folder.ts';
import { picturePdf, scanJpeg } from '../../../../support/samples/made-scan.ts';
import { documentToMerge, mergeJob } from '../../../../support/samples/merge-job.ts';
import { noPoppler, pagesOf, textsOf } from '../../../../support/samples/poppler.ts';
import { sha256Of, textPdf } from '../../../../support/samples/text-files.ts';
import { skippedFor } from '../../../../support/skipped.ts';

type Box = RecognizedWord['box'];
const word = (text: string, box: Box, endsLine = false) => ({ text, box, endsLine, confidence: 90 });

/** A line of two words at the upper left, and one at the lower right. */
const words = [
  word('Señor', [0.1, 0.1, 0.2, 0.15]),
  word('EMBARQUE', [0.25, 0.1, 0.5, 0.15], true),
  word('MSKU1234567', [0.6, 0.8, 0.9, 0.86], true),
];
/** The same as they stand on a page that is shown after this clockwise turn of its text. */
const turned = (turn: 0 | 90 | 180 | 270): RecognizedWord[] =>
  words.map((each) => {
    const [left, top, right, bottom] = each.box;
    const boxes: Record<typeof turn, Box> = {
      0: each.box,
      90: [1 - bottom, left, 1 - top, right],
      180: [1 - right, 1 - bottom, 1 - left, 1 - top],
      270: [top, 1 - right, bottom, 1 - left],
    };
    return { ...each, box: boxes[turn] };
  });

/** Merges a document, by default without a cover; what is recognised on its pages is of these bytes. */
async function merged(
  bytes: Uint8Array,
  pages?: RecognizedText['pages'],
  sha256 = sha256Of(bytes),
  cover?: Partial<CoverTexts>,
) {
  const folder = temporaryFolder();
  const [path, target] = [join(folder, 'one'), join(folder, 'merged.pdf')];
  writeFileSync(path, bytes);
  const document = { ...documentToMerge('one', path), ...(pages && { recognized: { sha256, pages } }) };
  const plain = mergeJob({ target, documents: [document] });
  const job = { ...plain, texts: cover && plain.texts && { ...plain.texts, ...cover } };
  const outcome = await mergeDocuments(job, () => undefined);
  expect(outcome.merged).toHaveLength(1);
  return target;
}

/**
 * The words that poppler finds on the first page, with their boxes in fractions of the page as it is shown.
 * It tells the size of a page before its turn, clockwise degrees.
 */
function boxesOf(path: string, turn = 0): { text: string; box: Box }[] {
  const html = execFileSync('pdftotext', ['-bbox', path, '-'], { encoding: 'utf8' });
  const size = /<page width="([\d.]+)" height="([\d.]+)"/.exec(html)?.slice(1) ?? [];
  const [width, height] = turn % 180 === 0 ? size : size.toReversed();
  const pattern = /<word xMin="([-\d.]+)" yMin="([-\d.]+)" xMax="([-\d.]+)" yMax="([-\d.]+)">([^<]*)</g;
  return [...html.matchAll(pattern)].map(([, left, top, right, bottom, text = '']) => ({
    text,
    box: [
      ...[Number(left) / Number(width), Number(top) / Number(height)],
      ...[Number(right) / Number(width), Number(bottom) / Number(height)],
    ] as unknown as Box,
  }));
}

/** Whether the middle of one box lies in the other, and both are about as wide and as high. */
function isAbout(found: Box, expected: Box): boolean {
  const [x, y] = [(found[0] + found[2]) / 2, (found[1] + found[3]) / 2];
  const isInside = x > expected[0] && x < expected[2] && y > expected[1] && y < expected[3];
  const along = (box: Box) => Math.max(box[2] - box[0], box[3] - box[1]);
  return isInside && Math.abs(along(found) - along(expected)) < 0.05;
}

/** The first page as a picture. */
function drawn(path: string): Buffer {
  return execFileSync('pdftoppm', ['-r', '72', '-f', '1', '-l', '1', path], { maxBuffer: 50_000_000 });
}

describe('the words of scans in a merged file, read by a second reader', skippedFor(noPoppler), () => {
  it.each([
    ['upright', 0],
    ['on a turned page', 90],
    ['on a page upside down', 180],
    ['on a page that is turned back', 270],
  ] as const)('stand where they are seen: %s', async (_, turn) => {
    const target = await merged(await picturePdf([scanJpeg('uno')], { turn }), [{ page: 1, words }]);
    const found = boxesOf(target, turn);
    expect(found.map(({ text }) => text)).toEqual(words.map(({ text }) => text));
    expect(found.map(({ box }, index) => isAbout(box, words[index]?.box ?? box))).toEqual([true, true, true]);
    expect(pagesOf(target)).toBe(1);
  });

  it.each([90, 180, 270] as const)(
    'run as the text of a scan that lies wrong by %i degrees',
    async (turn) => {
      const target = await merged(await picturePdf([scanJpeg('uno')]), [{ page: 1, words: turned(turn) }]);
      const boxes = new Map(turned(turn).map(({ text, box }) => [text, box]));
      const found = boxesOf(target);
      expect(found.map(({ text }) => text).sort()).toEqual([...boxes.keys()].sort());
      expect(found.filter(({ text, box }) => !isAbout(box, boxes.get(text) ?? box))).toEqual([]);
    },
  );

  it('are invisible, and leave the picture as it is', async () => {
    const jpeg = scanJpeg('Embarque SHENZHEN');
    const scan = await picturePdf([jpeg]);
    const [plain, layered] = [await merged(scan), await merged(scan, [{ page: 1, words }])];
    expect(drawn(layered).equals(drawn(plain))).toBe(true);
    expect(readFileSync(layered).includes(jpeg)).toBe(true);
    expect(textsOf(plain).join('').trim()).toBe('');
  });

  it('stand on the shown part of a page, on the photo of a page, and on their own page', async () => {
    const scan = await PDFDocument.load(await picturePdf([scanJpeg('uno'), scanJpeg('dos')]));
    scan.getPage(1).setCropBox(40, 30, 200, 80);
    const target = await merged(await scan.save(), [{ page: 2, words }]);
    expect(textsOf(target).map((text) => text.includes('EMBARQUE'))).toEqual([false, true]);
    const bbox = execFileSync('pdftotext', ['-bbox', '-cropbox', '-f', '2', target, '-'], {
      encoding: 'utf8',
    });
    const [, left = ''] = /xMin="([-\d.]+)"[^>]*>EMBARQUE/.exec(bbox) ?? [];
    expect(Number(left)).toBeCloseTo(200 * 0.25, 0);
    // Six inches by two, in the middle of an A4 page: its own upper half is empty.
    const photo = boxesOf(await merged(scanJpeg('uno'), [{ page: 1, words }]));
    const [, second] = photo;
    const shownHeight = 841.89 / 3 / 595.28;
    const top = (1 - shownHeight) / 2;
    expect(second?.text).toBe('EMBARQUE');
    expect(second?.box[0]).toBeCloseTo(0.25, 1);
    expect(second?.box[1]).toBeCloseTo(top + 0.1 * shownHeight, 1);
  });

  it('are what the viewer of Carpeta selects and copies', async () => {
    const target = await merged(await picturePdf([scanJpeg('uno')]), [{ page: 1, words }]);
    const { getDocument } = await import('pdfjs-dist/legacy/build/pdf.mjs');
    const data = Uint8Array.from(readFileSync(target));
    const loading = getDocument({ data, verbosity: 0 });
    const page = await (await loading.promise).getPage(1);
    const { items } = await page.getTextContent();
    await loading.destroy();
    const lines = items.map((item) => ('str' in item ? item.str + (item.hasEOL ? '\n' : '') : ''));
    expect(lines.join('')).toBe('Señor EMBARQUE\nMSKU1234567');
  });

  it('are left out where the file has other bytes than those that were read', async () => {
    const scan = await picturePdf([scanJpeg('uno')]);
    const target = await merged(scan, [{ page: 1, words }], sha256Of(Buffer.from('otro')));
    expect(textsOf(target).join('').trim()).toBe('');
  });

  it.each([
    ['box is none', 'CropBox', [0, 0, 100]],
    ['turn is none', 'Rotate', 'Portrait'],
  ])('are left out of a page whose %s, and the file is made', async (_, key, value) => {
    const scan = await PDFDocument.load(await picturePdf([scanJpeg('uno'), scanJpeg('dos')]));
    scan.getPage(0).node.set(PDFName.of(key), scan.context.obj(value));
    const target = await merged(await scan.save(), [
      { page: 1, words },
      { page: 2, words },
    ]);
    expect(textsOf(target).map((text) => text.includes('EMBARQUE'))).toEqual([false, true]);
  });

  it('are told on the cover only where they are, and where they are missing', async () => {
    const scan = await picturePdf([scanJpeg('uno')]);
    const cover = { recognized: 'Con palabras', unlayered: 'Sin palabras' };
    const pages = [{ page: 1, words }];
    const coverOf = (path: string) => textsOf(path)[0]?.match(/(?:Con|Sin) palabras/g) ?? [];
    expect(coverOf(await merged(scan, pages, undefined, cover))).toEqual(['Con palabras']);
    const other = sha256Of(Buffer.from('otro'));
    expect(coverOf(await merged(scan, pages, other, cover))).toEqual(['Sin palabras']);
    expect(coverOf(await merged(scan, undefined, undefined, cover))).toEqual([]);
  });

  it('lose letters that a PDF of this kind cannot name, and change no other page', async () => {
    const native = await textPdf(['Factura 88', 'Total 12.450,00']);
    const strange = [word('漢字', [0.1, 0.1, 0.2, 0.2]), word('N°漢88', [0.3, 0.1, 0.4, 0.2], true)];
    const target = await merged(native, [{ page: 1, words: strange }]);
    expect(textsOf(target)[0]?.replace(/\s+/g, ' ').trim().split(' ').sort()).toEqual([
      ...['88', 'Factura', 'N°88'],
    ]);
    expect(textsOf(target)[1]?.trim()).toBe('Total 12.450,00');
  });
});

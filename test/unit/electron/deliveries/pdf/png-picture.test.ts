import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { deflateSync } from 'node:zlib';
import type { PDFDocument } from '@cantoo/pdf-lib';
import { getDocument, OPS } from 'pdfjs-dist/legacy/build/pdf.mjs';
import { expect, test } from 'vitest';
import { imageAsPdf } from '../../../../../electron/deliveries/pdf/image-pdf.ts';
import { openMergeablePdf } from '../../../../../electron/deliveries/pdf/open-mergeable-pdf.ts';
import { temporaryFolder } from '../../../../support/disk/temporary-folder.ts';
import { madePng, type PngToMake, pngAround } from '../../../../support/samples/made-png.ts';

/** What pdf.js draws of the one picture of a document, 4 bytes a pixel. */
async function drawn(document: PDFDocument): Promise<number[]> {
  const task = getDocument({ data: await document.save(), verbosity: 0 });
  const page = await (await task.promise).getPage(1);
  const { fnArray, argsArray } = await page.getOperatorList();
  const name: string = argsArray[fnArray.indexOf(OPS.paintImageXObject)]?.[0];
  const { data, kind, width, height } = page.objs.get(name);
  await task.destroy();
  const pixels: number[] = [];
  for (let pixel = 0; pixel < width * height; pixel++) {
    const bit = (pixel % width) + Math.floor(pixel / width) * Math.ceil(width / 8) * 8;
    const grey = ((data[bit >> 3] >> (7 - (bit & 7))) & 1) * 255;
    if (kind === 1) pixels.push(grey, grey, grey, 255);
    else if (kind === 2) pixels.push(...data.slice(pixel * 3, pixel * 3 + 3), 255);
    else pixels.push(...data.slice(pixel * 4, pixel * 4 + 4));
  }
  return pixels;
}

const palette = ['PLTE', Buffer.from(Array.from({ length: 48 }, (_, at) => (at * 37) % 256))] as const;
type Kind = Omit<PngToMake, 'width' | 'height'>;
const kinds: [string, Kind][] = [
  ...[1, 2, 4, 8, 16].map((depth): [string, { depth: number }] => [`grey of ${depth} bits`, { depth }]),
  ['grey of which one can be seen through', { chunks: [['tRNS', Buffer.of(0, 7)]], depth: 4 }],
  ['colours', { type: 2 }],
  ['colours of 16 bits', { type: 2, depth: 16 }],
  ['a palette of 4 bits', { type: 3, depth: 4, chunks: [palette] }],
  ['a palette of 1 bit', { type: 3, depth: 1, chunks: [palette] }],
  [
    'a palette that can be seen through',
    { type: 3, depth: 2, chunks: [palette, ['tRNS', Buffer.of(0, 99)]] },
  ],
  ['grey with alpha', { type: 4 }],
  ['colours with alpha', { type: 6 }],
  ['colours with alpha of 16 bits', { type: 6, depth: 16 }],
];

test.each(
  kinds.flatMap(([name, kind]) => [
    [name, { ...kind, isInterlaced: false }] as const,
    [`${name}, interlaced`, { ...kind, isInterlaced: true }] as const,
  ]),
)('a picture of %s is drawn with the colours that it has', async (_, kind) => {
  for (const [width, height] of [
    [13, 11],
    [1, 3],
    [3, 1],
  ] as const) {
    const { bytes, samples } = madePng({ ...kind, width, height }, 20_261_120);
    const document = await imageAsPdf(bytes, 'png');
    if (!document) throw new Error('it is not too large');
    const own = await drawn(document);
    const expected = coloursOf(samples, kind);
    expect(own).toHaveLength(expected.length);
    // 16 bits are not made 8 by everybody in the same way.
    expect(expected.filter((value, at) => Math.abs(value - (own[at] ?? -9)) > 1)).toEqual([]);
  }
});

/** 4 bytes a pixel, by its samples (PNG specification, 6.1). */
function coloursOf(samples: readonly number[], { type = 0, depth = 8, chunks = [] }: Kind): number[] {
  const clear = chunks.find(([name]) => name === 'tRNS')?.[1];
  if (type === 3) {
    const listed = palette[1];
    return samples.flatMap((at) => [...listed.subarray(at * 3, at * 3 + 3), clear?.[at] ?? 255]);
  }
  const whole = (value = 0) => (value * 255) / (2 ** depth - 1);
  const each = { 0: 1, 2: 3, 4: 2, 6: 4 }[type] ?? 1;
  return Array.from({ length: samples.length / each }, (_, pixel) => {
    const own = samples.slice(pixel * each, (pixel + 1) * each);
    const alpha = type > 3 ? whole(own.pop()) : own[0] === clear?.[1] ? 0 : 255;
    return [...(own.length === 1 ? [own[0], own[0], own[0]] : own).map(whole), alpha];
  }).flat();
}

async function reasonOf(bytes: Uint8Array): Promise<string> {
  const path = join(temporaryFolder(), 'a.png');
  writeFileSync(path, bytes);
  const opened = await openMergeablePdf(path);
  return opened.kind === 'beside' ? opened.reason : 'merged';
}

const grey = (width: number, height: number) =>
  pngAround({ width, height }, deflateSync(Buffer.alloc((width + 1) * height)));

test.each<[string, Buffer, string]>([
  ['whose end is missing', pngAround({ width: 4, height: 4 }, deflateSync(Buffer.alloc(15))), 'damaged'],
  ['that was cut', grey(400, 400).subarray(0, 60), 'damaged'],
  [
    'with a filter that nobody knows',
    pngAround({ width: 1, height: 1 }, deflateSync(Buffer.of(5, 0))),
    'damaged',
  ],
  [
    'without its palette',
    pngAround({ width: 1, height: 1, type: 3 }, deflateSync(Buffer.alloc(2))),
    'damaged',
  ],
  [
    'of colours that nobody knows',
    pngAround({ width: 1, height: 1, type: 5 }, deflateSync(Buffer.alloc(2))),
    'damaged',
  ],
  ['without pixels', pngAround({ width: 0, height: 1 }, deflateSync(Buffer.alloc(1))), 'damaged'],
  [
    'with a row of no importance behind it',
    pngAround({ width: 4, height: 1 }, deflateSync(Buffer.alloc(10))),
    'merged',
  ],
  [
    'that is too large to be put together',
    pngAround({ width: 6_000, height: 6_000, type: 2, isInterlaced: true }, Buffer.alloc(0)),
    'too-large',
  ],
  ['that is as large but comes row by row', grey(1_000, 1_000), 'merged'],
])('a picture %s is told as what it is', async (_, bytes, becomes) => {
  expect(await reasonOf(bytes)).toBe(becomes);
});

import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { deflateSync } from 'node:zlib';
import { expect, test } from 'vitest';
import type { StartWorker } from '../../../../../electron/host.ts';
import { startWorker } from '../../../../../electron/platform/terminal/index.ts';
import type { FileStep } from '../../../../../electron/text/extraction/serve-files.ts';
import { createReadScans, type ScanOutcome } from '../../../../../electron/text/index.ts';
import type { PageImage } from '../../../../../electron/text/ocr/ocr-engine.mjs';
import type { PictureStep } from '../../../../../electron/text/ocr/page-pictures.ts';
import { temporaryFolder } from '../../../../support/disk/temporary-folder.ts';
import { madePdf } from '../../../../support/samples/made-pdf.ts';
import {
  bitsPdf,
  oldScan,
  packedScan,
  picturePdf,
  scanJpeg,
  scanPng,
} from '../../../../support/samples/made-scan.ts';
import { sha256Of, textPdf } from '../../../../support/samples/text-files.ts';

/** Stores each content as a file, and returns its pages with these numbers. */
function pagesOf(contents: readonly (readonly [Uint8Array, readonly number[]])[]) {
  const folder = temporaryFolder();
  return contents.flatMap(([content, pages], index) => {
    const path = join(folder, `paper-${index}`);
    writeFileSync(path, content);
    return pages.map((page) => ({ path, sha256: sha256Of(content), page }));
  });
}

/** What becomes of pages whose pictures are not recognised, and which pictures would be. */
async function picturesOf(contents: readonly (readonly [Uint8Array, readonly number[]])[]) {
  const images: PageImage[] = [];
  const outcomes: ScanOutcome[] = [];
  const read = createReadScans(startWorker, async (pictures, onPage) => {
    images.push(...pictures);
    for (const index of pictures.keys()) onPage(index, { words: [], confidence: 0 });
  });
  await read(pagesOf(contents), (index, outcome) => {
    outcomes[index] = outcome;
  });
  return { images, outcomes };
}

/** White rows, a bit each (ITU T.6, vertical mode). */
const whiteFax = Buffer.alloc(1100 / 8, 0xff);

const kindOf = ({ bytes }: PageImage) => Buffer.from(bytes).toString('latin1', 0, 2);

test('a page that is one picture goes in as it is, with its resolution', async () => {
  const jpeg = scanJpeg('uno');
  const { images } = await picturesOf([[await picturePdf([jpeg, jpeg]), [1, 2]]]);
  expect(images.map(({ dpi, turn }) => [dpi, turn])).toEqual([
    [150, 0],
    [150, 0],
  ]);
  expect(images.every(({ bytes }) => Buffer.from(bytes).equals(jpeg))).toBe(true);
});

test('a fax goes in as a TIFF, other pictures as gray, and a turned page with its turn', async () => {
  const turned = await picturePdf([scanJpeg('uno')], { turn: 90 });
  const { images } = await picturesOf([
    [bitsPdf({ width: 1728, height: 1100, bits: whiteFax }, 'CCITTFaxDecode'), [1]],
    [await picturePdf([scanPng('uno')]), [1]],
    [turned, [1]],
    [scanPng('uno'), [1]],
  ]);
  expect(images.map(kindOf)).toEqual(['II', 'P5', '\xff\xd8', '\x89P']);
  expect(images.map(({ turn }) => turn)).toEqual([0, 0, 90, 0]);
  // 6 × 2 inches, at 200 dpi.
  expect(Buffer.from(images[1]?.bytes ?? []).toString('latin1', 0, 12)).toBe('P5\n1200 400\n');
});

test.each(['JBIG2Decode', 'JPXDecode', 'CCITTFaxDecode'] as const)(
  'a scan packed as %s is read',
  async (filter) => {
    const outcomes: ScanOutcome[] = [];
    await createReadScans(startWorker)(pagesOf([[packedScan(filter), [1]]]), (_, outcome) => {
      outcomes.push(outcome);
    });
    const [read] = outcomes;
    if (read?.kind !== 'words') throw new Error(`the page is ${read?.kind}`);
    expect(read.words.map(({ text }) => text).join(' ')).toBe(
      'Conocimiento de embarque Contenedor MSKU 123456-7',
    );
    expect(read.confidence).toBeGreaterThan(70);
  },
);

test.each(['LZWDecode', 'RunLengthDecode'] as const)('a scan packed by %s is read', async (filter) => {
  const outcomes: ScanOutcome[] = [];
  const scan = oldScan('Contenedor MSKU1234567', filter);
  await createReadScans(startWorker)(pagesOf([[scan, [1]]]), (_, outcome) => void outcomes.push(outcome));
  expect(outcomes).toMatchObject([
    { kind: 'words', words: [{ text: 'Contenedor' }, { text: 'MSKU1234567' }] },
  ]);
});

test('a JPEG of 12 million pixels is read, and a larger one in a PDF goes in smaller', async () => {
  // Six by two inches.
  const [camera, larger] = [1_000, 1_010].map((dpi) => scanJpeg('Contenedor MSKU1234567', { dpi }));
  if (!camera || !larger) throw new Error('no pictures');
  const outcomes: ScanOutcome[] = [];
  const contents = [
    [camera, [1]],
    [await picturePdf([camera], { dpi: 1_000 }), [1]],
    [await picturePdf([larger], { dpi: 1_010 }), [1]],
  ] as const;
  await createReadScans(startWorker)(pagesOf(contents), (index, outcome) => {
    outcomes[index] = outcome;
  });
  const expected = { kind: 'words', words: [{ text: 'Contenedor' }, { text: 'MSKU1234567' }] };
  expect(outcomes).toMatchObject([expected, expected, expected]);
  const { images } = await picturesOf(contents);
  expect(images.map(kindOf)).toEqual(['\xff\xd8', '\xff\xd8', 'P5']);
});

test('a JPEG with fill bytes before its markers is read', async () => {
  const jpeg = scanJpeg('Contenedor MSKU1234567');
  const filled = Buffer.concat([jpeg.subarray(0, 2), Buffer.from([0xff, 0xff]), jpeg.subarray(2)]);
  const outcomes: ScanOutcome[] = [];
  await createReadScans(startWorker)(pagesOf([[filled, [1]]]), (_, outcome) => void outcomes.push(outcome));
  const [outcome] = outcomes;
  expect(outcome?.kind === 'words' && outcome.words.map(({ text }) => text)).toContain('MSKU1234567');
});

test('a page without a picture, and a file that is gone or changed, are told', async () => {
  const [removed] = pagesOf([[Buffer.from('a'), [1]]]);
  const [changed] = pagesOf([[Buffer.from('b'), [1]]]);
  const [plain] = pagesOf([[await textPdf(['']), [1]]]);
  if (!removed || !changed || !plain) throw new Error('no pages');
  const outcomes: string[] = [];
  await createReadScans(startWorker, async () => undefined)(
    [{ ...removed, path: `${removed.path}-moved` }, { ...changed, sha256: removed.sha256 }, plain],
    (index, { kind }) => {
      outcomes[index] = kind;
    },
  );
  expect(outcomes).toEqual(['away', 'away', 'unreadable']);
});

test('a picture of 20,000 × 20,000 is told as too large, and costs no other page', async () => {
  const side = 20_000;
  const huge = { width: side, height: side, bits: deflateSync(Buffer.alloc((side / 8) * side)) };
  const { outcomes } = await picturesOf([
    [bitsPdf(huge, 'FlateDecode'), [1]],
    [pngHead(side, side), [1]],
    [await picturePdf([scanJpeg('uno')]), [1]],
  ]);
  expect(outcomes.map(({ kind }) => kind)).toEqual(['too-large', 'too-large', 'words']);
});

test('a process for pictures that does not start ends the reading, and blames no page', async () => {
  const pages = pagesOf([[scanPng('uno'), [1]]]);
  const notThere = new URL('./not-there.ts', import.meta.url);
  const outcomes: ScanOutcome[] = [];
  const read = createReadScans((_, limits) => startWorker(notThere, limits));
  await expect(read(pages, (_, outcome) => void outcomes.push(outcome))).rejects.toMatchObject({
    code: 'UNEXPECTED',
  });
  expect(outcomes).toEqual([]);
});

/** The start of processes that the system ends at this step of their first file. */
const endingAt =
  (step: 'begun' | 'loaded'): StartWorker =>
  async (script, limits) => {
    const worker = await startWorker(script, limits);
    let end = (_: number | null): void => undefined;
    return {
      ...worker,
      onEnd: (listener) => {
        end = listener;
      },
      onMessage: (listener) =>
        worker.onMessage((message) => {
          const { value } = message as { value?: FileStep<PictureStep> };
          const kind = value?.step.kind ?? 'begun';
          if (value === undefined || kind === step) listener(message);
          if (kind === step) end(null);
        }),
    };
  };

test.each([
  ['before it has the file', 'begun', 'away'],
  ['at the file', 'loaded', 'too-heavy'],
] as const)('a page whose process ends twice %s is told so', async (_, step, kind) => {
  const outcomes: ScanOutcome[] = [];
  const read = createReadScans(endingAt(step), async () => undefined);
  await read(pagesOf([[scanPng('uno'), [1]]]), (_index, outcome) => void outcomes.push(outcome));
  expect(outcomes).toEqual([{ kind }]);
});

test('a picture file of more than 32 MiB stays out of the memory of the app', async () => {
  const large = Buffer.concat([scanPng('uno'), Buffer.alloc(32 * 1024 * 1024)]);
  const { images, outcomes } = await picturesOf([[large, [1]]]);
  expect(images).toEqual([]);
  expect(outcomes).toEqual([{ kind: 'too-large' }]);
});

test('pictures of one call stay below a sum of bytes, and the next call goes on', async () => {
  const size = 30 * 1024 * 1024;
  const contents = ['uno', 'dos', 'tres', 'cuatro'].map(
    (text) => [Buffer.concat([scanPng(text), Buffer.alloc(size)]), [1]] as const,
  );
  const first = await picturesOf(contents);
  expect(first.outcomes.map(({ kind }) => kind)).toEqual(['words', 'words', 'words']);
  const next = await picturesOf(contents.slice(first.outcomes.length));
  expect(next.outcomes.map(({ kind }) => kind)).toEqual(['words']);
});

test('an embedded scan of more than 32 MiB is drawn smaller', async () => {
  // What follows the end of a JPEG is no part of its picture.
  const large = Buffer.concat([scanJpeg('uno'), Buffer.alloc(32 * 1024 * 1024)]);
  const { images } = await picturesOf([[await picturePdf([large]), [1]]]);
  expect(images.map(kindOf)).toEqual(['P5']);
});

/** The beginning of a PNG of this size. */
function pngHead(width: number, height: number): Buffer {
  const head = Buffer.alloc(33);
  head.write('\x89PNG\r\n\x1a\n\0\0\0\rIHDR', 'latin1');
  head.writeUInt32BE(width, 16);
  head.writeUInt32BE(height, 20);
  return head;
}

/** A page with these two pictures, one above the other. */
const twoPictures = (above: Buffer, below: Buffer): Buffer => {
  const dictionary =
    '/Type/XObject/Subtype/Image/Width 900/Height 300/ColorSpace/DeviceRGB/BitsPerComponent 8/Filter/DCTDecode';
  return madePdf({
    1: '<</Type/Catalog/Pages 2 0 R>>',
    2: '<</Type/Pages/Count 1/Kids[3 0 R]/MediaBox[0 0 432 288]>>',
    3: '<</Type/Page/Parent 2 0 R/Contents 4 0 R/Resources<</XObject<</A 5 0 R/B 6 0 R>>>>>>',
    4: { dictionary: '', stream: 'q 432 0 0 144 0 144 cm /A Do Q q 432 0 0 144 0 0 cm /B Do Q' },
    ...(above.length > 0 && { 5: { dictionary, stream: above } }),
    6: { dictionary, stream: below },
  });
};

test('pictures that are cut, lost or of another format are told as such, and not read in part', async () => {
  const jpeg = scanJpeg('Contenedor MSKU1234567');
  const half = jpeg.subarray(0, jpeg.length / 2);
  const gray = { width: 1_000, height: 300, depth: 8 } as const;
  const packed = deflateSync(Buffer.from(Array.from({ length: 300_000 }, (_, at) => (at * at) % 251)));
  const outcomes: Record<string, string> = {};
  const contents = {
    'a JPEG': half,
    'the first bytes of a JPEG': jpeg.subarray(0, 30),
    'a PNG': scanPng('uno').subarray(0, 900),
    'a JPEG alone on its page': await picturePdf([half]),
    'a JPEG beside another': twoPictures(jpeg, half),
    'a picture packed by zlib': bitsPdf(
      { ...gray, bits: packed.subarray(0, packed.length / 2) },
      'FlateDecode',
    ),
    'a picture that is not in the file': twoPictures(Buffer.alloc(0), jpeg),
    'a TIFF': Buffer.from('II*\0\x08\0\0\0', 'latin1'),
    'a GIF': Buffer.from('GIF89a\x01\0\x01\0\0\0\0;', 'latin1'),
    'a whole page': twoPictures(jpeg, jpeg),
    'zlib without its checksum': bitsPdf({ ...gray, bits: packed.subarray(0, -4) }, 'FlateDecode'),
  };
  const names = Object.keys(contents);
  await createReadScans(startWorker)(
    pagesOf(Object.values(contents).map((content) => [content, [1]] as const)),
    (index, { kind }) => {
      outcomes[names[index] ?? ''] = kind;
    },
  );
  expect(outcomes).toEqual({
    'a JPEG': 'damaged',
    'the first bytes of a JPEG': 'damaged',
    'a PNG': 'damaged',
    'a JPEG alone on its page': 'damaged',
    'a JPEG beside another': 'damaged',
    'a picture packed by zlib': 'damaged',
    'a picture that is not in the file': 'damaged',
    'a TIFF': 'damaged',
    'a GIF': 'unsupported',
    'a whole page': 'words',
    'zlib without its checksum': 'words',
  });
});

test.each([
  ['MSKU 123456', 69],
  ['MSKU123456-', 69],
  ['MSKU 123456 40HC', 69],
  ['MSKU 123456-7', 95],
  ['FACTU 123456', 95],
])(
  'a page that says %s is as certain as %i percent: a stamp may cover a check digit',
  async (text, percent) => {
    const words = text
      .split(' ')
      .map((word) => ({ text: word, confidence: 95, box: [0, 0, 1, 1] as const, endsLine: false }));
    const outcomes: ScanOutcome[] = [];
    const read = createReadScans(startWorker, async (_, onPage) => onPage(0, { words, confidence: 95 }));
    await read(pagesOf([[scanPng('uno'), [1]]]), (_index, outcome) => void outcomes.push(outcome));
    expect(outcomes).toMatchObject([{ kind: 'words', confidence: percent }]);
  },
);

import { spawnSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { deflateSync } from 'node:zlib';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { StartWorker, WorkerProcess } from '../../../../../../electron/host.ts';
import { readTiff } from '../../../../../../electron/lib/file-formats/tiff/read-tiff.ts';
import { tiffAsPdf } from '../../../../../../electron/lib/file-formats/tiff/tiff-as-pdf.ts';
import type { WorkLimits } from '../../../../../../electron/lib/process-task.ts';
import { startWorker } from '../../../../../../electron/platform/terminal/index.ts';
import { previewHandlers } from '../../../../../../electron/preview/index.ts';
import type { FilePreview } from '../../../../../../shared/model/file-preview.ts';
import { errorOf } from '../../../../../support/agency/client.ts';
import { temporaryFolder } from '../../../../../support/disk/temporary-folder.ts';
import { silentWorker } from '../../../../../support/faults/silent-worker.ts';
import { holds } from '../../../../../support/properties.ts';
import { madeJpeg } from '../../../../../support/samples/made-jpeg.ts';
import { type MadePage, madeTiff, type TiffFields } from '../../../../../support/samples/made-tiff.ts';
import { noPoppler, pagesOf } from '../../../../../support/samples/poppler.ts';
import { skippedFor } from '../../../../../support/skipped.ts';

async function shown(tiff: Buffer, start = startWorker, limits?: WorkLimits): Promise<FilePreview> {
  const path = join(temporaryFolder(), 'scan.tif');
  await writeFile(path, tiff);
  const read = previewHandlers(
    async () => path,
    () => Promise.reject(new Error('no agency')),
    start,
    limits,
  )['file.read'];
  return read({ connectionId: 'agency', id: 'd1' });
}

/** What the handler shows, without a process for each. */
function converted(tiff: Buffer): FilePreview {
  const read = readTiff(tiff);
  if (read.kind !== 'pages') throw new Error(`a TIFF that is ${read.kind}`);
  return { kind: 'pdf', base64: Buffer.from(tiffAsPdf(read.pages)).toString('base64') };
}

/**
 * The colours of a page's picture, as another program draws it eight times as large: the middle of each dot
 * as a letter, rows parted by `/`.
 */
async function drawn(document: FilePreview, page = 1): Promise<string> {
  const options = ['-r', '576', '-aa', 'no', '-f', `${page}`, '-l', `${page}`];
  const { stdout } = spawnSync('pdftoppm', [...options, await saved(document)], { maxBuffer: 2 ** 24 });
  const head = /^P6\s+(\d+) (\d+)\s+255\s/.exec(stdout.subarray(0, 40).toString('latin1'));
  const [width, height] = [Number(head?.[1]), Number(head?.[2])];
  const dots = stdout.subarray(head?.[0].length);
  const rows = Array.from({ length: height / 8 }, (_, row) =>
    Array.from({ length: width / 8 }, (_, column) => {
      const at = ((row * 8 + 4) * width + column * 8 + 4) * 3;
      return letters[dots.subarray(at, at + 3).toString('hex')] ?? '?';
    }).join(''),
  );
  return rows.join('/');
}

async function saved(document: FilePreview): Promise<string> {
  if (document.kind !== 'pdf') throw new Error(`not shown as a PDF: ${document.kind}`);
  const path = join(temporaryFolder(), 'shown.pdf');
  await writeFile(path, Buffer.from(document.base64, 'base64'));
  return path;
}

const letters: Readonly<Record<string, string>> = {
  ffffff: '.',
  '000000': '#',
  ff0000: 'r',
  '0000ff': 'b',
  '00ff00': 'g',
  '1c1c1c': 'd',
  '808080': 'm',
};

/** 16 × 4 dots at a dot a point: a black block of 8 × 2 at the left, white around it. */
const picture = '########......../########......../................/................';
const size: TiffFields = { 256: 16, 257: 4, 282: 72, 283: 72, 277: 1, 278: 4 };
const blackAsOne = Buffer.from([0xff, 0, 0xff, 0, 0, 0, 0, 0]);
const blackAsNought = Buffer.from(blackAsOne.map((byte) => byte ^ 0xff));

/** Bits as text, filled up to whole bytes. */
const coded = (bits: string) =>
  Buffer.from(
    (bits.replaceAll(' ', '').match(/.{1,8}/g) ?? []).map((byte) => Number.parseInt(byte.padEnd(8, '0'), 2)),
  );
// T.6: a row of no white and 8 black dots, the same again, then one that is white throughout (pass), and
// again; the end of the block.
const group4 = coded('001 00110101 000101 1  1 1 1  0001 1  1  000000000001 000000000001');

// The same with empty runs on the first two rows, each of which the row below counts as two changes.
// ImageGear writes so, and libtiff reads so.
const group4EmptyRuns = coded(
  `001 00110101 0000110111 001 00110101 000101 1
   0001 001 00110101 000101 001 1011 0000110111 1
   0001 0001 1  1  000000000001 000000000001`.replace(/\s/g, ''),
);

/** The dots of the picture, each as these bytes. */
function dots(of: (dot: string) => readonly number[]): Buffer {
  return Buffer.from([...picture.replaceAll('/', '')].flatMap(of));
}

/** Bytes with their bits the other way round. */
function turned(bytes: Buffer): Buffer {
  return Buffer.from(
    bytes.map((byte) => Number.parseInt(byte.toString(2).padStart(8, '0').split('').reverse().join(''), 2)),
  );
}

// T.4 with option 4: each mark of a line's end is filled up so that it ends with a byte.
const lineEnd = '000000000001';
const blackRow = `00110101 000101 10011 0 ${lineEnd}`;
const whiteRow = `101010 000000 ${lineEnd}`;
const group3 = coded(`0000 ${lineEnd} ${blackRow} ${blackRow} ${whiteRow} ${whiteRow}`);

const forms: readonly (readonly [string, TiffFields, readonly Buffer[]])[] = [
  ['as it is', { 262: 0 }, [blackAsOne]],
  ['with black as nought', { 262: 1 }, [blackAsNought]],
  ['in strips of one row', { 262: 0, 278: 1 }, [0, 2, 4, 6].map((at) => blackAsOne.subarray(at, at + 2))],
  ['with its bits the other way round', { 262: 0, 266: 2 }, [Buffer.from([0xff, 0, 0xff, 0, 0, 0, 0, 0])]],
  [
    'deflated, with its bits the other way round',
    { 262: 0, 259: 8, 266: 2 },
    [turned(deflateSync(blackAsOne))],
  ],
  ['by LZW, with its bits the other way round', { 262: 0, 259: 5, 266: 2 }, [turned(lzw(blackAsOne))]],
  ['with alpha', { 262: 1, 277: 2, 258: [8, 8], 338: 2 }, [dots((dot) => (dot === '#' ? [0, 255] : [0, 0]))]],
  [
    'with alpha that its colours know of',
    { 262: 2, 277: 4, 258: [8, 8, 8, 8], 338: 1 },
    [dots((dot) => (dot === '#' ? [0, 0, 0, 255] : [0, 0, 0, 0]))],
  ],
  [
    'with its colours in planes',
    { 262: 2, 277: 3, 258: [8, 8, 8], 284: 2 },
    [0, 1, 2].map(() => dots((dot) => [dot === '#' ? 0 : 255])),
  ],
  ['of 16 bits', { 262: 1, 258: 16 }, [dots((dot) => (dot === '#' ? [0, 0] : [255, 255]))]],
  [
    'in brightness and colours that lie apart',
    { 262: 6, 277: 3, 258: [8, 8, 8], 530: [2, 2] },
    // Blocks of 2 × 2 dots: the first four of a row are black.
    [
      Buffer.from(
        [0, 1]
          .flatMap((row) =>
            Array.from({ length: 8 }, (_, at) => [...Array(4).fill(row === 0 && at < 4 ? 0 : 255), 128, 128]),
          )
          .flat(),
      ),
    ],
  ],
  [
    'in a tile that stands under the tags of strips',
    { 262: 0, 322: 16, 323: 16 },
    [Buffer.concat([blackAsOne, Buffer.alloc(24)])],
  ],
  ['packed', { 262: 0, 259: 32773 }, [Buffer.from([3, 0xff, 0, 0xff, 0, 0xfd, 0])]],
  ['deflated', { 262: 0, 259: 8 }, [deflateSync(blackAsOne)]],
  ['by LZW', { 262: 0, 259: 5 }, [lzw(blackAsOne)]],
  ['as a fax of group 4', { 262: 0, 259: 4 }, [group4]],
  ['as a fax of group 4 that counts empty runs', { 262: 0, 259: 4 }, [group4EmptyRuns]],
  ['as a fax of group 3 with its lines filled up', { 262: 0, 259: 3, 292: 4 }, [group3]],
  [
    'in grey',
    { 262: 1, 258: 8 },
    [
      Buffer.from(
        picture.replaceAll('/', '').replace(/./g, (dot) => (dot === '#' ? '\0' : '\xff')),
        'latin1',
      ),
    ],
  ],
];

/**
 * Without compressing: each byte as a code of nine bits, between the code that clears and the one that ends.
 */
function lzw(bytes: Buffer): Buffer {
  const codes = [256, ...bytes, 257];
  return coded(codes.map((code) => code.toString(2).padStart(9, '0')).join(''));
}

describe('a TIFF', () => {
  it.each(forms)('is shown as it was drawn: %s', skippedFor(noPoppler), async (_form, fields, strips) => {
    for (const isLittle of [true, false]) {
      const document = converted(madeTiff([{ fields: { ...size, ...fields }, strips }], { isLittle }));
      expect(await drawn(document)).toBe(picture);
    }
  });

  it('is shown in its colours', skippedFor(noPoppler), async () => {
    const rgb = Buffer.concat(
      Array.from({ length: 64 }, (_, at) => Buffer.from(at % 16 < 8 ? [0xff, 0, 0] : [0, 0, 0xff])),
    );
    const colours = 'rrrrrrrrbbbbbbbb';
    const expected = [colours, colours, colours, colours].join('/');
    const direct = { ...size, 262: 2, 277: 3, 258: [8, 8, 8] };
    expect(await drawn(converted(madeTiff([{ fields: direct, strips: [rgb] }])))).toBe(expected);
    // Blue is colour 0, red is colour 1: all reds, all greens, all blues.
    const palette = { ...size, 262: 3, 258: 1, 320: [0, 65535, 0, 0, 65535, 0] };
    const strips = [Buffer.from([0xff, 0, 0xff, 0, 0xff, 0, 0xff, 0])];
    expect(await drawn(converted(madeTiff([{ fields: palette, strips }])))).toBe(expected);
    // Some programs write colours of 8 bits, with and without alpha.
    const short = { ...palette, 320: [0, 255, 0, 0, 255, 0] };
    expect(await drawn(converted(madeTiff([{ fields: short, strips }])))).toBe(expected);
    const seen = {
      ...short,
      258: [8, 8],
      277: 2,
      338: 2,
      320: [255, 0, 0].flatMap((first) => [first, ...Array<number>(255).fill(0)]),
    };
    expect(await drawn(converted(madeTiff([{ fields: seen, strips: [dots(() => [0, 255])] }])))).toBe(
      picture.replaceAll(/[.#]/g, 'r'),
    );
  });

  it('is shown in brightness and colours of the range that it names', skippedFor(noPoppler), async () => {
    const video = {
      ...size,
      262: 6,
      277: 3,
      258: [8, 8, 8],
      530: [1, 1],
      532: [16, 235, 128, 240, 128, 240],
    };
    const strips = [dots((dot) => [dot === '#' ? 16 : 235, 128, 128])];
    expect(await drawn(converted(madeTiff([{ fields: video, strips }])))).toBe(picture);
    // Brightness of green alone: what is bright and neither red nor blue is green.
    const green = { ...size, 262: 6, 277: 3, 258: [8, 8, 8], 530: [1, 1], 529: [0, 1, 0] };
    expect(await drawn(converted(madeTiff([{ fields: green, strips: [dots(() => [255, 0, 0])] }])))).toBe(
      picture.replaceAll(/[.#]/g, 'g'),
    );
  });

  it(
    'is shown as an old JPEG whose first strip brings the head of its scan',
    skippedFor(noPoppler),
    async () => {
      const rows = ['#.', '.#'].map((row) => madeJpeg(row));
      const [tables = Buffer.alloc(0)] = rows;
      const scans = rows.map((jpeg) => jpeg.subarray(jpeg.indexOf('ffda', 'hex'), -2));
      const [first, second] = [scans[0] ?? tables, scans[1]?.subarray(10) ?? tables];
      const at = 8 + tables.length + (tables.length % 2);
      const offsets = [at, at + first.length + (first.length % 2)];
      const codes = (table: string) => 8 + tables.indexOf(table, 'hex') + 5;
      const fields = {
        ...size,
        256: 16,
        257: 16,
        278: 8,
        258: 8,
        262: 1,
        259: 6,
        512: 1,
        273: offsets,
        279: [first.length, second.length],
        519: codes('ffdb'),
        520: codes('ffc4'),
        521: codes('ffc4001410'),
      };
      const document = converted(madeTiff([{ fields, strips: [tables, first, second] }]));
      const [dark, mid] = ['d'.repeat(8), 'm'.repeat(8)];
      expect(await drawn(document)).toBe(
        [...Array(8).fill(`${dark}${mid}`), ...Array(8).fill(`${mid}${dark}`)].join('/'),
      );
    },
  );

  it('that calls a JPEG red, green and blue is shown by how its parts are sampled', () => {
    const jpeg = (sampling: string) =>
      Buffer.from(`ffd8ffc0001108000400100301${sampling}00021100031100ffd9`, 'hex');
    const fields = { ...size, 259: 7, 262: 2, 258: [8, 8, 8], 277: 4 };
    const read = (sampling: string) => readTiff(madeTiff([{ fields, strips: [jpeg(sampling)] }]));
    // Only differences of colour are sampled less than brightness.
    expect(read('22')).toMatchObject({ pages: [{ colour: { kind: 'ycc' } }] });
    expect(read('21')).toMatchObject({ pages: [{ colour: { kind: 'ycc' } }] });
    expect(read('11')).toMatchObject({ pages: [{ colour: { kind: 'rgb' } }] });
  });

  it('is shown in all its pages, turned as its scanner says', skippedFor(noPoppler), async () => {
    const upright: MadePage = { fields: { ...size, 262: 0 }, strips: [blackAsOne] };
    const turned: MadePage = { fields: { ...size, 262: 0, 274: 3 }, strips: [blackAsOne] };
    const document = await shown(madeTiff([upright, turned, upright]));
    expect(await drawn(document, 2)).toBe([...picture].reverse().join(''));
    expect(pagesOf(await saved(document))).toBe(3);
  });

  it('has no number with an exponent among its drawing, which a PDF does not know', async () => {
    // At 42 dots an inch the last strip ends 2e-16 points above the edge of the page.
    const strips = [0, 2, 4, 6].map((at) => blackAsOne.subarray(at, at + 2));
    const document = converted(madeTiff([{ fields: { ...size, 262: 0, 278: 1, 282: 42, 283: 42 }, strips }]));
    const content = await readFile(await saved(document), 'latin1');
    expect(content).toContain('/P3 Do');
    expect(content).not.toMatch(/\de-\d/);
  });

  it('is given up while its process reads it, and the process ends, when another document is looked at', async () => {
    const tiff = madeTiff([{ fields: { ...size, 262: 0 }, strips: [blackAsOne] }]);
    const paths = [tiff, '%PDF-1.7'].map((content, at) => {
      const path = join(temporaryFolder(), `${at}`);
      writeFileSync(path, content);
      return path;
    });
    const started = Promise.withResolvers<WorkerProcess>();
    const watched: StartWorker = async (...args) => {
      const worker = await startWorker(...args);
      started.resolve(worker);
      return worker;
    };
    const read = previewHandlers(
      async ({ id }) => paths[Number(id)] ?? '',
      () => Promise.reject(new Error('no agency')),
      watched,
    )['file.read'];
    const first = errorOf(read({ connectionId: 'agency', id: '0' }));
    const worker = await started.promise;
    const ended = new Promise((resolve) => worker.onEnd(resolve));
    expect(await read({ connectionId: 'agency', id: '1' })).toMatchObject({ kind: 'pdf' });
    expect((await first).code).toBe('CANCELLED');
    await ended;
  });

  it('that takes too long is refused as too heavy', async () => {
    const tiff = madeTiff([{ fields: { ...size, 262: 0 }, strips: [blackAsOne] }]);
    const refused = await errorOf(shown(tiff, silentWorker, { heapMb: 512, stillMs: 1 }));
    expect(refused.code).toBe('PAPER_TOO_HEAVY');
  });

  it('whose compression or colours are not read is left to its program', async () => {
    for (const fields of [
      { 259: 6 },
      { 262: 8, 277: 3, 258: [8, 8, 8] },
      { 258: 32, 339: 3 },
      { 256: 90_000, 257: 90_000 },
      // One tile, of which the page shows a corner.
      { 322: 65_535, 323: 65_535, 324: 8, 325: 8 },
    ])
      expect(
        await shown(madeTiff([{ fields: { ...size, 262: 0, ...fields }, strips: [blackAsOne] }])),
      ).toEqual({
        kind: 'other',
      });
  });

  it('that is damaged is told as damaged', async () => {
    const whole = madeTiff([{ fields: { ...size, 262: 0 }, strips: [blackAsOne] }]);
    for (const bytes of [whole.subarray(0, 8), whole.subarray(0, 60)])
      expect(await shown(bytes)).toEqual({ kind: 'damaged' });
  });

  it('shows its other pages when one is not read, and says which', skippedFor(noPoppler), async () => {
    const good: MadePage = { fields: { ...size, 262: 0 }, strips: [blackAsOne] };
    const odd: MadePage = { fields: { ...size, 262: 8, 277: 3, 258: [8, 8, 8] }, strips: [blackAsOne] };
    const document = await shown(madeTiff([good, odd, good]));
    expect(document).toMatchObject({ kind: 'pdf', unshown: [2] });
    expect(await drawn(document, 3)).toBe(picture);
  });

  it('whose chain of pages was cut shows those that are there, and that one is missing', async () => {
    const good: MadePage = { fields: { ...size, 262: 0 }, strips: [blackAsOne] };
    const whole = madeTiff([good, good]);
    expect(await shown(whole.subarray(0, -20))).toMatchObject({ kind: 'pdf', unshown: [2] });
  });

  it('whose chain of pages leads back shows those on it, and that one is missing', async () => {
    const good: MadePage = { fields: { ...size, 262: 0 }, strips: [blackAsOne] };
    const circular = madeTiff([good, good]);
    circular.writeUInt32LE(circular.readUInt32LE(4), circular.length - 4);
    expect(await shown(circular)).toMatchObject({ kind: 'pdf', unshown: [3] });
  });

  it('shows its other pages when one asks for more strips than all may have', async () => {
    const good: MadePage = { fields: { ...size, 262: 0 }, strips: [blackAsOne] };
    const odd: MadePage = { fields: { ...size, 262: 0, 257: 30_000, 278: 1 }, strips: [blackAsOne] };
    expect(await shown(madeTiff([good, odd, good]))).toMatchObject({ kind: 'pdf', unshown: [2] });
  });

  it('whose strips all lie over the same bytes, on one page or on many, shows no more than its size allows', () => {
    const stripTags = (count: number) => ({ 273: Array(count).fill(8), 279: Array(count).fill(160_000) });
    const fields = (rows: number) => ({ ...size, 262: 0, 257: rows, 278: 1, ...stripTags(rows) });
    const strips = [Buffer.alloc(160_000)];
    expect(readTiff(madeTiff([{ fields: fields(2_000), strips }])).kind).toBe('damaged');
    const pages = Array.from({ length: 200 }, () => ({ fields: fields(10), strips: [] }));
    const unshownOf = (tiff: Buffer) => {
      const read = readTiff(tiff);
      return read.kind === 'pages' ? read.unshown.length : read.kind;
    };
    expect(unshownOf(madeTiff([{ fields: fields(10), strips }, ...pages]))).toBeGreaterThan(180);
    expect(unshownOf(madeTiff([{ fields: fields(10), strips }, ...pages.slice(0, 9)]))).toBe(0);
  });

  it('whose strips share tables that are large is damaged', () => {
    const strips = Array.from({ length: 100 }, () => Buffer.alloc(8));
    const fields = (tables: number) => ({
      ...size,
      257: 100,
      278: 1,
      262: 1,
      258: 8,
      259: 7,
      347: Buffer.alloc(tables),
    });
    expect(readTiff(madeTiff([{ fields: fields(2 ** 19), strips }])).kind).toBe('damaged');
    expect(readTiff(madeTiff([{ fields: fields(1_000), strips }])).kind).toBe('pages');
  });

  it('whose pages have more strips together than are shown says which are not', () => {
    const page = (): MadePage => ({
      fields: { ...size, 262: 0, 257: 4_000, 278: 1 },
      strips: Array.from({ length: 4_000 }, () => Buffer.alloc(2)),
    });
    const read = (pages: number) => readTiff(madeTiff(Array.from({ length: pages }, page)));
    expect(read(5)).toMatchObject({ kind: 'pages', unshown: [] });
    expect(read(6)).toMatchObject({ kind: 'pages', unshown: [6] });
  });
});

const sample = madeTiff(
  [forms[2], forms[7]].flatMap((form) =>
    form ? [{ fields: { ...size, ...form[1] }, strips: form[2] }] : [],
  ),
);

holds(
  'whatever bytes a TIFF has, it is read, damaged or unknown, and its pieces lie within it',
  fc.property(
    fc.array(fc.tuple(fc.nat(sample.length - 1), fc.nat(255)), { maxLength: 12 }),
    fc.nat(sample.length),
    (changes, length) => {
      const bytes = Buffer.from(sample);
      for (const [at, byte] of changes) if (at > 3) bytes[at] = byte;
      const read = readTiff(bytes.subarray(0, Math.max(4, length)));
      if (read.kind !== 'pages') return;
      for (const [index, { chunks, sizePoints: document }] of read.pages.entries()) {
        expect(chunks.length > 0).toBe(!read.unshown.includes(index + 1));
        expect(document.width * document.height).toBeGreaterThan(0);
      }
    },
  ),
);

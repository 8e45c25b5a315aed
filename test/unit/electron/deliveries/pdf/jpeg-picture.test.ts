import { spawnSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { imageAsPdf } from '../../../../../electron/deliveries/pdf/image-pdf.ts';
import { openMergeablePdf } from '../../../../../electron/deliveries/pdf/open-mergeable-pdf.ts';
import { temporaryFolder } from '../../../../support/disk/temporary-folder.ts';
import { type JpegToMake, madeJpeg } from '../../../../support/samples/made-jpeg.ts';
import { noPoppler } from '../../../../support/samples/poppler.ts';
import { skippedFor } from '../../../../support/skipped.ts';

const picture = '#.../..../....';

/** Rows of eighty grey blocks, 30 bytes each. */
const rowsOf = (count: number) => Array<string>(count).fill('.'.repeat(80)).join('/');

/** A JPEG whose frame says that it has so many rows of blocks. */
function withRows(jpeg: Buffer, rows: number): Buffer {
  const other = Buffer.from(jpeg);
  other.writeUInt16BE(rows * 8, other.indexOf(Buffer.from([0xff, 0xc0])) + 5);
  return other;
}

/** What became of a JPEG: `pdf`, or why it stands beside. */
async function judged(jpeg: Buffer): Promise<string> {
  const path = join(temporaryFolder(), 'scan.jpg');
  writeFileSync(path, jpeg);
  const opened = await openMergeablePdf(path);
  return opened.kind === 'pdf' ? 'pdf' : opened.reason;
}

/** The blocks of a picture as poppler draws them on a page of A4: `#` where it is dark. */
async function drawn(jpeg: Buffer): Promise<string> {
  const document = await imageAsPdf(jpeg, 'jpeg');
  if (!document) throw new Error('too large');
  const path = join(temporaryFolder(), 'page.pdf');
  writeFileSync(path, await document.save());
  const { stdout } = spawnSync('pdftoppm', ['-gray', '-r', '36', path], { maxBuffer: 2 ** 24 });
  const head = /^P5\s+(\d+) (\d+)\s+255\s/.exec(stdout.subarray(0, 40).toString('latin1'));
  const [width, height] = [Number(head?.[1]), Number(head?.[2])];
  const dots = stdout.subarray(head?.[0].length);
  const [across, down] = width > height ? [4, 3] : [3, 4];
  // Its sides are 4 : 3 or 3 : 4, a little less than those of the page.
  const side = Math.min(width / across, height / down);
  const [left, top] = [(width - side * across) / 2, (height - side * down) / 2];
  return Array.from({ length: down }, (_, row) =>
    Array.from({ length: across }, (_, column) => {
      const at = Math.floor(top + (row + 0.5) * side) * width + Math.floor(left + (column + 0.5) * side);
      return (dots[at] ?? 0) < 80 ? '#' : '.';
    }).join(''),
  ).join('/');
}

const forms: [string, JpegToMake][] = [
  ['as it is', {}],
  ['with fill bytes before its markers', { hasFill: true }],
  ['with restarts', { restart: 3 }],
  ['that is progressive', { isProgressive: true }],
];

describe('a JPEG', () => {
  it.each(forms)('is a document that looks as it does: %s', skippedFor(noPoppler), async (_, form) => {
    expect(await judged(madeJpeg(picture, form))).toBe('pdf');
    expect(await drawn(madeJpeg(picture, form))).toBe(picture);
  });

  it.each(forms)('stands beside as damaged wherever it was cut: %s', async (_, form) => {
    const whole = madeJpeg(picture, form);
    const stored: number[] = [];
    for (let length = 3; length < whole.length; length++)
      if ((await judged(whole.subarray(0, length))) !== 'damaged') stored.push(length);
    expect(stored).toEqual([]);
  });

  it('stands beside as damaged when a part of its data is gone, though its end is there', async () => {
    const whole = madeJpeg(picture);
    expect(await judged(Buffer.concat([whole.subarray(0, -4), whole.subarray(-2)]))).toBe('damaged');
  });

  it('stands beside as damaged when its data go on behind its last block', async () => {
    const whole = madeJpeg(rowsOf(20));
    expect(await judged(withRows(whole, 10))).toBe('damaged');
  });

  it('stands beside as damaged when a part overwrites another, and its blocks become ever darker', async () => {
    // Two bytes a row: a change of 10 bits and two blocks alike of 3 bits each.
    const whole = madeJpeg('###/.../###/...');
    expect(await judged(whole)).toBe('pdf');
    const [begin, row] = [whole.length - 10, 2];
    const dark = whole.subarray(begin, begin + row);
    const over = Buffer.concat([whole.subarray(0, begin + row), dark, whole.subarray(begin + 2 * row)]);
    expect(await judged(over)).toBe('damaged');
  });

  it('stands beside as damaged when a run goes on past its block', async () => {
    // Each block becomes 10 bits: the table's one code stands for a coefficient behind 15 zeros.
    const whole = withRows(madeJpeg(rowsOf(20)), 6);
    const table = whole.indexOf(Buffer.from([0xff, 0xc4, 0, 20, 0x10]));
    whole[table + 21] = 0xf1;
    expect(await judged(whole)).toBe('damaged');
  });

  it('may have a row of units more than its picture, as some scanners write it', async () => {
    expect(await judged(withRows(madeJpeg(rowsOf(20)), 18))).toBe('pdf');
  });

  it.each([0, 0xff])('may have up to 32 bytes of padding before its end: %i', async (padding) => {
    const whole = madeJpeg(picture);
    const [data, end] = [whole.subarray(0, -2), whole.subarray(-2)];
    expect(await judged(Buffer.concat([data, Buffer.alloc(32, padding), end]))).toBe('pdf');
  });

  it('may have bytes behind its end', async () => {
    expect(await judged(Buffer.concat([madeJpeg(picture), Buffer.alloc(900)]))).toBe('pdf');
  });

  it.each([
    [1, '#.../..../....'],
    [2, '...#/..../....'],
    [3, '..../..../...#'],
    [4, '..../..../#...'],
    [5, '#../.../.../...'],
    [6, '..#/.../.../...'],
    [7, '.../.../.../..#'],
    [8, '.../.../.../#..'],
  ])(
    'of orientation %i is turned as its camera held it',
    skippedFor(noPoppler),
    async (orientation, upright) => {
      expect(await drawn(madeJpeg(picture, { orientation }))).toBe(upright);
    },
  );
});

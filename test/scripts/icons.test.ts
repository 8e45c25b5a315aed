import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { Data } from 'resedit';
import { describe, expect, it } from 'vitest';
import { drawingHash, icnsTypes, icoSizes, toIcns, toIco } from '../../scripts/icon-files.mjs';

const folder = join(import.meta.dirname, '../../build');
const read = (name: string) => readFileSync(join(folder, name));

/** Sides in pixels, from the head of a PNG file; undefined where it is none. */
function pngSize(file: Buffer): { width: number; height: number } | undefined {
  const isPng = file.subarray(1, 4).toString('latin1') === 'PNG';
  return isPng ? { width: file.readUInt32BE(16), height: file.readUInt32BE(20) } : undefined;
}

/** Types and pictures of a macOS icon. */
function icnsBlocks(file: Buffer): { type: string; content: Buffer }[] {
  const blocks = [];
  for (let at = 8; at < file.length; at += file.readUInt32BE(at + 4)) {
    const content = file.subarray(at + 8, at + file.readUInt32BE(at + 4));
    blocks.push({ type: file.toString('latin1', at, at + 4), content });
  }
  return blocks;
}

describe('icons of the package', () => {
  it('are made of the drawing as it is today (npm run icons)', () => {
    expect(read('icon.svg.sha256').toString().trim()).toBe(drawingHash(read('icon.svg').toString()));
  });

  it('have the drawing of a checkout with either line ends as the same one', () => {
    expect(drawingHash('<svg>\r\n</svg>\r\n')).toBe(drawingHash('<svg>\n</svg>\n'));
  });

  it('are one of 1024 pixels for Linux', () => {
    expect(pngSize(read('icon.png'))).toEqual({ width: 1024, height: 1024 });
  });

  it('are, for Windows, a bitmap of each small size and a PNG of 256, with an alpha channel', () => {
    const { icons } = Data.IconFile.from(read('icon.ico'));
    expect(icons.map(({ width, height, bitCount }) => ({ width, height, bitCount }))).toEqual(
      icoSizes.map((size) => ({ width: size % 256, height: size % 256, bitCount: 32 })),
    );
    expect(icons.map(({ data }) => data.width)).toEqual(icoSizes);
    expect(icons.filter(({ data }) => data.isRaw()).map(({ data }) => data.width)).toEqual([256]);
  });

  it('are, for macOS, a PNG of the side that each type stands for', () => {
    const file = read('icon.icns');
    expect(file.toString('latin1', 0, 4)).toBe('icns');
    expect(file.readUInt32BE(4)).toBe(file.length);
    expect(icnsBlocks(file).map(({ type, content }) => [type, pngSize(content)])).toEqual(
      icnsTypes.map(([type, size]) => [type, { width: size, height: size }]),
    );
  });

  it('hold the same blue, opaque, at the middle of the left edge, and nothing at the corners', () => {
    const [small] = Data.IconFile.from(read('icon.ico')).icons;
    if (!small?.data.isIcon()) throw new Error('the smallest picture is no bitmap');
    const pixels = Buffer.from(small.data.pixels);
    const pixel = (x: number, y: number) => pixels.subarray((y * 16 + x) * 4, (y * 16 + x) * 4 + 4);
    // Blue, green, red, alpha; rows from the bottom up.
    expect([...pixel(2, 8)]).toEqual([0xa8, 0x5a, 0x1b, 0xff]);
    expect(pixel(0, 0).at(3)).toBe(0);
    expect(pixel(15, 15).at(3)).toBe(0);
  });
});

describe('a Windows icon', () => {
  it('holds pixels from the bottom row up, blue first, and a mask whose rows are whole words', () => {
    const rgba = Buffer.from([1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16]);
    const file = toIco([{ size: 2, png: Buffer.alloc(0), rgba }]);
    expect(file.length).toBe(6 + 16 + 40 + 16 + 2 * 4);
    expect([...file.subarray(62, 78)]).toEqual([11, 10, 9, 12, 15, 14, 13, 16, 3, 2, 1, 4, 7, 6, 5, 8]);
  });
});

describe('a macOS icon', () => {
  it('is not made without one of its sizes', () => {
    expect(() => toIcns([{ size: 32, png: Buffer.alloc(0), rgba: Buffer.alloc(0) }])).toThrow(
      'no picture of 64 pixels for ic12',
    );
  });
});

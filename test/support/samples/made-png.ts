import { crc32, deflateSync } from 'node:zlib';
import { type Seeded, seeded } from '../seeded.ts';

/** A picture that is made for a test. */
export interface PngToMake {
  width: number;
  height: number;
  /** Bits of a sample; 8 where nothing else is said. */
  depth?: number;
  /** Of colours (PNG specification, 11.2.1); 0, grey, where nothing else is said. */
  type?: number;
  isInterlaced?: boolean;
  /** What stands between its header and its pixels, such as a palette. */
  chunks?: readonly (readonly [name: string, data: Buffer])[];
}

const samplesOf: Readonly<Record<number, number>> = { 0: 1, 2: 3, 3: 1, 4: 2, 6: 4 };

/** A PNG whose packed pixels are given as they are. */
export function pngAround(
  { width, height, depth = 8, type = 0, isInterlaced = false, chunks = [] }: PngToMake,
  packed: Buffer,
): Buffer {
  const header = Buffer.alloc(13);
  header.writeUInt32BE(width, 0);
  header.writeUInt32BE(height, 4);
  header.set([depth, type, 0, 0, isInterlaced ? 1 : 0], 8);
  const all = [
    ['IHDR', header] as const,
    ...chunks,
    ['IDAT', packed] as const,
    ['IEND', Buffer.alloc(0)] as const,
  ];
  const written = all.map(([name, data]) => {
    const [length, check] = [Buffer.alloc(4), Buffer.alloc(4)];
    length.writeUInt32BE(data.length);
    check.writeUInt32BE(crc32(Buffer.concat([Buffer.from(name), data])));
    return Buffer.concat([length, Buffer.from(name), data, check]);
  });
  return Buffer.concat([Buffer.from('89504e470d0a1a0a', 'hex'), ...written]);
}

/**
 * A PNG of pixels by chance, each row with a filter by chance, the same for the same seed; and the samples of
 * its pixels, a row after the other.
 */
export function madePng(picture: PngToMake, seed: number): { bytes: Buffer; samples: number[] } {
  const { width, height, depth = 8, type = 0, isInterlaced = false } = picture;
  const random = seeded(seed);
  const each = samplesOf[type] ?? 1;
  const value = () => Math.floor(random() * 2 ** depth);
  const pixels = Array.from({ length: height }, () =>
    Array.from({ length: width }, () => Array.from({ length: each }, value)),
  );
  const passes = isInterlaced ? adam7 : [[0, 0, 1, 1] as const];
  const rows = passes.flatMap(([column, row, across, down]) => {
    const those = pixels
      .filter((_, y) => y >= row && (y - row) % down === 0)
      .map((line) => line.filter((_, x) => x >= column && (x - column) % across === 0).flat())
      .filter((line) => line.length > 0)
      .map((line) => bytesOf(line, depth));
    return those.map((line, at) => filtered(line, those[at - 1], Math.max(1, (depth * each) >> 3), random));
  });
  return { bytes: pngAround(picture, deflateSync(Buffer.concat(rows))), samples: pixels.flat(2) };
}

const adam7 = [
  [0, 0, 8, 8],
  [4, 0, 8, 8],
  [0, 4, 4, 8],
  [2, 0, 4, 4],
  [0, 2, 2, 4],
  [1, 0, 2, 2],
  [0, 1, 1, 2],
] as const;

function bytesOf(values: readonly number[], depth: number): Buffer {
  const bits = values.map((value) => value.toString(2).padStart(depth, '0')).join('');
  const bytes = bits.match(/.{1,8}/g) ?? [];
  return Buffer.from(bytes.map((byte) => Number.parseInt(byte.padEnd(8, '0'), 2)));
}

/** A row with its filter in front (9.2). */
function filtered(row: Buffer, above: Buffer | undefined, step: number, random: Seeded): Buffer {
  const filter = Math.floor(random() * 5);
  const coded = row.map((byte, at) => {
    const [left, up] = [row[at - step] ?? 0, above?.[at] ?? 0];
    const corner = at < step ? 0 : (above?.[at - step] ?? 0);
    const guess = left + up - corner;
    const nearest = [left, up, corner].reduce((best, one) =>
      Math.abs(guess - one) < Math.abs(guess - best) ? one : best,
    );
    return byte - ([0, left, up, (left + up) >> 1, nearest][filter] ?? 0);
  });
  return Buffer.concat([Buffer.of(filter), coded]);
}

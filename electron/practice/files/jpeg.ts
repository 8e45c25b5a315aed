import type { Raster } from './raster.ts';

/**
 * An image as a baseline JPEG in which every dot is a block of eight by eight pixels of one grey. Only each
 * block's mean (DC) is coded, so there is no transform to compute. `about` is stored as a comment.
 */
export function jpegOf({ width, height, dots }: Raster, about: string): Buffer {
  return Buffer.concat([
    Buffer.from([0xff, 0xd8]),
    segment(0xe0, Buffer.from('JFIF\0\x01\x01\x00\x00\x01\x00\x01\x00\x00', 'latin1')),
    segment(0xfe, Buffer.from(about, 'latin1')),
    // Quantised by eight, a block's mean is its grey minus 128.
    segment(0xdb, Buffer.concat([Buffer.from([0]), Buffer.alloc(64, 8)])),
    segment(0xc0, frame(width * 8, height * 8)),
    // Twelve sizes of difference, each coded by its own number in four bits; and the end of a block, coded by
    // one bit.
    segment(0xc4, Buffer.from([0x00, 0, 0, 0, 12, ...Array(12).fill(0), ...Array(12).keys()])),
    segment(0xc4, Buffer.from([0x10, 1, ...Array(15).fill(0), 0])),
    segment(0xda, Buffer.from([1, 1, 0x00, 0, 63, 0])),
    coded(dots),
    Buffer.from([0xff, 0xd9]),
  ]);
}

function segment(marker: number, data: Buffer): Buffer {
  const head = Buffer.from([0xff, marker, 0, 0]);
  head.writeUInt16BE(data.length + 2, 2);
  return Buffer.concat([head, data]);
}

function frame(width: number, height: number): Buffer {
  const data = Buffer.from([8, 0, 0, 0, 0, 1, 1, 0x11, 0]);
  data.writeUInt16BE(height, 1);
  data.writeUInt16BE(width, 3);
  return data;
}

function coded(dots: Uint8Array): Buffer {
  const bytes: number[] = [];
  let [pending, bits, before] = [0, 0, 0];
  const put = (value: number, length: number) => {
    for (let index = length - 1; index >= 0; index--) {
      pending = (pending << 1) | ((value >> index) & 1);
      bits += 1;
      if (bits < 8) continue;
      bytes.push(pending);
      // A byte of ones would read as a marker.
      if (pending === 0xff) bytes.push(0);
      [pending, bits] = [0, 0];
    }
  };
  for (const dot of dots) {
    const mean = dot === 1 ? -112 : 112;
    const difference = mean - before;
    before = mean;
    const size = 32 - Math.clz32(Math.abs(difference));
    put(size, 4);
    put(difference < 0 ? difference + 2 ** size - 1 : difference, size);
    put(0, 1);
  }
  if (bits > 0) put(2 ** (8 - bits) - 1, 8 - bits);
  return Buffer.from(bytes);
}

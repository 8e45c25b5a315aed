import { crc32, deflateSync } from 'node:zlib';
import type { Raster } from './raster.ts';

const signature = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);

/** An image as PNG, one bit per dot. `about` is stored as a comment. */
export function pngOf({ width, height, dots }: Raster, about: string): Buffer {
  const header = Buffer.alloc(13);
  header.writeUInt32BE(width, 0);
  header.writeUInt32BE(height, 4);
  // One bit deep, grey, with the only compression and filter methods of PNG, and no interlace.
  header.writeUInt8(1, 8);
  const rowBytes = Math.ceil(width / 8) + 1;
  const rows = Buffer.alloc(rowBytes * height, 0xff);
  for (let y = 0; y < height; y++) {
    rows[y * rowBytes] = 0;
    for (let x = 0; x < width; x++) {
      if (dots[y * width + x] !== 1) continue;
      const index = y * rowBytes + 1 + (x >> 3);
      rows[index] = (rows[index] ?? 0) & ~(0x80 >> (x & 7));
    }
  }
  return Buffer.concat([
    signature,
    chunk('IHDR', header),
    chunk('tEXt', Buffer.from(`Comment\0${about}`, 'latin1')),
    chunk('IDAT', deflateSync(rows)),
    chunk('IEND', Buffer.alloc(0)),
  ]);
}

function chunk(name: string, data: Buffer): Buffer {
  const named = Buffer.concat([Buffer.from(name, 'latin1'), data]);
  const length = Buffer.alloc(4);
  length.writeUInt32BE(data.length);
  const check = Buffer.alloc(4);
  check.writeUInt32BE(crc32(named));
  return Buffer.concat([length, named, check]);
}

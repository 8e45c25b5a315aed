import { constants, inflateSync, zstdDecompressSync } from 'node:zlib';
import { Unknown } from './directories.ts';

/** Layout of samples in a decompressed chunk. */
export interface Layout {
  /** Pixels per row. */
  width: number;
  height: number;
  /** Interleaved samples per pixel. */
  samples: number;
  bits: number;
  isLittle: boolean;
  /** Each sample is the difference from the previous one (TIFF 6.0, section 14). */
  isDifferential: boolean;
}

/** Bytes per row: each row begins at a byte. */
export function rowBytes({ width, samples, bits }: Layout): number {
  return Math.ceil((width * samples * bits) / 8);
}

/**
 * Decompresses a chunk; a truncated one is padded with zeros. Throws `Unknown` for unsupported compressions.
 */
export function unpackChunk(bytes: Buffer, compression: number, expected: number): Buffer {
  const unpacked = unpack(bytes, compression, expected);
  if (unpacked.length >= expected) return unpacked.subarray(0, expected);
  return Buffer.concat([unpacked, Buffer.alloc(expected - unpacked.length)]);
}

function unpack(bytes: Buffer, compression: number, expected: number): Buffer {
  switch (compression) {
    case 1:
      return bytes;
    case 5:
      return unpackedLzw(bytes, expected);
    case 8:
    case 32946:
      return inflateSync(bytes, { finishFlush: constants.Z_SYNC_FLUSH, maxOutputLength: expected + 65_536 });
    case 32773:
      return unpackedBits(bytes, expected);
    case 50000:
      return zstdDecompressSync(bytes, { maxOutputLength: expected + 65_536 });
    default:
      throw new Unknown();
  }
}

/** PackBits: runs of one repeated byte and literal runs (section 9). */
function unpackedBits(bytes: Buffer, expected: number): Buffer {
  const target = Buffer.alloc(expected);
  let to = 0;
  for (let at = 0; at < bytes.length && to < expected; ) {
    const count = bytes[at++] ?? 0;
    if (count < 128) {
      to += bytes.copy(target, to, at, Math.min(at + count + 1, bytes.length));
      at += count + 1;
    } else if (count > 128) {
      target.fill(bytes[at++] ?? 0, to, Math.min(expected, to + 257 - count));
      to += 257 - count;
    }
  }
  return target;
}

const [clearCode, endCode, firstCode, codes] = [256, 257, 258, 4096];

/**
 * Whether the data use LZW from before TIFF 6.0: reversed bit order, and code widths that grow one code
 * later.
 */
export function isOldLzw(bytes: Buffer): boolean {
  return bytes[0] === 0 && ((bytes[1] ?? 0) & 1) === 1;
}

/** LZW: codes of 9 to 12 bits, each a sequence of earlier output (section 13). */
function unpackedLzw(bytes: Buffer, expected: number): Buffer {
  const isOld = isOldLzw(bytes);
  const target = Buffer.alloc(expected);
  const [starts, lengths] = [new Int32Array(codes), new Int32Array(codes)];
  let [to, next, width, bitBuffer, count] = [0, firstCode, 9, 0, 0];
  /** Offset of the previous sequence in the output; -1 after a clear code. */
  let before = -1;
  let beforeLength = 0;
  for (let at = 0; to < expected; ) {
    while (count < width && at < bytes.length) {
      const byte = bytes[at++] ?? 0;
      bitBuffer = isOld ? bitBuffer | (byte << count) : ((bitBuffer << 8) | byte) & 0xffffff;
      count += 8;
    }
    if (count < width) break;
    const code = (isOld ? bitBuffer : bitBuffer >> (count - width)) & ((1 << width) - 1);
    if (isOld) bitBuffer >>= width;
    count -= width;
    if (code === endCode) break;
    if (code === clearCode) {
      [next, width, before] = [firstCode, 9, -1];
      continue;
    }
    const begin = to;
    if (code < clearCode) target[to++] = code;
    else {
      const isNew = code === next;
      if (before < 0 || code > next) break;
      const [from, length] = isNew ? [before, beforeLength + 1] : [starts[code] ?? 0, lengths[code] ?? 0];
      // Byte by byte: a new sequence may overlap its own output.
      for (let one = 0; one < length && to < expected; one++) target[to++] = target[from + one] ?? 0;
    }
    if (before >= 0 && next < codes) {
      [starts[next], lengths[next]] = [before, beforeLength + 1];
      next++;
    }
    [before, beforeLength] = [begin, to - begin];
    // The width grows one code early.
    if (next >= (1 << width) - (isOld ? 0 : 1) && width < 12) width++;
  }
  return target.subarray(0, to);
}

/** The samples of a chunk as 8 bits each, row by row; may modify `bytes`. */
export function samplesOf8(bytes: Buffer, layout: Layout): Uint8Array {
  const { width, height, samples, bits, isLittle } = layout;
  const row = width * samples;
  const stride = rowBytes(layout);
  if (layout.isDifferential) for (let y = 0; y < height; y++) sumRow(bytes, y * stride, layout);
  if (bits === 8) return bytes.subarray(0, stride * height);
  const target = new Uint8Array(row * height);
  if (bits === 16 || bits === 32) {
    const size = bits / 8;
    // Only the most significant byte is visible.
    const high = isLittle ? size - 1 : 0;
    for (let at = 0; at < target.length; at++) target[at] = bytes[at * size + high] ?? 0;
    return target;
  }
  if (bits > 16) throw new Unknown();
  const maxValue = (1 << bits) - 1;
  for (let y = 0; y < height; y++) {
    for (let x = 0; x < row; x++) {
      const bit = x * bits;
      const at = y * stride + (bit >> 3);
      const word = ((bytes[at] ?? 0) << 16) | ((bytes[at + 1] ?? 0) << 8) | (bytes[at + 2] ?? 0);
      const value = (word >> (24 - bits - (bit & 7))) & maxValue;
      target[y * row + x] = bits > 8 ? value >> (bits - 8) : Math.round((value * 255) / maxValue);
    }
  }
  return target;
}

function sumRow(bytes: Buffer, start: number, { width, samples, bits, isLittle }: Layout): void {
  const size = bits / 8;
  if (bits !== 8 && bits !== 16) throw new Unknown();
  for (let at = start + samples * size; at < start + width * samples * size; at += size) {
    const before = at - samples * size;
    if (size === 1) bytes[at] = (bytes[at] ?? 0) + (bytes[before] ?? 0);
    else if (isLittle)
      bytes.writeUInt16LE((bytes.readUInt16LE(at) + bytes.readUInt16LE(before)) & 0xffff, at);
    else bytes.writeUInt16BE((bytes.readUInt16BE(at) + bytes.readUInt16BE(before)) & 0xffff, at);
  }
}

/**
 * The bytes with their bits in reverse order. A plain loop: with up to 32 MiB, a callback per byte would
 * block for seconds.
 */
export function turnedBits(bytes: Buffer): Buffer {
  const turned = Buffer.allocUnsafe(bytes.length);
  for (let at = 0; at < bytes.length; at++) turned[at] = reversed[bytes[at] ?? 0] ?? 0;
  return turned;
}

const reversed = Uint8Array.from({ length: 256 }, (_, byte) => {
  let turned = 0;
  for (let bit = 0; bit < 8; bit++) if (byte & (1 << bit)) turned |= 0x80 >> bit;
  return turned;
});

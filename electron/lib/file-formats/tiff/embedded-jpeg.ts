import { type Fields, Unknown } from './directories.ts';

/** A JPEG's frame header (ITU T.81, B.2.2), as far as it says what its colours are. */
interface JpegColours {
  components: number;
  /** The first component has more samples than the second: it is brightness. */
  isSubsampled: boolean;
}

/** Reads the frame header of a JPEG; undefined if absent. */
export function jpegColours(bytes: Buffer): JpegColours | undefined {
  for (let at = 2; at + 10 <= bytes.length; ) {
    if (bytes[at] !== 0xff) return undefined;
    const marker = bytes[at + 1] ?? 0;
    if (marker === 0xff) {
      at++;
      continue;
    }
    if (marker >= 0xc0 && marker <= 0xcf && ![0xc4, 0xc8, 0xcc].includes(marker)) {
      const [components = 0, , first, , , second] = bytes.subarray(at + 9);
      return { components, isSubsampled: components > 1 && first !== second };
    }
    at += 2 + bytes.readUInt16BE(at + 2);
  }
  return undefined;
}

/**
 * Converts a chunk in the old JPEG form (TIFF 6.0, section 22) to a JPEG: the directory has the tables, the
 * chunk only coded data.
 */
export function oldJpeg(
  fields: Fields,
  chunk: { bytes: Buffer; width: number; height: number },
  file: Buffer,
): Buffer {
  if (fields.has(519) && !(chunk.bytes[0] === 0xff && chunk.bytes[1] === 0xd8))
    return Buffer.concat([tablesOf(fields, chunk, file), codedData(chunk.bytes), Buffer.from([0xff, 0xd9])]);
  if (chunk.bytes[0] === 0xff && chunk.bytes[1] === 0xd8) return chunk.bytes;
  throw new Unknown();
}

/** A chunk without the head of its scan, which some programs leave before the first strip. */
function codedData(bytes: Buffer): Buffer {
  const hasHead = bytes.length > 4 && bytes[0] === 0xff && bytes[1] === 0xda;
  return hasHead ? bytes.subarray(2 + bytes.readUInt16BE(2)) : bytes;
}

/** The complete JPEG that the directory refers to; undefined if there is none or it has no data. */
export function interchanged(fields: Fields, file: Buffer): Buffer | undefined {
  const start = fields.number(513, 0);
  if (start === 0 || file[start] !== 0xff || file[start + 1] !== 0xd8) return undefined;
  const declaredBytes = fields.number(514, 0);
  const named = file.subarray(start, declaredBytes > 0 ? start + declaredBytes : file.length);
  const end = named.lastIndexOf(Buffer.from([0xff, 0xd9]));
  if (end > 0 && named.includes(Buffer.from([0xff, 0xda]))) return named.subarray(0, end + 2);
  // Only the header is there; the strips' data follow it.
  const first = fields.number(273, 0);
  if (first < start || !named.includes(Buffer.from([0xff, 0xda]))) return undefined;
  return Buffer.concat([file.subarray(start, file.length), Buffer.from([0xff, 0xd9])]);
}

function tablesOf(
  fields: Fields,
  { width, height }: { width: number; height: number },
  file: Buffer,
): Buffer {
  const samples = fields.number(277, 1);
  const at = (tag: number) => fields.numbers(tag, samples);
  const segments: Buffer[] = [Buffer.from([0xff, 0xd8])];
  const add = (marker: number, data: Buffer) => {
    const head = Buffer.from([0xff, marker, 0, 0]);
    head.writeUInt16BE(data.length + 2, 2);
    segments.push(head, data);
  };
  const codes = (start: number) => {
    const counts = file.subarray(start, start + 16);
    return file.subarray(start, start + 16 + counts.reduce((sum, count) => sum + count, 0));
  };
  at(519).forEach((start, table) => {
    add(0xdb, Buffer.concat([Buffer.from([table]), file.subarray(start, start + 64)]));
  });
  const [h = 2, v = 2] = samples === 3 ? fields.numbers(530, 2) : [1, 1];
  const frame = Buffer.from([8, height >> 8, height & 255, width >> 8, width & 255, samples]);
  const components = Array.from({ length: samples }, (_, one) => [
    one + 1,
    one === 0 ? (h << 4) | v : 0x11,
    one,
  ]);
  add(0xc0, Buffer.concat([frame, Buffer.from(components.flat())]));
  at(520).forEach((start, table) => {
    add(0xc4, Buffer.concat([Buffer.from([table]), codes(start)]));
  });
  at(521).forEach((start, table) => {
    add(0xc4, Buffer.concat([Buffer.from([0x10 | table]), codes(start)]));
  });
  const restart = fields.number(515, 0);
  if (restart > 0) add(0xdd, Buffer.from([restart >> 8, restart & 255]));
  const scanned = Array.from({ length: samples }, (_, one) => [one + 1, (one << 4) | one]);
  add(0xda, Buffer.from([samples, ...scanned.flat(), 0, 63, 0]));
  return Buffer.concat(segments);
}

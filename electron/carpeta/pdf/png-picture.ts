import { Readable } from 'node:stream';
import { createInflate } from 'node:zlib';

/** A PNG is unpacked in memory, 4 bytes a pixel: more pixels than this are too many. */
const mostPixels = 40_000_000;

/** What a picture is drawn from (PNG specification, 11.2 and 11.3.1). Texts and profiles may be packed, too, and are nobody's to unpack here. */
const drawn = new Set(['IHDR', 'PLTE', 'tRNS', 'IDAT', 'IEND']);

/** Samples of a pixel, by the type of its colours (11.2.1). */
const samples: Readonly<Record<number, number>> = { 0: 1, 2: 3, 3: 1, 4: 2, 6: 4 };

/**
 * The same picture with nothing but what it is drawn from, so that its first header tells what it takes to unpack it; undefined when that is too much.
 * Throws for an animated one, and for one with two headers or with more packed than its header says: a file of some kilobytes can hold gigabytes.
 */
export async function barePng(bytes: Uint8Array): Promise<Uint8Array<ArrayBuffer> | undefined> {
  const chunks = chunksOf(Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength));
  const [header, ...others] = chunks;
  if (header?.name !== 'IHDR' || header.data.length < 13) throw new RangeError('no header');
  if (others.some(({ name }) => name === 'IHDR' || name === 'acTL')) throw new RangeError('not one picture');
  const [width, height] = [header.data.readUInt32BE(0), header.data.readUInt32BE(4)];
  if (width * height > mostPixels) return undefined;
  const bits = (header.data[8] ?? 0) * (samples[header.data[9] ?? 0] ?? 0);
  // Each row has its filter, also the shorter ones of an interlaced picture, of which there are twice as many.
  const whole = (Math.ceil((width * bits) / 8) + 8) * (height + 8);
  const packed = others.filter(({ name }) => name === 'IDAT').map(({ data }) => data);
  if (await hasMoreThan(whole, packed)) throw new RangeError('more is packed than the header says');
  const kept = chunks.filter(({ name }) => drawn.has(name)).map(({ whole: chunk }) => chunk);
  return new Uint8Array(Buffer.concat([bytes.subarray(0, 8), ...kept]));
}

interface Chunk {
  name: string;
  data: Buffer;
  /** With its length, name and checksum. */
  whole: Buffer;
}

/** The chunks of a file up to its end, or to where it was cut. */
function chunksOf(file: Buffer): Chunk[] {
  const chunks: Chunk[] = [];
  for (let at = 8; at + 12 <= file.length && chunks.at(-1)?.name !== 'IEND'; ) {
    const length = file.readUInt32BE(at);
    const [name, data] = [file.toString('latin1', at + 4, at + 8), file.subarray(at + 8, at + 8 + length)];
    chunks.push({ name, data, whole: file.subarray(at, at + 12 + length) });
    at += 12 + length;
  }
  return chunks;
}

/** Counts what is packed, and holds nothing of it. What cannot be unpacked is told by whoever draws it. */
async function hasMoreThan(most: number, packed: readonly Uint8Array[]): Promise<boolean> {
  let bytes = 0;
  try {
    for await (const piece of Readable.from(packed).compose(createInflate())) {
      bytes += piece.length;
      if (bytes > most) break;
    }
  } catch {
    // Damaged from here on.
  }
  return bytes > most;
}

import { once } from 'node:events';
import { createDeflate } from 'node:zlib';
import { type PDFArray, type PDFContext, PDFHexString, PDFRawStream, type PDFRef } from '@cantoo/pdf-lib';
import { inflate } from './inflate.ts';
import { checkRows, type PngHeader, rowBytes, takeRows } from './png-rows.ts';

/** An image in a PDF document. */
export interface Picture {
  ref: PDFRef;
  /** In pixels. */
  width: number;
  height: number;
}

/** Readers need 4 bytes a pixel: more pixels are too many. */
const maxPixels = 40_000_000;
/** Bytes of an interlaced image, which is decoded as a whole: its rows come in seven passes. */
const maxInterlacedBytes = 64 * 1_048_576;

/** Samples of a pixel and their allowed bit depths, by colour type (PNG specification, 11.2.1). */
const colours: Readonly<Record<number, { samples: number; depths: readonly number[]; space: string }>> = {
  0: { samples: 1, depths: [1, 2, 4, 8, 16], space: 'DeviceGray' },
  2: { samples: 3, depths: [8, 16], space: 'DeviceRGB' },
  3: { samples: 1, depths: [1, 2, 4, 8], space: 'Indexed' },
  4: { samples: 2, depths: [8, 16], space: 'DeviceGray' },
  6: { samples: 4, depths: [8, 16], space: 'DeviceRGB' },
};

/**
 * Embeds a PNG; undefined when it is too large. Its data stay packed, or, with alpha, become two streams.
 * They are decoded once, a row at a time: a file of some kilobytes can decode to gigabytes. Throws for an
 * animated one, for two headers, and for more or less data than its header says.
 */
export async function embedPng(context: PDFContext, bytes: Uint8Array): Promise<Picture | undefined> {
  const chunks = chunksOf(Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength));
  const header = headerOf(chunks);
  const { width, height, isInterlaced } = header;
  if (width * height > maxPixels) return undefined;
  if (isInterlaced && rowBytes(header) * height > maxInterlacedBytes) return undefined;
  const packed = chunks.filter(({ name }) => name === 'IDAT').map(({ data }) => data);
  const clear = chunks.find(({ name }) => name === 'tRNS')?.data;
  const image = {
    Type: 'XObject',
    Subtype: 'Image',
    Width: width,
    Height: height,
    Filter: 'FlateDecode',
    ColorSpace: spaceOf(context, header, chunks),
    BitsPerComponent: header.depth,
    ...(clear && header.type < 3 && { Mask: clearColour(context, header, clear) }),
  };
  if (isInterlaced || hasAlpha(header, clear)) {
    const { colour, alpha } = await separated(header, packed, clear);
    const depth = header.type === 3 ? 8 : header.depth;
    const mask = context.obj({ ...image, ColorSpace: 'DeviceGray', BitsPerComponent: depth });
    const SMask = alpha && context.register(PDFRawStream.of(mask, alpha));
    const dict = context.obj({ ...image, ...(SMask && { SMask }) });
    return { ref: context.register(PDFRawStream.of(dict, colour)), width, height };
  }
  await checkRows(header, inflate(packed));
  const { samples: Colors, depth: BitsPerComponent } = header;
  const DecodeParms = { Predictor: 15, Colors, BitsPerComponent, Columns: width };
  const dict = context.obj({ ...image, DecodeParms });
  return { ref: context.register(PDFRawStream.of(dict, Buffer.concat(packed))), width, height };
}

function hasAlpha({ type }: PngHeader, clear: Buffer | undefined): boolean {
  return type > 3 || (type === 3 && clear !== undefined);
}

interface Chunk {
  name: string;
  data: Buffer;
}

/** The chunks of a file up to its end, or to where it is truncated. */
function chunksOf(file: Buffer): Chunk[] {
  const chunks: Chunk[] = [];
  for (let at = 8; at + 12 <= file.length && chunks.at(-1)?.name !== 'IEND'; ) {
    const length = file.readUInt32BE(at);
    const [name, data] = [file.toString('latin1', at + 4, at + 8), file.subarray(at + 8, at + 8 + length)];
    chunks.push({ name, data });
    at += 12 + length;
  }
  return chunks;
}

function headerOf([first, ...others]: readonly Chunk[]): PngHeader {
  if (first?.name !== 'IHDR' || first.data.length < 13) throw new RangeError('no header');
  if (others.some(({ name }) => name === 'IHDR' || name === 'acTL')) throw new RangeError('not one picture');
  const { data } = first;
  const [width, height] = [data.readUInt32BE(0), data.readUInt32BE(4)];
  const [depth = 0, type = 0, packing, filtering, interlacing = 0] = data.subarray(8);
  const known = colours[type];
  const isKnown = known?.depths.includes(depth) && packing === 0 && filtering === 0 && interlacing < 2;
  if (!known || !isKnown || width === 0 || height === 0) throw new RangeError('no such pictures are known');
  return { width, height, depth, type, samples: known.samples, isInterlaced: interlacing === 1 };
}

function spaceOf(context: PDFContext, { type }: PngHeader, chunks: readonly Chunk[]): string | PDFArray {
  const space = colours[type]?.space ?? '';
  if (type !== 3) return space;
  const palette = chunks.find(({ name }) => name === 'PLTE')?.data ?? Buffer.alloc(0);
  const count = Math.min(256, Math.floor(palette.length / 3));
  if (count === 0) throw new RangeError('no palette');
  const listed = context.obj([space, 'DeviceRGB', count - 1]);
  listed.push(PDFHexString.of(palette.subarray(0, count * 3).toString('hex')));
  return listed;
}

/** The transparent colour (11.3.2.1), as the range for a mask (ISO 32000-1, 8.9.6.4). */
function clearColour(context: PDFContext, { type, depth }: PngHeader, clear: Buffer): PDFArray {
  const count = type === 2 ? 3 : 1;
  if (clear.length < count * 2) throw new RangeError('no colour');
  const values = Array.from({ length: count }, (_, at) => clear.readUInt16BE(at * 2) & (2 ** depth - 1));
  return context.obj(values.flatMap((value) => [value, value]));
}

/** Colours and, for an image with alpha, its alpha, packed separately. */
async function separated(
  header: PngHeader,
  packed: readonly Buffer[],
  clear: Buffer | undefined,
): Promise<{ colour: Uint8Array; alpha?: Uint8Array }> {
  const colour = createPacker();
  if (!hasAlpha(header, clear)) {
    await takeRows(header, inflate(packed), { onRow: colour.put, drain: colour.drain });
    return { colour: await colour.end() };
  }
  const alpha = createPacker();
  const part = header.type === 3 ? seenThroughPalette(header, clear) : seenThroughSamples(header);
  await takeRows(header, inflate(packed), {
    onRow: (row) => {
      const { own, seen } = part(row);
      colour.put(own);
      alpha.put(seen);
    },
    drain: async () => {
      await colour.drain();
      await alpha.drain();
    },
  });
  return { colour: await colour.end(), alpha: await alpha.end() };
}

/** Splits a row into colours and alpha. Valid until the next call. */
type Parting = (row: Uint8Array) => { own: Uint8Array; seen: Uint8Array };

function seenThroughSamples({ width, depth, samples }: PngHeader): Parting {
  const one = depth / 8;
  const colourBytes = (samples - 1) * one;
  const [own, seen] = [new Uint8Array(width * colourBytes), new Uint8Array(width * one)];
  return (row) => {
    for (let pixel = 0, at = 0; pixel < width; pixel++) {
      for (let byte = 0; byte < colourBytes; byte++) own[pixel * colourBytes + byte] = row[at++] ?? 0;
      for (let byte = 0; byte < one; byte++) seen[pixel * one + byte] = row[at++] ?? 0;
    }
    return { own, seen };
  };
}

function seenThroughPalette({ width, depth }: PngHeader, clear: Buffer | undefined): Parting {
  const seen = new Uint8Array(width);
  return (row) => {
    for (let pixel = 0; pixel < width; pixel++) {
      const bit = pixel * depth;
      const colour = ((row[bit >> 3] ?? 0) >> (8 - depth - (bit & 7))) & (2 ** depth - 1);
      seen[pixel] = clear?.[colour] ?? 255;
    }
    return { own: row, seen };
  };
}

/** Compresses many small chunks (zlib). */
interface Packer {
  /** Copies the bytes. */
  put(bytes: Uint8Array): void;
  /** Resolves when most input is compressed; until then it stays in memory. */
  drain(): Promise<void>;
  /** The compressed bytes. */
  end(): Promise<Uint8Array>;
}

const blockSize = 65_536;

/** Keeps the compressed bytes in memory, and little input if the caller awaits `drain`. */
function createPacker(): Packer {
  const deflate = createDeflate();
  const packed: Buffer[] = [];
  deflate.on('data', (chunk: Buffer) => packed.push(chunk));
  let block = Buffer.allocUnsafe(blockSize);
  let buffered = 0;

  return {
    put: (bytes) => {
      for (let at = 0; at < bytes.length; ) {
        const part = bytes.subarray(at, at + blockSize - buffered);
        block.set(part, buffered);
        buffered += part.length;
        at += part.length;
        if (buffered < blockSize) continue;
        deflate.write(block);
        // Another thread compresses the block and reads it later.
        block = Buffer.allocUnsafe(blockSize);
        buffered = 0;
      }
    },
    drain: async () => {
      if (deflate.writableNeedDrain) await once(deflate, 'drain');
    },
    end: async () => {
      deflate.end(block.subarray(0, buffered));
      await once(deflate, 'end');
      return Buffer.concat(packed);
    },
  };
}

import { deflateSync } from 'node:zlib';
import { type Allowance, allowanceOf, spend } from './allowance.ts';
import { Damaged, directories, type Fields, Unknown } from './directories.ts';
import { interchanged, jpegColours, oldJpeg } from './embedded-jpeg.ts';
import { bitsOfGroup4, hasEmptyRuns } from './group-4.ts';
import { readPalette, type StoredChunk, sampledPicture } from './sampled-picture.ts';
import { isOldLzw, turnedBits } from './unpack-chunk.ts';

/** One page of a TIFF, as described by its directory (TIFF 6.0). */
export interface TiffPage {
  width: number;
  height: number;
  /** Points. */
  sizePoints: { width: number; height: number };
  /** Degrees clockwise. */
  rotation: 0 | 90 | 180 | 270;
  /** Mirrored horizontally before the rotation. */
  isMirrored: boolean;
  colour: Colour;
  bits: number;
  compression: Compression;
  /** Strips or tiles. */
  chunks: StoredChunk[];
}

export type Colour =
  | { kind: 'grey'; isWhiteZero: boolean }
  | { kind: 'rgb' | 'cmyk' | 'ycc' }
  /** Three bytes per colour. */
  | { kind: 'palette'; colours: Buffer };

export type Compression =
  | { kind: 'none' | 'packbits' }
  | { kind: 'lzw' | 'deflate'; isDifferential: boolean }
  | { kind: 'fax'; k: number; isByteAligned: boolean }
  | { kind: 'jpeg' };

/** `damaged`: the file is inconsistent. `unknown`: it uses unsupported features. */
type ReadTiff =
  /** `unshown`: numbers of the unreadable pages, from 1; they are left empty. */
  { kind: 'pages'; pages: TiffPage[]; unshown: number[] } | { kind: 'damaged' } | { kind: 'unknown' };

/** A rendered page takes four bytes per pixel; A4 at 600 dpi has 35 million. */
const maxPixels = 40_000_000;

/** Reads the pages of a TIFF; images stay in their stored form if PDF supports it. */
export function readTiff(bytes: Buffer): ReadTiff {
  const left = allowanceOf(bytes);
  const pages: (TiffPage | undefined)[] = [];
  let isUnknown = false;
  try {
    for (const fields of directories(bytes)) {
      try {
        pages.push(pageOf(fields, bytes, left));
      } catch (error) {
        // An unreadable page must not hide the others.
        isUnknown ||= error instanceof Unknown;
        if (!(error instanceof Unknown || error instanceof Damaged)) throw error;
        pages.push(undefined);
      }
    }
  } catch (error) {
    if (!(error instanceof Damaged)) throw error;
    // A broken chain had at least one more page.
    pages.push(undefined);
  }
  const shown = pages.filter((page) => page !== undefined);
  if (shown.length === 0) return { kind: isUnknown ? 'unknown' : 'damaged' };
  const unshown = pages.flatMap((page, index) => (page === undefined ? [index + 1] : []));
  return { kind: 'pages', pages: pages.map((page) => page ?? emptyPage), unshown };
}

/** Replaces an unreadable page: A4 without an image. */
const emptyPage: TiffPage = {
  width: 595,
  height: 842,
  sizePoints: { width: 595, height: 842 },
  rotation: 0,
  isMirrored: false,
  colour: { kind: 'grey', isWhiteZero: false },
  bits: 1,
  compression: { kind: 'none' },
  chunks: [],
};

function pageOf(fields: Fields, bytes: Buffer, left: Allowance): TiffPage {
  const [width, height] = [fields.number(256), fields.number(257)];
  if (width === 0 || height === 0) throw new Damaged();
  if (width * height > maxPixels) throw new Unknown();
  const [rotation, isMirrored] = orientations[fields.number(274, 1)] ?? [0, false];
  const sizePoints = sizePointsOf(fields, width, height);
  const page = { width, height, sizePoints, rotation, isMirrored };
  if (fields.number(259, 1) === 6)
    return { ...page, ...oldJpegPicture(fields, bytes, { width, height, left }) };
  const compression = compressionOf(fields, bytes);
  const colour = compression && colourOf(fields, compression);
  if (!compression || !colour) return { ...page, ...sampled(fields, bytes, { width, height, left }) };
  return { ...page, ...stored(fields, bytes, { width, height, left, compression, colour }) };
}

type Pictured = Pick<TiffPage, 'colour' | 'bits' | 'compression' | 'chunks'>;
interface Sized {
  width: number;
  height: number;
  left: Allowance;
}

/** An image whose chunks are valid in a PDF as stored. */
function stored(
  fields: Fields,
  bytes: Buffer,
  { compression, colour, ...size }: Sized & { compression: Compression; colour: Colour },
): Pictured {
  const isReversed = fields.number(266, 1) === 2;
  const tables = compression.kind === 'jpeg' ? fields.raw(347) : undefined;
  const written = chunksOf(fields, bytes, size);
  const copied = bytesOf(written) + written.length * (tables?.length ?? 0);
  spend(size.left, 'bytes', copied, new Damaged());
  const chunks = written.map((chunk) => ({
    ...chunk,
    bytes: storedAs(chunk.bytes, { compression, isReversed, tables }),
  }));
  const bits = fields.number(258, 1);
  const isGroup4 = compression.kind === 'fax' && compression.k < 0 && colour.kind === 'grey';
  const countEmptyRuns = isGroup4 ? chunks.map((chunk) => hasEmptyRuns(chunk.bytes, chunk)) : [];
  if (countEmptyRuns.some(Boolean)) {
    spend(size.left, 'samples', size.width * size.height, new Unknown());
    const drawn = chunks.map((chunk, index) => ({
      ...chunk,
      bytes: deflateSync(bitsOfGroup4(chunk.bytes, chunk, countEmptyRuns[index] ?? false)),
    }));
    return { bits, compression: { kind: 'deflate', isDifferential: false }, chunks: drawn, colour };
  }
  return { bits, compression, chunks, colour: asCoded(colour, compression, chunks) };
}

function bytesOf(chunks: readonly StoredChunk[]): number {
  return chunks.reduce((sum, chunk) => sum + chunk.bytes.length, 0);
}

/** The colour by the JPEG's own frame: the directory may count extra samples, or call YCbCr RGB. */
function asCoded(colour: Colour, { kind }: Compression, [first]: readonly StoredChunk[]): Colour {
  const coded = kind === 'jpeg' && first ? jpegColours(first.bytes) : undefined;
  const count = coded?.components;
  if (count === 1) return colour.kind === 'grey' ? colour : { kind: 'grey', isWhiteZero: false };
  if (count === 3) return colour.kind === 'rgb' && !coded?.isSubsampled ? colour : { kind: 'ycc' };
  if (count === 4) return { kind: 'cmyk' };
  return colour;
}

/** An image that is decoded and deflated again. */
function sampled(fields: Fields, bytes: Buffer, size: Sized): Pictured {
  const { width, height, left } = size;
  const samples = fields.number(277, 1);
  const planes = fields.number(284, 1) === 2 ? samples : 1;
  spend(left, 'samples', width * height * samples, new Unknown());
  const isReversed = fields.number(266, 1) === 2;
  const chunks = chunksOf(fields, bytes, size, planes).map((chunk) => ({
    ...chunk,
    // A copy: differences are summed in place.
    bytes: isReversed ? turnedBits(chunk.bytes) : Buffer.from(chunk.bytes),
  }));
  const picture = sampledPicture(fields, chunks, size);
  const colour: Colour =
    picture.colour === 'grey' ? { kind: 'grey', isWhiteZero: false } : { kind: picture.colour };
  return {
    colour,
    bits: 8,
    compression: { kind: 'deflate', isDifferential: false },
    chunks: [{ bytes: picture.bytes, left: 0, top: 0, width, height }],
  };
}

function oldJpegPicture(fields: Fields, bytes: Buffer, size: Sized): Pictured {
  const { width, height, left } = size;
  const whole = interchanged(fields, bytes);
  const written = whole ? [{ bytes: whole, left: 0, top: 0, width, height }] : chunksOf(fields, bytes, size);
  spend(left, 'bytes', bytesOf(written), new Damaged());
  const chunks = whole
    ? written
    : written.map((chunk) => ({ ...chunk, bytes: oldJpeg(fields, chunk, bytes) }));
  const compression: Compression = { kind: 'jpeg' };
  const declared: Colour =
    fields.number(262, 6) === 2 ? { kind: 'rgb' } : { kind: fields.number(277, 1) === 1 ? 'cmyk' : 'ycc' };
  return { bits: 8, compression, chunks, colour: asCoded(declared, compression, chunks) };
}

/** Clockwise degrees after a horizontal mirroring, by orientation (tag 274). */
const orientations: Readonly<Record<number, readonly [TiffPage['rotation'], boolean]>> = {
  2: [0, true],
  3: [180, false],
  4: [180, true],
  5: [270, true],
  6: [90, false],
  7: [90, true],
  8: [270, false],
};

/** Undefined for compressions that PDF does not support. */
function compressionOf(fields: Fields, bytes: Buffer): Compression | undefined {
  const isDifferential = fields.number(317, 1) === 2;
  const options = fields.number(292, 0);
  switch (fields.number(259, 1)) {
    case 1:
      return { kind: 'none' };
    case 2:
      return { kind: 'fax', k: 0, isByteAligned: true };
    case 3:
      // With fill bits (option 4) only the end-of-line codes are byte-aligned.
      return { kind: 'fax', k: options & 1, isByteAligned: false };
    case 4:
      return { kind: 'fax', k: -1, isByteAligned: false };
    case 5:
      return isOldLzw(bytes.subarray(fields.numbers(fields.has(324) ? 324 : 273, 1)[0]))
        ? undefined
        : { kind: 'lzw', isDifferential };
    case 7:
      return { kind: 'jpeg' };
    case 8:
    case 32946:
      return { kind: 'deflate', isDifferential };
    case 32773:
      return { kind: 'packbits' };
    default:
      return undefined;
  }
}

/** CMYK has the most samples of the supported colours. */
const maxSamplesPerPixel = 4;

/** Undefined for colours that PDF does not support as stored. */
function colourOf(fields: Fields, { kind }: Compression): Colour | undefined {
  const bits = fields.number(258, 1);
  const samples = fields.number(277, 1);
  const photometric = fields.number(262, 0);
  const isPacked = fields.number(284, 1) === 1;
  const isEven = fields.numbers(258, maxSamplesPerPixel).every((other) => other === bits);
  if (kind === 'fax' && bits !== 1) throw new Damaged();
  // A JPEG has no extra samples; planes are separate JPEGs.
  if (kind === 'jpeg' && bits === 8 && isPacked) return jpegColour(photometric);
  if (kind === 'jpeg' && !(isPacked || samples === 1)) throw new Unknown();
  if (![1, 2, 4, 8].includes(bits) || !isEven || (!isPacked && samples > 1)) return undefined;
  if (photometric <= 1 && samples === 1) return { kind: 'grey', isWhiteZero: photometric === 0 };
  if (photometric === 2 && samples === 3) return { kind: 'rgb' };
  if (photometric === 5 && samples === 4) return { kind: 'cmyk' };
  if (photometric === 3 && samples === 1) return { kind: 'palette', colours: readPalette(fields, bits) };
  return undefined;
}

function jpegColour(photometric: number): Colour {
  if (photometric <= 1) return { kind: 'grey', isWhiteZero: photometric === 0 };
  if (photometric === 2) return { kind: 'rgb' };
  return { kind: photometric === 5 ? 'cmyk' : 'ycc' };
}

function chunksOf(fields: Fields, bytes: Buffer, { width, height, left }: Sized, planes = 1): StoredChunk[] {
  // Some programs store tile offsets in the tags of strips.
  const isTiled = fields.has(324) || (fields.has(322) && fields.has(323));
  const [across, down] = isTiled
    ? [fields.number(322), fields.number(323)]
    : [width, Math.min(height, fields.number(278, height))];
  if (across === 0 || down === 0) throw new Damaged();
  const columns = Math.ceil(width / across);
  const perPlane = columns * Math.ceil(height / down);
  const chunks = perPlane * planes;
  // The parts of tiles outside the page are drawn too.
  if (perPlane * across * down > maxPixels * 2) throw new Unknown();
  spend(left, 'chunks', chunks, new Unknown());
  const offsets = fields.numbers(fields.has(324) ? 324 : 273, chunks);
  const counts = fields.numbers(fields.has(325) ? 325 : 279, chunks);
  if (offsets.length < chunks) throw new Damaged();
  return offsets.map((offset, index) => {
    if (offset >= bytes.length) throw new Damaged();
    const position = index % perPlane;
    const top = Math.floor(position / columns) * down;
    // A chunk truncated by the end of the file is shown as far as it goes.
    const end = Math.min(bytes.length, offset + (counts[index] ?? bytes.length));
    return {
      bytes: bytes.subarray(offset, end),
      left: (position % columns) * across,
      top,
      width: across,
      height: isTiled ? down : Math.min(down, height - top),
    };
  });
}

/** The bytes of a chunk as stored in a PDF. */
function storedAs(
  bytes: Buffer,
  {
    compression,
    isReversed,
    tables,
  }: { compression: Compression; isReversed: boolean; tables: Buffer | undefined },
): Buffer {
  // Bits are reversed before decompression; never in a JPEG (as libtiff does).
  if (isReversed && compression.kind !== 'jpeg')
    return storedAs(turnedBits(bytes), { compression, isReversed: false, tables });
  if (compression.kind === 'packbits') return Buffer.concat([bytes, Buffer.from([128])]);
  // Shared tables, without their end marker, precede the chunk's data after its start marker.
  if (tables !== undefined && tables.length > 4)
    return Buffer.concat([tables.subarray(0, -2), bytes.subarray(2)]);
  return bytes;
}

/** Size in points; faxes have different vertical and horizontal resolutions. Default 200 dpi. */
function sizePointsOf(fields: Fields, width: number, height: number): TiffPage['sizePoints'] {
  const perInch = fields.number(296, 2) === 3 ? 2.54 : 1;
  const dots = (tag: number) => {
    const declared = fields.number(tag, 200) * perInch;
    return declared >= 20 && declared <= 5_000 ? declared : 200;
  };
  return { width: (width * 72) / dots(282), height: (height * 72) / dots(283) };
}

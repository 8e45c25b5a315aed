/** Where one piece of a page's picture lies in the file, and in the picture. */
interface Piece {
  bytes: Buffer;
  left: number;
  top: number;
  width: number;
  height: number;
}

/** One page of a TIFF as its directory describes it (TIFF 6.0). */
export interface TiffPage {
  width: number;
  height: number;
  /** Points. */
  paper: { width: number; height: number };
  /** By how many degrees it is turned clockwise. */
  turn: 0 | 90 | 180 | 270;
  colour: Colour;
  bits: number;
  compression: Compression;
  /** Strips or tiles. */
  pieces: Piece[];
}

export type Colour =
  | { kind: 'grey'; isWhiteZero: boolean }
  | { kind: 'rgb' | 'cmyk' | 'ycc' }
  /** Three bytes a colour. */
  | { kind: 'palette'; colours: Buffer };

export type Compression =
  | { kind: 'none' | 'packbits' }
  | { kind: 'lzw' | 'deflate'; isDifferential: boolean }
  | { kind: 'fax'; k: number; isByteAligned: boolean }
  | { kind: 'jpeg' };

/** `damaged` where the file contradicts itself, `unknown` where it uses what is not read here. */
export type ReadTiff = { kind: 'pages'; pages: TiffPage[] } | { kind: 'damaged' } | { kind: 'unknown' };

/** More pages than a scanned bundle has. */
const mostPages = 2_000;
/** A page that is drawn takes four bytes a pixel: A4 at 600 dots an inch has 35 million. */
const mostPixels = 40_000_000;
/** On all pages together: each becomes an object of the PDF. */
const mostPieces = 20_000;
/** A scanner writes some twenty. */
const mostEntries = 1_000;
/** What pieces may take beside twice the file: the tables that each of them is given. */
const spareBytes = 16 * 1024 * 1024;

class Damaged extends Error {}
class Unknown extends Error {}

/** Whether these are the first bytes of a TIFF; the later form for files over 4 GB is none of them. */
export function isTiff(beginning: Buffer): boolean {
  const mark = beginning.subarray(0, 4).toString('latin1');
  return mark === 'II*\0' || mark === 'MM\0*';
}

/** What the pages that are still to come may take; all of them may point at the same bytes. */
interface Allowance {
  pieces: number;
  bytes: number;
}

/** Reads what a TIFF's directories say; its pictures stay as they are stored. */
export function readTiff(bytes: Buffer): ReadTiff {
  try {
    const left: Allowance = { pieces: mostPieces, bytes: 2 * bytes.length + spareBytes };
    const pages: TiffPage[] = [];
    for (const fields of directories(bytes)) pages.push(pageOf(fields, bytes, left));
    return pages.length === 0 ? { kind: 'damaged' } : { kind: 'pages', pages };
  } catch (thrown) {
    if (thrown instanceof Unknown) return { kind: 'unknown' };
    if (thrown instanceof Damaged) return { kind: 'damaged' };
    throw thrown;
  }
}

/** The values of a directory by tag; bytes as they are for what is no number. */
interface Fields {
  /** The first of them, so many at most: what a directory says of their count is not to be trusted. */
  numbers(tag: number, most: number): readonly number[];
  number(tag: number, otherwise?: number): number;
  raw(tag: number): Buffer | undefined;
  isLittle: boolean;
}

function* directories(bytes: Buffer): Generator<Fields> {
  const isLittle = bytes[0] === 0x49;
  const short = (at: number) => {
    if (at + 2 > bytes.length) throw new Damaged();
    return isLittle ? bytes.readUInt16LE(at) : bytes.readUInt16BE(at);
  };
  const long = (at: number) => {
    if (at + 4 > bytes.length) throw new Damaged();
    return isLittle ? bytes.readUInt32LE(at) : bytes.readUInt32BE(at);
  };
  const seen = new Set<number>();
  for (let at = long(4); at !== 0; ) {
    // A chain that leads back to itself ends nowhere.
    if (seen.has(at) || seen.size >= mostPages) throw new Damaged();
    seen.add(at);
    const count = short(at);
    if (count > mostEntries) throw new Damaged();
    const entries = new Map<number, number>();
    for (let entry = 0; entry < count; entry++) entries.set(short(at + 2 + entry * 12), at + 2 + entry * 12);
    yield fieldsOf(entries, bytes, { isLittle, short, long });
    at = long(at + 2 + count * 12);
  }
}

const sizes: Readonly<Record<number, number>> = { 1: 1, 2: 1, 3: 2, 4: 4, 5: 8, 6: 1, 7: 1 };

function fieldsOf(
  entries: ReadonlyMap<number, number>,
  bytes: Buffer,
  { isLittle, short, long }: { isLittle: boolean; short(at: number): number; long(at: number): number },
): Fields {
  const place = (tag: number) => {
    const entry = entries.get(tag);
    if (entry === undefined) return undefined;
    const type = short(entry + 2);
    const count = long(entry + 4);
    const length = count * (sizes[type] ?? 1);
    const at = length <= 4 ? entry + 8 : long(entry + 8);
    if (at + length > bytes.length) throw new Damaged();
    return { type, count, at, length };
  };
  const numbers = (tag: number, most: number): number[] => {
    const found = place(tag);
    if (found === undefined) return [];
    const { type, count, at } = found;
    return Array.from({ length: Math.min(count, most) }, (_, index) => {
      if (type === 3) return short(at + index * 2);
      if (type === 4) return long(at + index * 4);
      if (type === 5) return long(at + index * 8) / Math.max(1, long(at + index * 8 + 4));
      return bytes[at + index] ?? 0;
    });
  };
  return {
    isLittle,
    numbers,
    number(tag, otherwise) {
      const value = numbers(tag, 1)[0] ?? otherwise;
      if (value === undefined) throw new Damaged();
      return value;
    },
    raw(tag) {
      const found = place(tag);
      return found && bytes.subarray(found.at, found.at + found.length);
    },
  };
}

function pageOf(fields: Fields, bytes: Buffer, left: Allowance): TiffPage {
  const [width, height] = [fields.number(256), fields.number(257)];
  if (width === 0 || height === 0) throw new Damaged();
  if (width * height > mostPixels) throw new Unknown();
  const bits = fields.number(258, 1);
  const compression = compressionOf(fields);
  const colour = colourOf(fields, bits, compression);
  const isReversed = fields.number(266, 1) === 2;
  const tables = compression.kind === 'jpeg' ? fields.raw(347) : undefined;
  const pieces = piecesOf(fields, bytes, { width, height, left }).map((piece) => {
    left.bytes -= piece.bytes.length + (tables?.length ?? 0);
    if (left.bytes < 0) throw new Damaged();
    return { ...piece, bytes: storedAs(piece.bytes, { compression, isReversed, tables }) };
  });
  return {
    ...{ width, height, bits, colour, compression, pieces },
    paper: paperOf(fields, width, height),
    turn: turns[fields.number(274, 1)] ?? 0,
  };
}

const turns: Readonly<Record<number, TiffPage['turn']>> = { 3: 180, 6: 90, 8: 270 };

function compressionOf(fields: Fields): Compression {
  const isDifferential = fields.number(317, 1) === 2;
  const options = fields.number(292, 0);
  switch (fields.number(259, 1)) {
    case 1:
      return { kind: 'none' };
    case 2:
      return { kind: 'fax', k: 0, isByteAligned: true };
    case 3:
      return { kind: 'fax', k: options & 1, isByteAligned: (options & 4) !== 0 };
    case 4:
      return { kind: 'fax', k: -1, isByteAligned: false };
    case 5:
      return { kind: 'lzw', isDifferential };
    case 7:
      return { kind: 'jpeg' };
    case 8:
    case 32946:
      return { kind: 'deflate', isDifferential };
    case 32773:
      return { kind: 'packbits' };
    default:
      throw new Unknown();
  }
}

/** Of the colours that are read here: those of CMYK. */
const mostSamples = 4;

function colourOf(fields: Fields, bits: number, { kind }: Compression): Colour {
  const samples = fields.number(277, 1);
  const photometric = fields.number(262, 0);
  const isPacked = fields.number(284, 1) === 1;
  const isEven = fields.numbers(258, mostSamples).every((other) => other === bits);
  if (![1, 2, 4, 8].includes(bits) || !isEven || (!isPacked && samples > 1)) throw new Unknown();
  if (kind === 'fax' && bits !== 1) throw new Damaged();
  if (photometric <= 1 && samples === 1) return { kind: 'grey', isWhiteZero: photometric === 0 };
  if (photometric === 2 && samples === 3) return { kind: 'rgb' };
  if (photometric === 5 && samples === 4) return { kind: 'cmyk' };
  if (photometric === 6 && samples === 3 && kind === 'jpeg') return { kind: 'ycc' };
  if (photometric === 3 && samples === 1) return { kind: 'palette', colours: paletteOf(fields, bits) };
  throw new Unknown();
}

/** All reds, then all greens, then all blues, 16 bits each, become three bytes a colour. */
function paletteOf(fields: Fields, bits: number): Buffer {
  const count = 2 ** bits;
  const map = fields.numbers(320, count * 3);
  if (map.length < count * 3) throw new Damaged();
  return Buffer.from(
    Array.from({ length: count * 3 }, (_, at) => (map[(at % 3) * count + Math.floor(at / 3)] ?? 0) >> 8),
  );
}

function piecesOf(
  fields: Fields,
  bytes: Buffer,
  { width, height, left }: { width: number; height: number; left: Allowance },
): Piece[] {
  const isTiled = fields.numbers(324, 1).length > 0;
  const [across, down] = isTiled
    ? [fields.number(322), fields.number(323)]
    : [width, Math.min(height, fields.number(278, height))];
  if (across === 0 || down === 0) throw new Damaged();
  const columns = Math.ceil(width / across);
  const pieces = columns * Math.ceil(height / down);
  left.pieces -= pieces;
  // What tiles have beside the page is drawn, too.
  if (left.pieces < 0 || pieces * across * down > mostPixels * 2) throw new Unknown();
  const offsets = fields.numbers(isTiled ? 324 : 273, pieces);
  const counts = fields.numbers(isTiled ? 325 : 279, pieces);
  if (offsets.length < pieces) throw new Damaged();
  return offsets.map((offset, place) => {
    if (offset >= bytes.length) throw new Damaged();
    const top = Math.floor(place / columns) * down;
    // What is cut off at the end of the file is shown as far as it goes.
    const end = Math.min(bytes.length, offset + (counts[place] ?? bytes.length));
    return {
      bytes: bytes.subarray(offset, end),
      ...{ left: (place % columns) * across, top, width: across },
      height: isTiled ? down : Math.min(down, height - top),
    };
  });
}

/** The bytes of a piece as a PDF stores them. */
function storedAs(
  bytes: Buffer,
  {
    compression,
    isReversed,
    tables,
  }: { compression: Compression; isReversed: boolean; tables: Buffer | undefined },
): Buffer {
  const hasBitsInOrder = compression.kind === 'fax' || compression.kind === 'none';
  if (isReversed && hasBitsInOrder) return turnedBits(bytes);
  if (compression.kind === 'packbits') return Buffer.concat([bytes, Buffer.from([128])]);
  // A form of LZW from before TIFF 6.0, with its bits the other way round.
  if (compression.kind === 'lzw' && bytes[0] === 0 && ((bytes[1] ?? 0) & 1) === 1) throw new Unknown();
  // Tables that all pieces share, without their end, stand before what follows a piece's own beginning.
  if (tables !== undefined && tables.length > 4)
    return Buffer.concat([tables.subarray(0, -2), bytes.subarray(2)]);
  return bytes;
}

/** A plain loop: papers have up to 32 MiB, and a call for each byte holds main's thread for seconds. */
function turnedBits(bytes: Buffer): Buffer {
  const turned = Buffer.allocUnsafe(bytes.length);
  for (let at = 0; at < bytes.length; at++) turned[at] = reversed[bytes[at] ?? 0] ?? 0;
  return turned;
}

const reversed = Uint8Array.from({ length: 256 }, (_, byte) => {
  let turned = 0;
  for (let bit = 0; bit < 8; bit++) if (byte & (1 << bit)) turned |= 0x80 >> bit;
  return turned;
});

/** Points; faxes have fewer dots an inch down than across. Where no resolution is told it is taken for a scan of 200. */
function paperOf(fields: Fields, width: number, height: number): TiffPage['paper'] {
  const perInch = fields.number(296, 2) === 3 ? 2.54 : 1;
  const dots = (tag: number) => {
    const told = fields.number(tag, 200) * perInch;
    return told >= 20 && told <= 5_000 ? told : 200;
  };
  return { width: (width * 72) / dots(282), height: (height * 72) / dots(283) };
}

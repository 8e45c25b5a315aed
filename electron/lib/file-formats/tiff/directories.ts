/** A directory (IFD) of a TIFF, which describes one page (TIFF 6.0, section 2). */
export interface Fields {
  isLittle: boolean;
  has(tag: number): boolean;
  /** The first values of a tag, up to `maxCount`: the count in the file is not trusted. */
  numbers(tag: number, maxCount: number): readonly number[];
  number(tag: number, otherwise?: number): number;
  raw(tag: number): Buffer | undefined;
}

/** More than any scanned document has. */
const maxPages = 2_000;
/** Scanners write about twenty. */
const maxEntries = 1_000;

/** The file is inconsistent. */
export class Damaged extends Error {}
/** The file uses an unsupported feature. */
export class Unknown extends Error {}

/** Whether these are the first bytes of a TIFF or BigTIFF (over 4 GB). */
export function isTiff(beginning: Buffer): boolean {
  return ['II*\0', 'MM\0*', 'II+\0', 'MM\0+'].includes(beginning.subarray(0, 4).toString('latin1'));
}

/** Reads numbers of a file in its byte order. */
interface Reader {
  bytes: Buffer;
  isLittle: boolean;
  /** BigTIFF: offsets and counts have 64 bits. */
  isBig: boolean;
  short(at: number): number;
  long(at: number): number;
  /** A 64-bit number; throws above the safe integers. */
  wide(at: number): number;
}

function readerOf(bytes: Buffer): Reader {
  const isLittle = bytes[0] === 0x49;
  const isBig = bytes[isLittle ? 2 : 3] === 43;
  const within = (at: number, length: number) => {
    if (at + length > bytes.length) throw new Damaged();
  };
  const short = (at: number) => {
    within(at, 2);
    return isLittle ? bytes.readUInt16LE(at) : bytes.readUInt16BE(at);
  };
  const long = (at: number) => {
    within(at, 4);
    return isLittle ? bytes.readUInt32LE(at) : bytes.readUInt32BE(at);
  };
  const wide = (at: number) => {
    within(at, 8);
    const value = Number(isLittle ? bytes.readBigUInt64LE(at) : bytes.readBigUInt64BE(at));
    if (!Number.isSafeInteger(value)) throw new Damaged();
    return value;
  };
  return { bytes, isLittle, isBig, short, long, wide };
}

/** The directories of a TIFF, one per page. Throws if their chain is broken. */
export function* directories(bytes: Buffer): Generator<Fields> {
  const reader = readerOf(bytes);
  const { isBig, short, long, wide } = reader;
  const readOffset = isBig ? wide : long;
  const [headBytes, entryBytes] = isBig ? [8, 20] : [2, 12];
  const seen = new Set<number>();
  for (let at = readOffset(isBig ? 8 : 4); at !== 0; ) {
    // A cyclic chain would never end.
    if (seen.has(at) || seen.size >= maxPages) throw new Damaged();
    seen.add(at);
    const count = isBig ? wide(at) : short(at);
    if (count > maxEntries) throw new Damaged();
    const entries = new Map<number, number>();
    for (let entry = 0; entry < count; entry++) {
      const from = at + headBytes + entry * entryBytes;
      entries.set(short(from), from);
    }
    yield fieldsOf(entries, reader);
    at = readOffset(at + headBytes + count * entryBytes);
  }
}

/** Size of a value by its type, bytes; 16 to 18 are BigTIFF types. */
const sizes: Readonly<Record<number, number>> = {
  1: 1,
  2: 1,
  3: 2,
  4: 4,
  5: 8,
  6: 1,
  7: 1,
  8: 2,
  9: 4,
  10: 8,
  11: 4,
  12: 8,
  13: 4,
  16: 8,
  17: 8,
  18: 8,
};

function fieldsOf(entries: ReadonlyMap<number, number>, reader: Reader): Fields {
  const { bytes, isLittle, isBig, short, long, wide } = reader;
  const locate = (tag: number) => {
    const entry = entries.get(tag);
    if (entry === undefined) return undefined;
    const type = short(entry + 2);
    const count = isBig ? wide(entry + 4) : long(entry + 4);
    const length = count * (sizes[type] ?? 1);
    const value = entry + (isBig ? 12 : 8);
    const at = length <= (isBig ? 8 : 4) ? value : isBig ? wide(value) : long(value);
    if (at + length > bytes.length) throw new Damaged();
    return { type, count, at, length };
  };
  const numbers = (tag: number, maxCount: number): number[] => {
    const found = locate(tag);
    if (found === undefined) return [];
    const { type, count, at } = found;
    return Array.from({ length: Math.min(count, maxCount) }, (_, index) => {
      if (type === 3 || type === 8) return short(at + index * 2);
      if (type === 4 || type === 9 || type === 13) return long(at + index * 4);
      if (type === 5) return long(at + index * 8) / Math.max(1, long(at + index * 8 + 4));
      if (type >= 16) return wide(at + index * 8);
      return bytes[at + index] ?? 0;
    });
  };
  return {
    isLittle,
    has: (tag) => entries.has(tag),
    numbers,
    number(tag, otherwise) {
      const value = numbers(tag, 1)[0] ?? otherwise;
      if (value === undefined) throw new Damaged();
      return value;
    },
    raw(tag) {
      const found = locate(tag);
      return found && bytes.subarray(found.at, found.at + found.length);
    },
  };
}

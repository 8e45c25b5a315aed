import { nextMarker } from '../../lib/file-formats/jpeg-file.ts';

/** A component of a frame (ITU T.81, B.2.2), with its columns and rows of 8 × 8 blocks. */
export interface JpegComponent {
  id: number;
  across: number;
  down: number;
  /** Its quantization table. */
  steps: number;
  columns: number;
  rows: number;
  /** The blocks of a row, including padding of the last unit. */
  stride: number;
  /**
   * In a progressive frame: bitmap of the coefficients of each block that are known to be nonzero, two words
   * a block.
   */
  known?: Uint32Array;
}

export interface JpegFrame {
  width: number;
  height: number;
  isProgressive: boolean;
  components: JpegComponent[];
}

/**
 * A Huffman table (C.2): values and lengths by the next nine bits; longer codes by the first code of each
 * length.
 */
export interface CodeTable {
  short: Uint16Array;
  /** For each code length: the offset from a code to its value's index, and the code after the last. */
  shift: Int32Array;
  limit: Int32Array;
  values: Uint8Array;
}

/** A scan's header (B.2.3). */
export interface ScanHeader {
  scanComponents: readonly {
    component: JpegComponent;
    dc: CodeTable | undefined;
    ac: CodeTable | undefined;
    /** Quantization step of the first coefficient. */
    dcStep: number;
    /** First coefficient of the block before. */
    before: number;
  }[];
  /** First and last coefficient. */
  from: number;
  to: number;
  /** Whether it refines coefficients of earlier scans by a bit. */
  isRefining: boolean;
  /** Units between two restarts; 0 for none. */
  restart: number;
}

const shortBits = 9;

/**
 * Bytes behind the last block that some encoders append. Some scanners append a row of units, too. More are
 * blocks for which a part before them is missing.
 */
const maxPaddingBytes = 32;
/** The most lines of samples in a row of units that encoders of scanners write. */
const linesOfUnit = 16;

/**
 * Largest first coefficient of 8 × 8 samples of 8 bits (A.3.3), and a quarter more. Differences add up to
 * more where blocks are missing.
 */
const maxFirstCoefficient = 1280;

const pastBlock = 'a run that goes on past its block';

/** Builds a table from the counts of codes by length, and their values. Throws for too many codes. */
export function codeTable(counts: Uint8Array, values: Uint8Array): CodeTable {
  const short = new Uint16Array(1 << shortBits);
  const [shift, limit] = [new Int32Array(17), new Int32Array(17)];
  let [code, index] = [0, 0];
  for (let length = 1; length <= 16; length++) {
    const count = counts[length - 1] ?? 0;
    if (code + count > 1 << length) throw new RangeError('a table with too many codes');
    shift[length] = index - code;
    for (let one = 0; one < count; one++, code++, index++) {
      if (length > shortBits) continue;
      const first = code << (shortBits - length);
      short.fill((length << 8) | (values[index] ?? 0), first, first + (1 << (shortBits - length)));
    }
    limit[length] = code;
    code <<= 1;
  }
  return { short, shift, limit, values };
}

/**
 * Checks the coded data of one scan and returns its end. Throws for an invalid code, or where the data end
 * before the last block or go on behind it: a part is missing. Decodes no image: only refinement scans of a
 * progressive frame need earlier values.
 */
export function passScan(bytes: Uint8Array, begin: number, frame: JpegFrame, scan: ScanHeader): number {
  const bits = createBits(bytes, begin);
  const passBlock = blockReader(bits, frame, scan);
  const [only] = scan.scanComponents;
  const isAlone = scan.scanComponents.length === 1 && only !== undefined;
  const units = isAlone ? only.component.columns * only.component.rows : unitsOf(frame);
  for (let unit = 0; unit < units; unit++) {
    if (scan.restart > 0 && unit > 0 && unit % scan.restart === 0) {
      bits.restart();
      passBlock.restart();
    }
    if (isAlone) {
      const { columns, stride } = only.component;
      passBlock.pass(only, Math.floor(unit / columns) * stride + (unit % columns));
    } else passUnit(frame, scan, unit, passBlock.pass);
  }
  const end = bits.position();
  const rowBytes = ((end - begin) * linesOfUnit) / frame.height;
  if (nextMarker(bytes, end) - end > Math.max(maxPaddingBytes, rowBytes))
    throw new RangeError('data of more than its picture');
  return end;
}

type ScanComponent = ScanHeader['scanComponents'][number];

function unitsOf({ components }: JpegFrame): number {
  const [first] = components;
  return first ? (first.stride / first.across) * Math.ceil(first.rows / first.down) : 0;
}

/** The blocks of each component in one interleaved unit (A.2.3). */
function passUnit(
  { components }: JpegFrame,
  { scanComponents }: ScanHeader,
  unit: number,
  pass: (part: ScanComponent, block: number) => void,
): void {
  const across = (components[0]?.stride ?? 1) / (components[0]?.across ?? 1);
  const [left, top] = [unit % across, Math.floor(unit / across)];
  for (const part of scanComponents) {
    const { across: h, down: v, stride } = part.component;
    for (let y = 0; y < v; y++) for (let x = 0; x < h; x++) pass(part, (top * v + y) * stride + left * h + x);
  }
}

/** How the blocks of a scan are read, and what a restart resets. */
interface BlockReader {
  pass(part: ScanComponent, block: number): void;
  restart(): void;
}

function blockReader(bits: Bits, { isProgressive }: JpegFrame, scan: ScanHeader): BlockReader {
  if (!isProgressive) {
    const pass = (part: ScanComponent) => {
      const { ac } = part;
      part.before += difference(bits, bits.code(part.dc));
      if ((Math.abs(part.before) - 1) * part.dcStep > maxFirstCoefficient)
        throw new RangeError('brighter or darker than a picture can be');
      for (let at = 1; at < 64; at++) {
        const value = bits.code(ac);
        if (value === 0) break;
        at += value >> 4;
        if (at > 63 && (value & 15) > 0) throw new RangeError(pastBlock);
        bits.skip(value & 15);
      }
    };
    const restart = () => {
      for (const part of scan.scanComponents) part.before = 0;
    };
    return { pass, restart };
  }
  if (scan.from === 0) {
    const pass = ({ dc }: ScanComponent) => bits.skip(scan.isRefining ? 1 : bits.code(dc));
    return { pass, restart: () => undefined };
  }
  return scan.isRefining ? refiningReader(bits, scan) : firstReader(bits, scan);
}

/** The difference that a category and its bits stand for (F.2.2.1). */
function difference(bits: Bits, category: number): number {
  const value = bits.take(category);
  return category > 0 && value < 1 << (category - 1) ? value - (1 << category) + 1 : value;
}

/** The first bits of some coefficients (G.1.2.2): one code stands for a run of empty blocks. */
function firstReader(bits: Bits, { from, to }: ScanHeader): BlockReader {
  let empty = 0;
  return {
    pass({ component, ac }, block) {
      if (empty > 0) {
        empty--;
        return;
      }
      for (let at = from; at <= to; at++) {
        const value = bits.code(ac);
        const [run, size] = [value >> 4, value & 15];
        if (size === 0 && run < 15) {
          empty = (1 << run) - 1 + bits.take(run);
          return;
        }
        at += run;
        if (size === 0) continue;
        if (at > to) throw new RangeError(pastBlock);
        bits.skip(size);
        know(component, block, at);
      }
    },
    restart: () => {
      empty = 0;
    },
  };
}

/** One more bit of known coefficients, between new ones (G.1.2.3). */
function refiningReader(bits: Bits, { from, to }: ScanHeader): BlockReader {
  let empty = 0;
  /**
   * Skips `zeros` zeros, and reads a bit for each known coefficient between them; returns where it stopped.
   */
  const passZeros = (component: JpegComponent, block: number, begin: number, zeros: number): number => {
    let at = begin;
    for (let left = zeros; at <= to; at++) {
      if (isKnown(component, block, at)) bits.skip(1);
      else if (left-- === 0) break;
    }
    return at;
  };
  return {
    pass({ component, ac }, block) {
      let at = from;
      while (empty === 0 && at <= to) {
        const value = bits.code(ac);
        const [run, size] = [value >> 4, value & 15];
        if (size > 1) throw new RangeError('more than one bit at a time');
        if (size === 0 && run < 15) {
          empty = (1 << run) + bits.take(run);
          break;
        }
        bits.skip(size);
        at = passZeros(component, block, at, run);
        if (size === 1) {
          if (at > to) throw new RangeError(pastBlock);
          know(component, block, at);
        }
        at++;
      }
      if (empty === 0) return;
      passZeros(component, block, at, 64);
      empty--;
    },
    restart: () => {
      empty = 0;
    },
  };
}

function know({ known }: JpegComponent, block: number, at: number): void {
  if (known) known[block * 2 + (at >> 5)] = (known[block * 2 + (at >> 5)] ?? 0) | (1 << (at & 31));
}

function isKnown({ known }: JpegComponent, block: number, at: number): boolean {
  return known !== undefined && (((known[block * 2 + (at >> 5)] ?? 0) >>> (at & 31)) & 1) === 1;
}

/** Coded data read bit by bit. All functions throw at a marker or at the end of the file. */
interface Bits {
  code(table: CodeTable | undefined): number;
  take(count: number): number;
  skip(count: number): void;
  /** Continues behind a restart marker; throws where there is none. */
  restart(): void;
  /** The offset of the first byte that was not needed. */
  position(): number;
}

function createBits(bytes: Uint8Array, begin: number): Bits {
  let at = begin;
  let bitBuffer = 0;
  let count = 0;
  /** Zero bits appended after the end, so that a complete code can be looked up. */
  let lent = 0;

  function fill(): void {
    while (count <= 16) {
      const byte = bytes[at];
      const isMarker = byte === 0xff && bytes[at + 1] !== 0;
      if (byte === undefined || isMarker) lent += 8;
      else at += byte === 0xff ? 2 : 1;
      bitBuffer = ((bitBuffer << 8) | (byte === undefined || isMarker ? 0 : byte)) & 0x1ffffff;
      count += 8;
    }
  }
  function drop(length: number): void {
    count -= length;
    if (count < lent) throw new RangeError('the data of a scan ends before its picture');
  }
  function take(length: number): number {
    if (length === 0) return 0;
    fill();
    const value = (bitBuffer >> (count - length)) & ((1 << length) - 1);
    drop(length);
    return value;
  }

  return {
    take,
    skip: take,
    code(table) {
      if (!table) throw new RangeError('a table that nobody wrote');
      fill();
      const next = (bitBuffer >> (count - 16)) & 0xffff;
      const found = table.short[next >> (16 - shortBits)] ?? 0;
      if (found > 0) {
        drop(found >> 8);
        return found & 255;
      }
      for (let length = shortBits + 1; length <= 16; length++) {
        const code = next >> (16 - length);
        if (code >= (table.limit[length] ?? 0)) continue;
        drop(length);
        return table.values[code + (table.shift[length] ?? 0)] ?? 0;
      }
      throw new RangeError('no such code');
    },
    restart() {
      [bitBuffer, count, lent] = [0, 0, 0];
      // Some encoders leave an extra byte before it; all readers accept that.
      while (at < bytes.length && (bytes[at] !== 0xff || bytes[at + 1] === 0 || bytes[at + 1] === 0xff)) at++;
      const marker = bytes[at + 1] ?? 0;
      if (bytes[at] !== 0xff || marker < 0xd0 || marker > 0xd7) throw new RangeError('no restart');
      at += 2;
    },
    position: () => at,
  };
}

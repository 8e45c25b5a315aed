/** The header of a PNG (PNG specification, 11.2.1). */
export interface PngHeader {
  width: number;
  height: number;
  /** Bits of a sample. */
  depth: number;
  /** Colour type: 0 grey, 2 colour, 3 palette, 4 and 6 the first two with alpha. */
  type: number;
  /** Of a pixel. */
  samples: number;
  isInterlaced: boolean;
}

/** Receives decoded rows. */
interface RowReceiver {
  /** Receives a row, which is valid only during the call. */
  onRow(row: Uint8Array): void;
  /** Awaited from time to time as backpressure. */
  drain(): Promise<void>;
}

/** Bytes of a row without its filter. */
export function rowBytes({ width, depth, samples }: PngHeader, pixels = width): number {
  return Math.ceil((pixels * depth * samples) / 8);
}

/** Bytes behind the last row that are ignored; more are an error. */
const maxTrailingBytes = 65_536;

/** Pixels of each pass of an interlaced image (8.2): first column and row, and the steps. */
const passes = [
  [0, 0, 8, 8],
  [4, 0, 8, 8],
  [0, 4, 4, 8],
  [2, 0, 4, 4],
  [0, 2, 2, 4],
  [1, 0, 2, 2],
  [0, 1, 1, 2],
] as const;

/**
 * Reads the data of an image that is not interlaced, only to check that all its rows exist; throws as {@link
 * takeRows}.
 */
export async function checkRows(header: PngHeader, chunks: AsyncIterable<Uint8Array>): Promise<void> {
  const reader = createRowReader([[header.height, rowBytes(header)]], undefined, () => undefined);
  for await (const data of chunks) reader.take(data);
  reader.end();
}

/**
 * Passes on the rows of an image, unfiltered; those of an interlaced one at the end, once assembled. Throws
 * for missing or surplus rows, or for an unknown filter.
 */
export async function takeRows(
  header: PngHeader,
  chunks: AsyncIterable<Uint8Array>,
  { onRow, drain }: RowReceiver,
): Promise<void> {
  const step = Math.max(1, (header.depth * header.samples) / 8);
  const length = rowBytes(header);
  const whole = header.isInterlaced ? new Uint8Array(length * header.height) : undefined;
  const reader = whole
    ? createRowReader(countsOf(header), step, placing(header, whole))
    : createRowReader([[header.height, length]], step, onRow);
  for await (const data of chunks) {
    reader.take(data);
    await drain();
  }
  reader.end();
  if (!whole) return;
  for (let at = 0; at < whole.length; at += length) {
    onRow(whole.subarray(at, at + length));
    await drain();
  }
}

interface RowReader {
  take(data: Uint8Array): void;
  end(): void;
}

/**
 * Reads rows of given counts and lengths. `step`, the bytes from one pixel to the next, has their filters
 * undone.
 */
function createRowReader(
  counts: readonly (readonly [count: number, length: number])[],
  step: number | undefined,
  onRow: (row: Uint8Array) => void,
): RowReader {
  const waiting = [...counts];
  let [left, length] = waiting.shift() ?? [0, 0];
  let row = new Uint8Array(length);
  // The row above the first one of each pass is all zeros.
  let above = new Uint8Array(length);
  let at = 0;
  let filter: number | undefined;
  let behind = 0;

  function end(): void {
    if (step !== undefined) unfilter(row, above, filter ?? 0, step);
    onRow(row);
    [row, above, at, filter] = [above, row, 0, undefined];
    if (--left > 0) return;
    [left, length] = waiting.shift() ?? [0, 0];
    [row, above] = [new Uint8Array(length), new Uint8Array(length)];
  }
  return {
    take: (data) => {
      let from = 0;
      while (from < data.length && left > 0) {
        filter ??= data[from++] ?? 0;
        if (filter > 4) throw new RangeError('no such filter');
        const part = data.subarray(from, from + length - at);
        row.set(part, at);
        from += part.length;
        at += part.length;
        if (at === length) end();
      }
      behind += data.length - from;
      if (behind > maxTrailingBytes) throw new RangeError('more is packed than the header says');
    },
    end: () => {
      if (left > 0) throw new RangeError('rows are missing');
    },
  };
}

/** Undoes the filter of a row in place (9.2). */
function unfilter(row: Uint8Array, above: Uint8Array, filter: number, step: number): void {
  if (filter === 0) return;
  for (let at = 0; at < row.length; at++) {
    const left = at < step ? 0 : (row[at - step] ?? 0);
    const corner = at < step ? 0 : (above[at - step] ?? 0);
    row[at] = (row[at] ?? 0) + predicted(filter, left, above[at] ?? 0, corner);
  }
}

function predicted(filter: number, left: number, up: number, corner: number): number {
  if (filter === 1) return left;
  if (filter === 2) return up;
  if (filter === 3) return (left + up) >> 1;
  const [toLeft, toUp] = [Math.abs(up - corner), Math.abs(left - corner)];
  const toCorner = Math.abs(left + up - 2 * corner);
  if (toLeft <= toUp && toLeft <= toCorner) return left;
  return toUp <= toCorner ? up : corner;
}

/** The passes of an interlaced image, without empty ones. */
function passesOf({ width, height }: PngHeader) {
  return passes
    .map(([column, row, across, down]) => ({
      column,
      row,
      across,
      down,
      columns: Math.ceil((width - column) / across),
      rows: Math.ceil((height - row) / down),
    }))
    .filter(({ columns, rows }) => columns > 0 && rows > 0);
}

function countsOf(header: PngHeader): (readonly [number, number])[] {
  return passesOf(header).map(({ columns, rows }) => [rows, rowBytes(header, columns)] as const);
}

/** Copies the pixels of incoming rows to their positions. */
function placing(header: PngHeader, whole: Uint8Array): (part: Uint8Array) => void {
  const bits = header.depth * header.samples;
  const length = rowBytes(header);
  const waiting = passesOf(header);
  let pass = waiting.shift();
  let rows = 0;
  return (part) => {
    if (!pass) return;
    const start = (pass.row + rows * pass.down) * length * 8;
    for (let pixel = 0; pixel < pass.columns; pixel++)
      copyBits(part, pixel * bits, whole, start + (pass.column + pixel * pass.across) * bits, bits);
    if (++rows < pass.rows) return;
    rows = 0;
    pass = waiting.shift();
  };
}

/** Copies a pixel: whole bytes, or some bits of one. */
function copyBits(from: Uint8Array, source: number, to: Uint8Array, target: number, bits: number): void {
  // No shifts: an image may have more than 2³¹ bits.
  const [start, targetByte] = [Math.floor(source / 8), Math.floor(target / 8)];
  if (bits >= 8) {
    for (let at = 0; at < bits / 8; at++) to[targetByte + at] = from[start + at] ?? 0;
    return;
  }
  const value = ((from[start] ?? 0) >> (8 - bits - (source % 8))) & (2 ** bits - 1);
  to[targetByte] = (to[targetByte] ?? 0) | (value << (8 - bits - (target % 8)));
}

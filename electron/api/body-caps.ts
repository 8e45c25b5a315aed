import { AppError } from '../../shared/errors.ts';

/** How much one response may hold (docs/service/reading.md, How long, how large, how often). */
export interface Caps {
  /** Of the whole body. */
  bytes: number;
  /** Elements of all lists together. */
  items: number;
  /** Bytes of one item, and of everything outside the items. */
  itemBytes: number;
  /** Values of one item, at every depth, and of everything outside the items. */
  itemValues: number;
  /** Values in all. */
  values: number;
  /** Levels of nesting. */
  depth: number;
}

/** Counts the contents of a body as it arrives. Each throws `RESPONSE_TOO_LARGE` where a cap is passed. */
export interface BodyTally {
  /** Bytes of the whole body. */
  addBytes(length: number): void;
  /** Bytes of the current item, or of the envelope. */
  addPart(length: number, isItem: boolean): void;
  /** A value of the current item, or of the envelope. */
  addValue(isItem: boolean): void;
  addItem(): void;
  /** The current item ends. */
  endItem(): void;
}

/** A tally that judges a body by these caps. */
export function createBodyTally(caps: Caps): BodyTally {
  let [bytes, items, values] = [0, 0, 0];
  /** Counts of the current item and of the envelope. */
  let [itemBytes, itemValues, envelopeBytes, envelopeValues] = [0, 0, 0, 0];
  return {
    addBytes(length) {
      bytes += length;
      if (bytes > caps.bytes) throw tooLarge('bytes', caps.bytes);
    },
    addPart(length, isItem) {
      if (isItem) itemBytes += length;
      else envelopeBytes += length;
      if (Math.max(itemBytes, envelopeBytes) > caps.itemBytes)
        throw tooLarge('bytes of an item', caps.itemBytes);
    },
    addValue(isItem) {
      if (++values > caps.values) throw tooLarge('values', caps.values);
      const ofItem = isItem ? ++itemValues : ++envelopeValues;
      if (ofItem > caps.itemValues) throw tooLarge('values of an item', caps.itemValues);
    },
    addItem() {
      if (++items > caps.items) throw tooLarge('items', caps.items);
    },
    endItem() {
      [itemBytes, itemValues] = [0, 0];
    },
  };
}

function tooLarge(what: string, max: number): AppError {
  return new AppError('RESPONSE_TOO_LARGE', `the answer holds more than ${max} ${what}`, {
    values: { most: max, what },
  });
}

const MiB = 1024 * 1024;

/** The caps of a list: 500 pages of the published size, or 64 MiB. */
const ofList: Caps = {
  bytes: 64 * MiB,
  items: 50_000,
  itemBytes: MiB,
  itemValues: 20_000,
  values: 4_000_000,
  // JSON itself has no limit, but everything that reads or writes the parsed value is recursive.
  depth: 64,
};

/** A status is one object of a dozen values. */
const ofStatus: Caps = { ...ofList, bytes: MiB };

/** The caps of an endpoint's response; a lower limit of bytes from the caller counts. */
export function capsOf(endpoint: string, bytes: number): Caps {
  const caps = endpoint === 'GET /dispatch/{numeroDespacho}/status' ? ofStatus : ofList;
  return { ...caps, bytes: Math.min(caps.bytes, bytes) };
}

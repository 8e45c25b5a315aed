import { CarpetaError } from '../../shared/errors.ts';

/** How much one answer may hold (docs/service.md, How long, how large, how often). */
export interface Caps {
  /** Of the whole body. */
  bytes: number;
  /** Elements of all lists together. */
  items: number;
  /** Bytes of one item, and of everything that is no item. */
  itemBytes: number;
  /** Values of one item, at every depth, and of everything that is no item. */
  itemValues: number;
  /** Values in all. */
  values: number;
  /** Levels of nesting. */
  depth: number;
}

/** Counts what a body holds while it comes. Each throws `RESPONSE_TOO_LARGE` where a cap is passed. */
export interface BodyTally {
  /** Bytes of the whole body. */
  addBytes(length: number): void;
  /** Bytes of the item that is read now, or of the envelope. */
  addPart(length: number, isItem: boolean): void;
  /** A value of the item that is read now, or of the envelope. */
  addValue(isItem: boolean): void;
  /** One more item. */
  addItem(): void;
  /** The next item begins. */
  endItem(): void;
}

/** A count that has not begun. */
export function createBodyTally(caps: Caps): BodyTally {
  let [bytes, items, values] = [0, 0, 0];
  /** What one item, or the envelope, has had so far. */
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

function tooLarge(what: string, most: number): CarpetaError {
  return new CarpetaError('RESPONSE_TOO_LARGE', `the answer holds more than ${most} ${what}`, {
    values: { most, what },
  });
}

const MiB = 1024 * 1024;

/** What a list may hold: 500 pages of the published size, or 64 MiB. */
const ofList: Caps = {
  bytes: 64 * MiB,
  items: 50_000,
  itemBytes: MiB,
  itemValues: 20_000,
  values: 4_000_000,
  // JSON itself has no limit, but every reader and writer after the parser is recursive.
  depth: 64,
};

/** A status is one object of a dozen values. */
const ofStatus: Caps = { ...ofList, bytes: MiB };

/** What an answer of an endpoint may hold; a caller's own limit of bytes counts where it is lower. */
export function capsOf(endpoint: string, bytes: number): Caps {
  const caps = endpoint === 'GET /dispatch/{numeroDespacho}/status' ? ofStatus : ofList;
  return { ...caps, bytes: Math.min(caps.bytes, bytes) };
}

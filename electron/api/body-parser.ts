import { AppError } from '../../shared/errors.ts';
import { isObject, type Json } from '../../shared/model/json.ts';
import { unreadable } from './tolerant-fields.ts';

/** Parses a body as it arrives. */
interface BodyParser {
  /**
   * Parses the next chunk. Throws `RESPONSE_UNREADABLE` or `RESPONSE_TOO_LARGE` as soon as no rest can make
   * the body valid.
   */
  push(chunk: Uint8Array): void;
  /** The body, once all chunks were pushed. Throws the same. */
  end(): Json;
}

const [quote, backslash, comma, colon] = [0x22, 0x5c, 0x2c, 0x3a];
const [openList, closeList, openObject, closeObject] = [0x5b, 0x5d, 0x7b, 0x7d];
/** Lists up to this depth are parsed item by item: those of the envelope, and of an object in it. */
const deepList = 3;

/** The state of the parser. */
interface Reading {
  readonly decode: (bytes: Uint8Array) => string;
  readonly tally: BodyTally;
  readonly depth: number;
  /** Open brackets. */
  readonly open: number[];
  readonly lists: Json[][];
  /** The list whose items are parsed now, and its depth. */
  list: Json[] | undefined;
  listDepth: number;
  /** Unparsed bytes: of the current item, and of the envelope without its items. */
  item: Uint8Array[];
  readonly envelope: Uint8Array[];
  /** Names in the envelope, and in the current item, at every depth. */
  names: number;
  itemNames: number;
  isText: boolean;
  isEscaped: boolean;
}

/**
 * Parses JSON item by item, so that neither the text of a body nor an error in it is held as a whole. An item
 * is counted as it arrives and parsed after its last byte. A name that occurs twice in one object is refused,
 * because it hides a list or a value.
 */
export function createBodyParser(caps: Caps, decode: (bytes: Uint8Array) => string): BodyParser {
  const tally = createBodyTally(caps);
  const reading: Reading = {
    decode,
    tally,
    depth: caps.depth,
    open: [],
    lists: [],
    list: undefined,
    listDepth: 0,
    item: [],
    envelope: [],
    names: 0,
    itemNames: 0,
    isText: false,
    isEscaped: false,
  };
  return {
    push(chunk) {
      tally.addBytes(chunk.length);
      read(reading, chunk);
    },
    end: () => wholeBody(reading),
  };
}

/** Scans a chunk; the part that cannot be parsed yet is stored. */
function read(reading: Reading, chunk: Uint8Array): void {
  /** Where the part that is not stored yet begins. */
  let from = 0;
  for (let at = 0; at < chunk.length; at++) {
    if (reading.isText) {
      at = endOfText(reading, chunk, at);
      continue;
    }
    const sign = chunk[at];
    switch (sign) {
      case quote:
        reading.isText = true;
        break;
      case openList:
      case openObject:
        from = enter(reading, sign, chunk, from, at);
        break;
      case closeList:
      case closeObject:
        from = leave(reading, sign, chunk, from, at);
        break;
      case comma:
        reading.tally.addValue(reading.list !== undefined);
        if (!isBetweenItems(reading)) break;
        endItem(reading, chunk.subarray(from, at), false);
        from = at + 1;
        break;
      case colon:
        if (reading.list === undefined) reading.names++;
        else reading.itemNames++;
        break;
    }
  }
  append(reading, chunk.subarray(from));
}

/** The position of the quote that ends a text, or the end of the chunk. */
function endOfText(reading: Reading, chunk: Uint8Array, from: number): number {
  for (let at = from; at < chunk.length; at++) {
    if (reading.isEscaped) reading.isEscaped = false;
    else if (chunk[at] === backslash) reading.isEscaped = true;
    else if (chunk[at] === quote) {
      reading.isText = false;
      return at;
    }
  }
  return chunk.length;
}

/**
 * Handles an opening bracket. A list of the envelope is replaced by its number and parsed by items. Returns
 * where the part that is not stored yet begins.
 */
function enter(reading: Reading, sign: number, chunk: Uint8Array, from: number, at: number): number {
  const { open, lists, envelope } = reading;
  const isInItem = reading.list !== undefined;
  reading.tally.addValue(isInItem);
  if (!isInItem) append(reading, chunk.subarray(from, at));
  if (open.length >= reading.depth) throw unreadable('nested too deep');
  open.push(sign);
  if (isInItem) return from;
  const isInList = open.slice(0, -1).includes(openList);
  if (sign !== openList || open.length > deepList || isInList) return at;
  if (open.length === 1) throw unreadable('no envelope', []);
  envelope.push(Buffer.from(`[${lists.length}`));
  reading.list = [];
  lists.push(reading.list);
  reading.listDepth = open.length;
  return at + 1;
}

/** Handles a closing bracket. Returns where the part that is not stored yet begins. */
function leave(reading: Reading, sign: number, chunk: Uint8Array, from: number, at: number): number {
  const isEndOfList = isBetweenItems(reading);
  if (isEndOfList) {
    endItem(reading, chunk.subarray(from, at), true);
    reading.list = undefined;
  }
  if (reading.open.pop() !== (sign === closeList ? openList : openObject)) throw unreadable('not JSON');
  return isEndOfList ? at : from;
}

function isBetweenItems({ list, open, listDepth }: Reading): boolean {
  return list !== undefined && open.length === listDepth;
}

function endItem(reading: Reading, rest: Uint8Array, isLast: boolean): void {
  const { tally, decode, item, list } = reading;
  tally.addPart(rest.length, true);
  const text = decode(item.length === 0 ? rest : Buffer.concat([...item, rest]));
  reading.item = [];
  tally.endItem();
  if (isLast && list?.length === 0 && isBlank(text)) return;
  tally.addItem();
  const value = parseJson(text);
  if (namesIn(value) < reading.itemNames) throw unreadable('a name that stands twice', value);
  reading.itemNames = 0;
  list?.push(value);
}

/** The number of object members, at every depth. */
function namesIn(value: Json): number {
  if (typeof value !== 'object' || value === null) return 0;
  const inner = Object.values(value);
  let count = Array.isArray(value) ? 0 : inner.length;
  for (const one of inner) count += namesIn(one);
  return count;
}

function append({ tally, list, item, envelope }: Reading, part: Uint8Array): void {
  if (part.length === 0) return;
  tally.addPart(part.length, list !== undefined);
  // A copy: the chunk may be much larger, or its buffer reused.
  (list ? item : envelope).push(Buffer.from(part));
}

function wholeBody({ decode, envelope, open, isText, lists, names }: Reading): Json {
  const text = decode(Buffer.concat(envelope));
  if (isBlank(text)) throw unreadable('an empty body');
  if (open.length > 0 || isText) throw unreadable('not JSON');
  const body = parseJson(text);
  if (!isObject(body)) return body;
  let placed = 0;
  const withLists = (value: Json, depth: number): Json => {
    if (Array.isArray(value) && depth <= deepList) {
      placed++;
      return lists[Number(value[0])] ?? value;
    }
    if (!isObject(value) || depth >= deepList) return value;
    // By entries, because a key may be called __proto__.
    return Object.fromEntries(
      Object.entries(value).map(([key, inner]) => [key, withLists(inner, depth + 1)]),
    );
  };
  const whole = withLists(body, 1);
  if (placed < lists.length || namesIn(body) < names) throw unreadable('a name that stands twice', body);
  return whole;
}

/** Whether a text holds only JSON white space. */
function isBlank(text: string): boolean {
  return /^[ \t\r\n]*$/.test(text);
}

/** Parses a text of known depth; numbers past 2^53 stay text. Throws `RESPONSE_UNREADABLE`. */
function parseJson(text: string): Json {
  const value = parsed(text);
  return hasLongNumbers(text) ? JSON.parse(text, preserveLongNumbers) : value;
}

function parsed(text: string): Json {
  try {
    return JSON.parse(text);
  } catch {
    throw unreadable('not JSON');
  }
}

function hasLongNumbers(text: string): boolean {
  return /[[:,\s]-?\d{16,}/.test(text);
}

/** Numbers past 2^53 lose digits: as identifiers they are stored as text. */
function preserveLongNumbers(_key: string, value: Json, context?: { source?: string }): Json {
  if (typeof value !== 'number' || Number.isSafeInteger(value)) return value;
  const source = context?.source ?? '';
  return /^-?\d+$/.test(source) ? source : value;
}

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
interface BodyTally {
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
function createBodyTally(caps: Caps): BodyTally {
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

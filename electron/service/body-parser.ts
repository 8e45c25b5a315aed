import { CarpetaError } from '../../shared/errors.ts';
import type { Json } from '../../shared/model/json.ts';
import { isObject, parseText, unreadable } from './json-body.ts';

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

/** Reads a body as it arrives. */
export interface BodyParser {
  /** Takes the next piece. Throws `RESPONSE_UNREADABLE` or `RESPONSE_TOO_LARGE` as soon as no rest can make the body good. */
  push(piece: Uint8Array): void;
  /** The body, once all of it was taken. Throws the same. */
  end(): Json;
}

const [quote, backslash, comma, colon] = [0x22, 0x5c, 0x2c, 0x3a];
const [openList, closeList, openObject, closeObject] = [0x5b, 0x5d, 0x7b, 0x7d];
/** Lists this deep are read item by item: those of the envelope, and of an object in it. */
const deepestList = 3;

/**
 * Parses JSON item by item, so that neither the text of a body nor what is wrong with it is ever held as a whole: an item is parsed when its last byte
 * has come, and counted while it comes. `decode` gives the text of bytes. A name that stands twice in the envelope is refused, because it hides a list.
 */
export function createBodyParser(caps: Caps, decode: (bytes: Uint8Array) => string): BodyParser {
  const open: number[] = [];
  const lists: Json[][] = [];
  let list: Json[] | undefined;
  let listDepth = 0;
  /** Pieces of what is read now: an item, or the envelope without its items. */
  let item: Uint8Array[] = [];
  const envelope: Uint8Array[] = [];
  let [bytes, items, values, names] = [0, 0, 0, 0];
  /** What one item, or the envelope, has had so far. */
  let [itemBytes, itemValues, envelopeBytes, envelopeValues] = [0, 0, 0, 0];
  let [isText, isEscaped] = [false, false];

  function keep(part: Uint8Array): void {
    if (part.length === 0) return;
    count(part.length);
    // A copy: the piece that it is a part of may be much larger, or used again.
    (list ? item : envelope).push(Buffer.from(part));
  }

  function count(length: number): void {
    if (list) itemBytes += length;
    else envelopeBytes += length;
    if (Math.max(itemBytes, envelopeBytes) > caps.itemBytes)
      throw tooLarge('bytes of an item', caps.itemBytes);
  }

  function countValue(): void {
    if (++values > caps.values) throw tooLarge('values', caps.values);
    const ofItem = list ? ++itemValues : ++envelopeValues;
    if (ofItem > caps.itemValues) throw tooLarge('values of an item', caps.itemValues);
  }

  function endItem(rest: Uint8Array, isLast: boolean): void {
    count(rest.length);
    const text = decode(item.length === 0 ? rest : Buffer.concat([...item, rest]));
    [item, itemBytes, itemValues] = [[], 0, 0];
    if (isLast && list?.length === 0 && isBlank(text)) return;
    if (++items > caps.items) throw tooLarge('items', caps.items);
    list?.push(parseText(text));
  }

  /** Takes a bracket that opens. The list of an envelope is written with its number, and read by items from here on. */
  function enter(sign: number): void {
    if (open.length >= caps.depth) throw unreadable('nested too deep');
    open.push(sign);
    if (sign !== openList || list || open.length > deepestList || open.slice(0, -1).includes(openList))
      return;
    if (open.length === 1) throw unreadable('no envelope', []);
    envelope.push(Buffer.from(`[${lists.length}`));
    list = [];
    lists.push(list);
    listDepth = open.length;
  }

  function leave(sign: number): void {
    if (open.pop() !== (sign === closeList ? openList : openObject)) throw unreadable('not JSON');
  }

  function push(piece: Uint8Array): void {
    bytes += piece.length;
    if (bytes > caps.bytes) throw tooLarge('bytes', caps.bytes);
    let from = 0;
    for (let at = 0; at < piece.length; at++) {
      const sign = piece[at];
      if (isText) {
        if (isEscaped) isEscaped = false;
        else if (sign === backslash) isEscaped = true;
        else if (sign === quote) isText = false;
        continue;
      }
      switch (sign) {
        case quote:
          isText = true;
          break;
        case openList:
        case openObject: {
          countValue();
          const before = list;
          if (before === undefined) keep(piece.subarray(from, at));
          enter(sign);
          if (before === undefined) from = list ? at + 1 : at;
          break;
        }
        case closeList:
        case closeObject:
          if (list && open.length === listDepth) {
            endItem(piece.subarray(from, at), true);
            from = at;
            list = undefined;
          }
          leave(sign);
          break;
        case comma:
          countValue();
          if (list && open.length === listDepth) {
            endItem(piece.subarray(from, at), false);
            from = at + 1;
          }
          break;
        case colon:
          if (open.length === 1) names++;
          break;
      }
    }
    keep(piece.subarray(from));
  }

  function end(): Json {
    const text = decode(Buffer.concat(envelope));
    if (isBlank(text)) throw unreadable('an empty body');
    if (open.length > 0 || isText) throw unreadable('not JSON');
    const body = parseText(text);
    if (!isObject(body)) return body;
    let placed = 0;
    const withLists = (value: Json, depth: number): Json => {
      if (Array.isArray(value) && depth <= deepestList) {
        placed++;
        return lists[Number(value[0])] ?? value;
      }
      if (!isObject(value) || depth >= deepestList) return value;
      // By entries, because a key may be called __proto__.
      return Object.fromEntries(
        Object.entries(value).map(([key, inner]) => [key, withLists(inner, depth + 1)]),
      );
    };
    const whole = withLists(body, 1);
    if (placed < lists.length || Object.keys(body).length < names)
      throw unreadable('a name that stands twice', body);
    return whole;
  }

  return { push, end };
}

/** Whether a text holds nothing but what JSON calls blank. */
function isBlank(text: string): boolean {
  return /^[ \t\r\n]*$/.test(text);
}

function tooLarge(what: string, most: number): CarpetaError {
  return new CarpetaError('RESPONSE_TOO_LARGE', `the answer holds more than ${most} ${what}`, {
    values: { most, what },
  });
}

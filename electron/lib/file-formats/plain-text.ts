import { isUtf8 } from 'node:buffer';

/** An XML declaration ends within these bytes. */
const declaredWithin = 256;
/** Pairs of bytes that tell UTF-16 without a byte order mark. */
const pairsToDetect = 128;

/**
 * Whether these are the first bytes of a text that `textOf` can decode; the last character may be truncated.
 */
export function isText(beginning: Buffer): boolean {
  if (beginning.length === 0) return false;
  if (isUtf16(beginning)) return true;
  if (beginning.includes(0)) return false;
  return isUtf8(withoutPartialCharacter(beginning)) || !beginning.some(isControl);
}

/**
 * Decodes a text by its byte order mark, else as UTF-8 if valid, else by its XML declaration. The default is
 * windows-1252, a superset of ISO-8859-1, the encoding of Chilean tax documents.
 */
export function textOf(bytes: Buffer): string {
  const utf16 = utf16Of(bytes);
  if (utf16 !== undefined) return new TextDecoder(utf16).decode(bytes);
  // Text that is valid UTF-8 is hardly ever anything else, whatever its declaration says.
  if (isUtf8(bytes)) return new TextDecoder('utf-8').decode(bytes);
  const declared = declaredDecoder(bytes);
  const isOther = declared !== undefined && declared.encoding !== 'utf-8';
  return (isOther ? declared : new TextDecoder('windows-1252')).decode(bytes);
}

/** Whether a text is in UTF-16, which has zero bytes. */
export const isUtf16 = (bytes: Buffer) => utf16Of(bytes) !== undefined;

/** Detects UTF-16 by byte order mark; without one, by the zero half of its letters. */
function utf16Of(bytes: Buffer): 'utf-16le' | 'utf-16be' | undefined {
  const [first, second] = bytes;
  if (first === 0xff && second === 0xfe) return 'utf-16le';
  if (first === 0xfe && second === 0xff) return 'utf-16be';
  if (isUnmarked(bytes, 1)) return 'utf-16le';
  return isUnmarked(bytes, 0) ? 'utf-16be' : undefined;
}

/** Whether nearly every pair of bytes is a letter below U+0100; `high` is the position of the zero. */
function isUnmarked(bytes: Buffer, high: 0 | 1): boolean {
  const pairs = Math.min(bytes.length >> 1, pairsToDetect);
  let letters = 0;
  for (let pair = 0; pair < pairs; pair++) {
    if (bytes[pair * 2 + high] !== 0) continue;
    if (isControl(bytes[pair * 2 + 1 - high] ?? 0)) return false;
    letters++;
  }
  return pairs > 1 && letters >= pairs * 0.9;
}

/**
 * Undefined if no known encoding is declared. A declaration readable as ASCII is not UTF-16, whatever it
 * says.
 */
function declaredDecoder(bytes: Buffer): TextDecoder | undefined {
  const beginning = bytes.subarray(0, declaredWithin).toString('latin1');
  const name = /^\s*<\?xml[^>]*\sencoding\s*=\s*["']([\w.:-]+)["']/i.exec(beginning)?.[1];
  if (name === undefined) return undefined;
  try {
    const decoder = new TextDecoder(name);
    return decoder.encoding.startsWith('utf-16') ? undefined : decoder;
  } catch (error) {
    if (error instanceof RangeError) return undefined;
    throw error;
  }
}

/** Without an incomplete UTF-8 character at the end. */
function withoutPartialCharacter(bytes: Buffer): Buffer {
  for (let length = 1; length <= Math.min(3, bytes.length); length++) {
    const byte = bytes[bytes.length - length] ?? 0;
    const isFirst = byte >= 0xc0;
    if (isFirst) return bytes.subarray(0, bytes.length - length);
    if (byte < 0x80) break;
  }
  return bytes;
}

/** Characters that no text contains. White space is allowed, and the SUB and ESC of old programs. */
function isControl(byte: number): boolean {
  return (byte < 0x20 && !(byte >= 0x09 && byte <= 0x0d) && byte !== 0x1a && byte !== 0x1b) || byte === 0x7f;
}

import { isUtf8 } from 'node:buffer';

/** An XML declaration ends within these bytes. */
const declaredWithin = 256;

/**
 * Whether these are the first bytes of a text that `textOf` can decode; the last character may be truncated.
 */
export function isText(beginning: Buffer): boolean {
  if (beginning.length === 0) return false;
  if (utf16Of(beginning) !== undefined) return true;
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

/** Detects UTF-16 by byte order mark, or by `<?` at the start of XML without one (XML 1.0, appendix F). */
function utf16Of(bytes: Buffer): 'utf-16le' | 'utf-16be' | undefined {
  const [first, second, third, fourth] = bytes;
  if (first === 0xff && second === 0xfe) return 'utf-16le';
  if (first === 0xfe && second === 0xff) return 'utf-16be';
  if (first === 0x3c && second === 0 && third === 0x3f && fourth === 0) return 'utf-16le';
  if (first === 0 && second === 0x3c && third === 0 && fourth === 0x3f) return 'utf-16be';
  return undefined;
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

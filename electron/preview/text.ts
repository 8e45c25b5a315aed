import { isUtf8 } from 'node:buffer';

/** Bytes before which an XML declaration ends. */
const declaredWithin = 256;

/**
 * Whether these are the first bytes of a text in any encoding that `textOf` reads; its last character may be
 * cut.
 */
export function isText(beginning: Buffer): boolean {
  if (beginning.length === 0) return false;
  if (utf16Of(beginning) !== undefined) return true;
  if (beginning.includes(0)) return false;
  return isUtf8(withoutPartialCharacter(beginning)) || !beginning.some(isControl);
}

/**
 * A text with its accents: by its byte order mark, else as UTF-8; what is not UTF-8 by the encoding that its
 * XML declaration names, else as windows-1252, which holds ISO-8859-1: Chilean tax documents are written in
 * that.
 */
export function textOf(bytes: Buffer): string {
  const utf16 = utf16Of(bytes);
  if (utf16 !== undefined) return new TextDecoder(utf16).decode(bytes);
  // Letters with accents that are whole characters of UTF-8 are hardly ever anything else, whatever a
  // declaration says.
  if (isUtf8(bytes)) return new TextDecoder('utf-8').decode(bytes);
  const declared = declaredDecoder(bytes);
  const isOther = declared !== undefined && declared.encoding !== 'utf-8';
  return (isOther ? declared : new TextDecoder('windows-1252')).decode(bytes);
}

/** By the byte order mark, or by how `<?` begins an XML text without one (XML 1.0, appendix F). */
function utf16Of(bytes: Buffer): 'utf-16le' | 'utf-16be' | undefined {
  const [first, second, third, fourth] = bytes;
  if (first === 0xff && second === 0xfe) return 'utf-16le';
  if (first === 0xfe && second === 0xff) return 'utf-16be';
  if (first === 0x3c && second === 0 && third === 0x3f && fourth === 0) return 'utf-16le';
  if (first === 0 && second === 0x3c && third === 0 && fourth === 0x3f) return 'utf-16be';
  return undefined;
}

/**
 * Undefined where no encoding is declared, or none that is known. A declaration that can be read as ASCII is
 * not in UTF-16, whatever it says.
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

/** Without the bytes of a character in UTF-8 that goes on after the end. */
function withoutPartialCharacter(bytes: Buffer): Buffer {
  for (let length = 1; length <= Math.min(3, bytes.length); length++) {
    const byte = bytes[bytes.length - length] ?? 0;
    const isFirst = byte >= 0xc0;
    if (isFirst) return bytes.subarray(0, bytes.length - length);
    if (byte < 0x80) break;
  }
  return bytes;
}

/**
 * What no text holds: control characters other than white space, and the end of file and escapes of old
 * programs.
 */
function isControl(byte: number): boolean {
  return (byte < 0x20 && !(byte >= 0x09 && byte <= 0x0d) && byte !== 0x1a && byte !== 0x1b) || byte === 0x7f;
}

import { isUtf8 } from 'node:buffer';
import { isMailHead } from '../../lib/file-formats/mail-head.ts';

/**
 * The extension of a text body by its beginning; undefined if it is no text. `text` lacks leading blanks and
 * declarations.
 */
export function textExtension(bytes: Buffer, text: string): string | undefined {
  if (!isText(bytes)) return undefined;
  if (/^<(?:[a-z_][\w.-]*:)?[a-z_][\w.-]*(?:\s|\/?>)/i.test(text)) return 'xml';
  if (/^(?:\{\s*["}]|\[\s*[{["\]])/.test(text)) return 'json';
  if (isMailHead(text)) return 'eml';
  const lines = text.slice(0, 2048).split(/\r?\n/);
  if (isTable(lines)) return 'csv';
  // A single word may be anything.
  return /\S\s+\S/.test(text) ? 'txt' : undefined;
}

/**
 * Rows with equal numbers of cells, separated by semicolons, tabs or commas. The last line may be truncated.
 */
function isTable(lines: readonly string[]): boolean {
  const rows = lines.slice(0, -1).filter((line) => line !== '');
  // A quoted cell may contain the mark (RFC 4180).
  const plain = rows.map((row) => row.replaceAll(/"[^"]*"/g, ''));
  const cells = (mark: string) => new Set(plain.map((row) => row.split(mark).length));
  return rows.length >= 2 && [';', '\t', ','].some((mark) => cells(mark).size === 1 && !cells(mark).has(1));
}

/**
 * Whether a text is a table, whatever its content type. A comma followed by a space is no separator, since
 * sentences have those.
 */
export function isPlainTable(bytes: Buffer, text: string): boolean {
  return isText(bytes) && isTable(text.slice(0, 2048).replaceAll(', ', ' ').split(/\r?\n/));
}

/** Only text control characters; the last character may be truncated. */
function isText(bytes: Buffer): boolean {
  const marked =
    bytes.length > 1 &&
    ((bytes[0] === 0xff && bytes[1] === 0xfe) || (bytes[0] === 0xfe && bytes[1] === 0xff));
  if (marked) return true;
  if (
    bytes.length === 0 ||
    bytes.some((byte) => byte < 9 || (byte > 13 && byte < 32 && byte !== 26 && byte !== 27))
  )
    return false;
  const whole = bytes.subarray(0, Math.max(1, bytes.length - 4));
  return [0, 1, 2, 3].some((cut) => isUtf8(whole.subarray(0, whole.length - cut))) || !bytes.includes(0x7f);
}

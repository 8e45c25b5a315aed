import { isMailHead } from '../../lib/file-formats/mail-head.ts';
import { isText as isPlainText, isUtf16 } from '../../lib/file-formats/plain-text.ts';

/**
 * The extension of a text body by its beginning; undefined if it is no text. `text` lacks leading blanks and
 * declarations.
 */
export function textExtension(bytes: Buffer, text: string): string | undefined {
  if (!isText(bytes)) return undefined;
  if (element.test(text.replace(doctype, ''))) return 'xml';
  if (/^(?:\{\s*["}]|\[\s*[{["\]])/.test(text)) return 'json';
  if (isMailHead(text)) return 'eml';
  if (isTable(text.slice(0, 2048))) return 'csv';
  // A single word may be anything.
  return /\S\s+\S/.test(text) ? 'txt' : undefined;
}

/** A letter beyond ASCII is two characters here: the bytes of UTF-8. */
const element = /^<(?:[a-z_\x80-\xff][\w.\x80-\xff-]*:)?[a-z_\x80-\xff][\w.\x80-\xff-]*(?:\s|\/?>)/i;
const doctype = /^<!doctype(?!\s+html)[^>[]*(?:\[[^\]]*\]\s*)?>\s*/i;

/**
 * Rows with equal numbers of cells, separated by semicolons, tabs, bars or commas. The last line may be
 * truncated. A title may stand before a table whose cells no sentence separates.
 */
function isTable(text: string): boolean {
  // Excel's own mark of a table.
  if (/^sep=.\r?\n/.test(text)) return true;
  // A quoted cell may contain the separator, or lines (RFC 4180).
  const variants = [text, text.replaceAll(/"[^"]*"/g, '')];
  return variants.some((variant) => {
    const rows = variant
      .split(/\r?\n/)
      .slice(0, -1)
      .filter((row) => row !== '')
      .map((row) => row.replaceAll(/"[^"]*"/g, ''));
    const untitled = rows.slice(rows.findIndex((row) => /[;\t|]/.test(row)));
    return hasEqualRows(rows, 2, [';', '\t', '|', ',']) || hasEqualRows(untitled, 3, [';', '\t', '|']);
  });
}

function hasEqualRows(rows: readonly string[], minRows: number, separators: readonly string[]): boolean {
  const cells = (separator: string) => new Set(rows.map((row) => row.split(separator).length));
  return (
    rows.length >= minRows &&
    separators.some((separator) => cells(separator).size === 1 && !cells(separator).has(1))
  );
}

/**
 * Whether a text is a table, whatever its content type. A comma followed by a space is no separator, since
 * sentences have those.
 */
export function isPlainTable(bytes: Buffer, text: string): boolean {
  return isText(bytes) && isTable(text.slice(0, 2048).replaceAll(', ', ' '));
}

/** Only text control characters. */
function isText(bytes: Buffer): boolean {
  const hasControl = () =>
    bytes.some((byte) => byte < 9 || (byte > 13 && byte < 32 && byte !== 26 && byte !== 27));
  return isUtf16(bytes) || (isPlainText(bytes) && !hasControl());
}

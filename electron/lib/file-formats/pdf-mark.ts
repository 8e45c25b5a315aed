import { isMailHead } from './mail-head.ts';

/** Maximum offset of a PDF's header (ISO 32000-1, implementation notes). */
const markedWithin = 1024;
/** Maximum distance from the header to the first object. */
const objectWithin = 3072;

/** A header on a line of its own; words behind it belong to a text. */
const headerAlone = /^%PDF-\d\.\d[ \t]*(?:$|[\r\n]{1,9}(?![\r\na-z\u00c0-\u00ff]))/i;

/** Magic bytes of other files that may contain a PDF: images and containers. */
const otherMarks = [
  'PK\x03\x04',
  '\xd0\xcf\x11\xe0',
  '\x89PNG',
  '\xff\xd8\xff',
  'GIF8',
  'RIFF',
  'Rar!',
  '7z\xbc\xaf',
  '\x1f\x8b',
];

/** Number of bytes needed to decide. */
export const pdfDetectionBytes = markedWithin + objectWithin;

const blanks = Buffer.from(' \t\f\v\r\n\0');
const lineEnds = Buffer.from('\r\n');
const headerEnds = Buffer.from(' \t\f\v\r\n\0<');
const percent = 0x25;

/** An object of a PDF, at the beginning of a line. */
const objectMark = /[\r\n]\d{1,10} \d{1,5} obj\b/;

/**
 * Whether a file begins as a PDF does. Other bytes may precede the header; a text or a mail that mentions it
 * does not count: a PDF has an object after it. Nor does a page of HTML with a header before it. With
 * `isSaid`, the file is declared as no text: then a header alone on its line is enough.
 */
export function isPdf(beginning: Uint8Array, isSaid = false): boolean {
  const bytes = Buffer.from(beginning.buffer, beginning.byteOffset, beginning.byteLength);
  const at = bytes.subarray(0, markedWithin).indexOf('%PDF-', 0, 'latin1');
  if (at < 0) return false;
  const before = bytes.subarray(0, at).toString('latin1');
  const after = bytes.subarray(at, at + objectWithin);
  const hasObject = () => objectMark.test(after.toString('latin1'));
  if (isMarkup(after) && !hasObject()) return false;
  if (before.trim() === '') return true;
  if (otherMarks.some((mark) => before.startsWith(mark)) || /^\s*[<{[]/.test(before) || isMailHead(before))
    return false;
  if (hasControl(before)) return true;
  return hasObject() || (isSaid && headerAlone.test(after.toString('latin1')));
}

/**
 * Whether markup comes next after a header and comments; a dictionary of a PDF begins with `<<`. Byte by
 * byte: this is asked of each document.
 */
function isMarkup(bytes: Buffer): boolean {
  let at = nextOf(headerEnds, bytes, 0);
  for (;;) {
    while (at < bytes.length && blanks.includes(bytes[at] ?? 0)) at++;
    if (bytes[at] !== percent) break;
    at = nextOf(lineEnds, bytes, at);
  }
  return /^<[!?a-z]/i.test(bytes.toString('latin1', at, at + 2));
}
/** The place of the first of some bytes, or the end. */
function nextOf(marks: Buffer, bytes: Buffer, from: number): number {
  let at = from;
  while (at < bytes.length && !marks.includes(bytes[at] ?? 0)) at++;
  return at;
}

/** Whether there is a control character that no text has. */
function hasControl(text: string): boolean {
  for (const character of text) if (character < '\t' || (character > '\r' && character < ' ')) return true;
  return false;
}

import { constants, gunzipSync } from 'node:zlib';
import { AppError } from '../../../shared/errors.ts';
import { isMailHead } from '../../lib/file-formats/mail-head.ts';
import { isPdf, pdfDetectionBytes } from '../../lib/file-formats/pdf-mark.ts';
import { isText as isPlainText, isUtf16 } from '../../lib/file-formats/plain-text.ts';
import { isMessage } from './detect-error-page.ts';
import { createOpening, type Opening } from './first-text.ts';

/** What the first bytes of a body show. */
type ContentKind = { kind: 'document' | 'error-page'; extension: string };

/** Number of bytes that are inspected, or all of a shorter body. */
export const detectionBytes = pdfDetectionBytes;

/** A body as far as it was received. */
export interface Body {
  /** Its first {@link detectionBytes} bytes, or all of a shorter body. */
  beginning: Uint8Array;
  opening: Pick<Opening, 'text' | 'isXml'>;
  /** Bytes; `Infinity` while the body is incomplete. */
  size: number;
}

// Minimum size of a document, bytes: a shorter body is a signature without content.
const minDocumentBytes = 32;
/** A server packs a message once, a proxy once more; what is packed deeper is a document. */
const maxPackedLayers = 3;
/** Maximum size of what one layer unpacks to, bytes: a message is much shorter. */
const maxUnpackedBytes = 1024 * 1024;

/**
 * Distinguishes a document from an error page and finds its extension: by content, else by content type, else
 * by the link's path, else `bin`. A content type whose files have a signature is ignored if the signature is
 * absent.
 */
export function contentKind(body: Body, contentType: string, link: string): ContentKind {
  return layerKind(body, contentType, link, 0);
}

/** The kind of a body that was unpacked so many times. */
function layerKind(
  { beginning, opening, size }: Body,
  contentType: string,
  link: string,
  layers: number,
): ContentKind {
  const bytes = Buffer.from(
    beginning.buffer,
    beginning.byteOffset,
    Math.min(beginning.length, detectionBytes),
  );
  const magic =
    signatures.find(({ test }) => test(bytes))?.extension ??
    (isPdf(bytes, !contentType.startsWith('text/')) ? 'pdf' : undefined);
  if (magic !== undefined) {
    const extension = narrowed(magic, bytes, contentType, link);
    const isNone = size < minDocumentBytes || (magic === 'gz' && isPackedMessage(bytes, size, layers));
    return { kind: isNone ? 'error-page' : 'document', extension };
  }
  const type = asWritten(bytes, opening, contentType);
  const said = byType[type];
  const isNone = signedKinds.has(said ?? '') || isMessage({ opening, size, contentType: type });
  const extension = opening.isXml
    ? 'xml'
    : (said ?? extensionOf(link) ?? textExtension(bytes, opening.text) ?? 'bin');
  return { kind: isNone ? 'error-page' : 'document', extension };
}

/**
 * Whether a gzipped body is a message: a server may pack it without saying so. An archive may unpack to
 * itself: the layers are limited.
 */
function isPackedMessage(bytes: Buffer, size: number, layers: number): boolean {
  if (layers >= maxPackedLayers) return false;
  let beginning: Buffer;
  try {
    beginning = gunzipSync(bytes, {
      finishFlush: constants.Z_SYNC_FLUSH,
      maxOutputLength: maxUnpackedBytes,
    });
  } catch {
    return false;
  }
  const opening = createOpening();
  opening.add(beginning);
  const body = {
    beginning,
    opening,
    size: size > bytes.length ? Number.POSITIVE_INFINITY : beginning.length,
  };
  return layerKind(body, '', '', layers + 1).kind === 'error-page';
}

/**
 * Corrects the type of text tables and Excel 2003 XML, which servers send as `xls` because Excel opens them.
 */
function asWritten(bytes: Buffer, { text, isXml }: Body['opening'], contentType: string): string {
  if (byType[contentType] !== 'xls') return contentType;
  if (isXml && /^<(?:[\w.-]{1,60}:)?Workbook[\s>]/.test(text)) return 'application/xml';
  return isPlainTable(bytes, text) ? 'text/csv' : contentType;
}

/**
 * The extension of a document. Throws `NOT_A_DOCUMENT` for an error page, unless the bytes match a hash that
 * storage announced (`isVouched`).
 */
export function documentExtension(body: Body, contentType: string, link: string, isVouched = false): string {
  const { kind, extension } = contentKind(body, contentType, link);
  if (kind === 'document' || isVouched) return extension;
  throw new AppError('NOT_A_DOCUMENT', 'storage sent an error page');
}

const starts = (bytes: Buffer, hex: string, at = 0) =>
  bytes.subarray(at, at + hex.length / 2).toString('hex') === hex;

const signatures: readonly { extension: string; test(bytes: Buffer): boolean }[] = [
  { extension: 'png', test: (bytes) => starts(bytes, '89504e470d0a1a0a') },
  { extension: 'jpg', test: (bytes) => starts(bytes, 'ffd8ff') },
  { extension: 'gif', test: (bytes) => starts(bytes, '47494638') },
  { extension: 'tif', test: (bytes) => tiffs.some((mark) => starts(bytes, mark)) },
  { extension: 'bmp', test: (bytes) => starts(bytes, '424d') && bitmapHeads.has(headLength(bytes)) },
  { extension: 'webp', test: (bytes) => starts(bytes, '52494646') && starts(bytes, '57454250', 8) },
  { extension: 'heic', test: (bytes) => /^ftyp(?:hei[cmsx]|hev[cx]|mif1|msf1)/.test(latin(bytes, 4, 12)) },
  { extension: 'zip', test: (bytes) => starts(bytes, '504b0304') || starts(bytes, '504b0506') },
  { extension: 'doc', test: (bytes) => starts(bytes, 'd0cf11e0a1b11ae1') },
  { extension: 'rtf', test: (bytes) => starts(bytes, '7b5c727466') },
  { extension: 'rar', test: (bytes) => starts(bytes, '526172211a07') },
  { extension: '7z', test: (bytes) => starts(bytes, '377abcaf271c') },
  { extension: 'p7m', test: (bytes) => latin(bytes, 0, 24).includes(signedData) },
  { extension: 'gz', test: (bytes) => starts(bytes, '1f8b08') },
];

/** The content type of PKCS #7 signed data (RFC 5652, 5.1), in DER. */
const signedData = '\x06\x09\x2a\x86\x48\x86\xf7\x0d\x01\x07\x02';
/** Classic and BigTIFF, in both byte orders. */
const tiffs = ['49492a00', '4d4d002a', '49492b00', '4d4d002b'];
/** Lengths of the DIB header in all versions of the format, bytes. */
const bitmapHeads = new Set([12, 16, 40, 52, 56, 64, 108, 124]);
const headLength = (bytes: Buffer) => (bytes.length >= 18 ? bytes.readUInt32LE(14) : 0);
const latin = (bytes: Buffer, from: number, to: number) => bytes.subarray(from, to).toString('latin1');

/** Types whose files all have a signature: a body of such a type without one is no document. */
const signedKinds = new Set(
  'pdf png jpg gif tif bmp webp heic zip doc xls ppt msg docx xlsx pptx rtf'.split(' '),
);

/** Resolves a shared container format: by its entries, else by content type, else by the link. */
function narrowed(extension: string, bytes: Buffer, contentType: string, link: string): string {
  const family = families[extension];
  if (!family) return extension;
  const inside = extension === 'zip' ? zipped(bytes) : compound.find(([name]) => bytes.includes(name))?.[1];
  const said = [inside, byType[contentType], extensionOf(link)];
  return said.find((one) => one !== undefined && family.includes(one)) ?? extension;
}

const families: Readonly<Record<string, readonly string[]>> = {
  zip: ['docx', 'xlsx', 'pptx', 'odt', 'ods', 'odp'],
  doc: ['xls', 'ppt', 'msg'],
  p7m: ['p7s'],
};
/** By the names of entries, and by the type that an OpenDocument file has as its first entry. */
function zipped(bytes: Buffer): string | undefined {
  const names = entryNames(bytes);
  if (names[0] === 'mimetype') return openDocuments.find(([type]) => bytes.includes(type))?.[1];
  return officeFolders.find(([folder]) => names.some((name) => name.startsWith(folder)))?.[1];
}

const officeFolders = [
  ['word/', 'docx'],
  ['xl/', 'xlsx'],
  ['ppt/', 'pptx'],
] as const;
const openDocuments = [
  ['opendocument.text', 'odt'],
  ['opendocument.spreadsheet', 'ods'],
  ['opendocument.presentation', 'odp'],
] as const;

/** The names in the local headers of a ZIP (APPNOTE.TXT, 4.3.7) that begin within these bytes. */
function entryNames(bytes: Buffer): string[] {
  const names: string[] = [];
  for (let at = 0; at >= 0 && at + 30 <= bytes.length; ) {
    if (!starts(bytes, '504b0304', at)) break;
    const [size, nameLength, extraLength] = [
      bytes.readUInt32LE(at + 18),
      bytes.readUInt16LE(at + 26),
      bytes.readUInt16LE(at + 28),
    ];
    names.push(latin(bytes, at + 30, at + 30 + nameLength));
    const content = at + 30 + nameLength + extraLength;
    // A length that stands behind the content is not known here (bit 3).
    const isUnknown = (bytes.readUInt16LE(at + 6) & 8) !== 0 && size === 0;
    at = isUnknown ? bytes.indexOf('504b0304', content, 'hex') : content + size;
  }
  return names;
}

/** Stream names in files of Outlook and of Office before 2007, in UTF-16. */
const compound = [
  [Buffer.from('__substg1.0_', 'utf16le'), 'msg'],
  [Buffer.from('__properties_version1.0', 'utf16le'), 'msg'],
  [Buffer.from('__nameid_version1.0', 'utf16le'), 'msg'],
  [Buffer.from('Workbook', 'utf16le'), 'xls'],
  [Buffer.from('PowerPoint Document', 'utf16le'), 'ppt'],
] as const;

const office = 'application/vnd.openxmlformats-officedocument';
const byType: Readonly<Record<string, string>> = {
  'application/pdf': 'pdf',
  'image/png': 'png',
  'image/jpeg': 'jpg',
  'image/gif': 'gif',
  'image/tiff': 'tif',
  'image/bmp': 'bmp',
  'image/webp': 'webp',
  'image/heic': 'heic',
  'application/xml': 'xml',
  'text/xml': 'xml',
  'application/json': 'json',
  'text/csv': 'csv',
  'text/plain': 'txt',
  'application/zip': 'zip',
  'application/rtf': 'rtf',
  'application/msword': 'doc',
  'application/vnd.ms-excel': 'xls',
  'application/vnd.ms-powerpoint': 'ppt',
  'application/vnd.ms-outlook': 'msg',
  'message/rfc822': 'eml',
  [`${office}.wordprocessingml.document`]: 'docx',
  [`${office}.spreadsheetml.sheet`]: 'xlsx',
  [`${office}.presentationml.presentation`]: 'pptx',
  'application/pkcs7-mime': 'p7m',
  'application/pkcs7-signature': 'p7s',
};
// Extensions that are documents, never programs.
const accepted = new Set([...Object.values(byType), 'odt', 'ods', 'odp', 'rar', '7z', 'gz', 'dwg', 'dxf']);

function extensionOf(link: string): string | undefined {
  const path = URL.parse(link)?.pathname ?? '';
  const extension = /\.([a-z0-9]{1,5})$/i.exec(path)?.[1]?.toLowerCase();
  if (extension === 'jpeg') return 'jpg';
  if (extension === 'tiff') return 'tif';
  return extension !== undefined && accepted.has(extension) ? extension : undefined;
}

/**
 * The extension of a text body by its beginning; undefined if it is no text. `text` lacks leading blanks and
 * declarations.
 */
function textExtension(bytes: Buffer, text: string): string | undefined {
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
function isPlainTable(bytes: Buffer, text: string): boolean {
  return isText(bytes) && isTable(text.slice(0, 2048).replaceAll(', ', ' '));
}

/** Only text control characters. */
function isText(bytes: Buffer): boolean {
  const hasControl = () =>
    bytes.some((byte) => byte < 9 || (byte > 13 && byte < 32 && byte !== 26 && byte !== 27));
  return isUtf16(bytes) || (isPlainText(bytes) && !hasControl());
}

import { constants, inflateRawSync } from 'node:zlib';
import {
  decodePDFRawStream,
  PDFArray,
  type PDFContext,
  PDFDict,
  type PDFDocument,
  PDFHexString,
  PDFName,
  PDFNumber,
  type PDFObject,
  PDFRawStream,
  PDFRef,
  PDFString,
} from '@cantoo/pdf-lib';
import type { UnpackBudget } from '../../lib/file-formats/unpack-budget.ts';
import { UnreadFileError } from '../../lib/file-formats/unread-file-error.ts';
import { loadPdf } from '../../lib/load-pdf.ts';

/** Nodes of a tree of names that are passed at most: a crafted one may be endless. */
const maxNodes = 10_000;
/** Where a file may stand in its specification, the best name first. */
const platforms = ['UF', 'F', 'Unix', 'Mac', 'DOS'];

/**
 * The files in a PDF, by the ids that pdf.js gives them. pdf.js itself unpacks a file of any size. Run it
 * only in a separate process.
 */
export class EmbeddedFiles {
  readonly #bytes: Uint8Array;
  #document: Promise<PDFDocument | undefined> | undefined;

  constructor(bytes: Uint8Array) {
    this.#bytes = bytes;
  }

  /** Rejects with `UnreadFileError`, and with arbitrary errors for a damaged PDF. */
  async read(id: string, budget: UnpackBudget): Promise<Buffer> {
    this.#document ??= loadPdf(this.#bytes, { password: '' });
    const document = await this.#document;
    if (!document) throw new UnreadFileError('too-large');
    const found = namedFile(document, id) ?? markedFile(document.context, id);
    const stream = found instanceof PDFDict ? contentOf(found) : found;
    if (!(stream instanceof PDFRawStream)) throw new UnreadFileError('damaged');
    return budget.take((maxBytes) => unpacked(stream, maxBytes));
  }
}

/** The specification of a file in the tree of names. */
function namedFile({ catalog, context }: PDFDocument, id: string): PDFObject | undefined {
  const names = catalog.lookup(PDFName.of('Names'));
  const nodes = names instanceof PDFDict ? [names.get(PDFName.of('EmbeddedFiles'))] : [];
  // The list grows while it is passed.
  for (const node of nodes) {
    const dict = context.lookup(node);
    if (!(dict instanceof PDFDict)) continue;
    const [own, kids] = [dict.lookup(PDFName.of('Names')), dict.lookup(PDFName.of('Kids'))];
    const entries = own instanceof PDFArray ? own.asArray() : [];
    const at = entries.findIndex((entry, index) => index % 2 === 0 && textOf(context.lookup(entry)) === id);
    if (at >= 0) return context.lookup(entries[at + 1]);
    if (kids instanceof PDFArray)
      nodes.push(...kids.asArray().slice(0, Math.max(0, maxNodes - nodes.length)));
  }
  return undefined;
}

/** By the byte order mark, which pdf-lib knows for UTF-16 alone, and only in pairs of bytes. */
const encodings = [
  { mark: 'feff', name: 'utf-16be', unit: 2 },
  { mark: 'fffe', name: 'utf-16le', unit: 2 },
  { mark: 'efbbbf', name: 'utf-8', unit: 1 },
];

/** A name as pdf.js decodes it for its id. */
function textOf(entry: PDFObject | undefined): string | undefined {
  if (!(entry instanceof PDFString || entry instanceof PDFHexString)) return undefined;
  const bytes = Buffer.from(entry.asBytes());
  const encoding = encodings.find(({ mark }) => bytes.toString('hex', 0, mark.length / 2) === mark);
  if (encoding) {
    const whole = bytes.length - (bytes.length % encoding.unit);
    return new TextDecoder(encoding.name).decode(bytes.subarray(0, whole));
  }
  // PDFDocEncoding leaves a few bytes undefined; a producer that writes UTF-8 without a mark has them.
  return [...entry.decodeText()]
    .map((letter, at) => (letter === '\ufffd' ? String.fromCharCode(bytes[at] ?? 0) : letter))
    .join('');
}

/** What a mark on a page refers to: a specification of a file, or its content. */
function markedFile(context: PDFContext, id: string): PDFObject | undefined {
  const [, object, generation] = /^attachmentRef:(\d{1,10})R(\d{0,5})(?:-\d+)?$/.exec(id) ?? [];
  return object === undefined ? undefined : context.lookup(PDFRef.of(Number(object), Number(generation)));
}

function contentOf(specification: PDFDict): PDFObject | undefined {
  const files = specification.lookup(PDFName.of('EF'));
  if (!(files instanceof PDFDict)) return undefined;
  const key = platforms.map((name) => PDFName.of(name)).find((name) => files.has(name));
  return key && files.lookup(key);
}

function unpacked({ dict, contents }: PDFRawStream, maxBytes: number): Buffer {
  let bytes = Buffer.from(contents);
  for (const [index, filter] of listOf(dict, 'Filter').entries()) {
    const name = filter instanceof PDFName ? filter.decodeText() : '';
    const parameters = listOf(dict, 'DecodeParms')[index];
    if (name === 'FlateDecode' && !hasPredictor(parameters)) bytes = inflated(bytes, maxBytes);
    else if (name === 'ASCII85Decode' || name === 'ASCIIHexDecode') bytes = fromLetters(name, bytes, dict);
    else throw new UnreadFileError('unsupported');
  }
  if (bytes.length > maxBytes) throw new UnreadFileError('too-large');
  return bytes;
}

/** Predictor 1 predicts nothing (ISO 32000-1, 7.4.4.4). */
function hasPredictor(parameters: PDFObject | undefined): boolean {
  const predictor = parameters instanceof PDFDict ? parameters.lookup(PDFName.of('Predictor')) : undefined;
  return predictor !== undefined && !(predictor instanceof PDFNumber && predictor.asNumber() === 1);
}

function listOf(dict: PDFDict, key: string): (PDFObject | undefined)[] {
  const found = dict.lookup(PDFName.of(key));
  if (found instanceof PDFArray) return found.asArray().map((one) => dict.context.lookup(one));
  return found === undefined ? [] : [found];
}

/** Behind the header of zlib (RFC 1950, 2.2); readers of PDFs ask for no checksum. */
function inflated(bytes: Uint8Array, maxBytes: number): Buffer<ArrayBuffer> {
  const [method = 0, flags = 0] = bytes;
  const isZlib = (method & 15) === 8 && (method * 256 + flags) % 31 === 0 && (flags & 32) === 0;
  if (!isZlib) throw new UnreadFileError('damaged');
  const options = { maxOutputLength: maxBytes, finishFlush: constants.Z_SYNC_FLUSH };
  return inflateRawSync(bytes.subarray(2), options);
}

/** A letter gives four bytes at most. */
function fromLetters(filter: string, bytes: Uint8Array, { context }: PDFDict): Buffer<ArrayBuffer> {
  const stream = PDFRawStream.of(context.obj({ Filter: filter }), bytes);
  return Buffer.from(decodePDFRawStream(stream).decode());
}

import { hash } from 'node:crypto';
import {
  PDFArray,
  type PDFContext,
  PDFDict,
  type PDFDocument,
  PDFInvalidObject,
  PDFName,
  PDFNull,
  type PDFObject,
  PDFPageLeaf,
  PDFRawStream,
  PDFRef,
  PDFStream,
} from '@cantoo/pdf-lib';
import type { AttachReason } from '../../../shared/model/delivery.ts';
import { isDeflated } from '../../lib/content-operators.ts';
import { isRareJpeg } from '../../lib/file-formats/jpeg-file.ts';
import { isPdf } from '../../lib/file-formats/pdf-mark.ts';
import { loadPdf } from '../../lib/load-pdf.ts';
import { openWithoutFollowingLinks } from '../../lib/open-without-following-links.ts';
import { hasCode, isLocked } from '../../lib/retry-while-locked.ts';
import { formAppearance } from './form-appearance.ts';
import { imageAsPdf, imageKind } from './image-pdf.ts';
import { inflate } from './inflate.ts';
import { MissingObjectFinder } from './missing-object-finder.ts';
import { pagesOf } from './page-tree.ts';

/** A document whose pages can be merged, or why it must be attached instead. */
export type OpenedPdf =
  | {
      kind: 'pdf';
      document: PDFDocument;
      pages: readonly PDFRef[];
      isSigned: boolean;
      /** Whether it was a picture, and has a single page now. */
      isPicture: boolean;
      /** Whether its bytes have the hash that was asked for. */
      hasHash: boolean;
    }
  | { kind: 'beside'; reason: AttachReason };

/** Larger files are attached: each document is read into memory completely. */
const maxFileBytes = 200 * 1_048_576;

/** Maximum decoded bytes of all page contents of a document: as many as a whole file may have. */
const maxUnpackedBytes = maxFileBytes;

/** The entry of a trailer that names the encryption (ISO 32000-1, 7.6.1). */
const encryption = /^\/Encrypt\s*(?:\d+\s+\d+\s+R|<<)/;

/**
 * Reads a PDF, JPEG or PNG from disk and checks that it is complete; never changes it. `sha256`, in hex, is
 * compared with that of its bytes.
 */
export async function openMergeablePdf(path: string, sha256?: string): Promise<OpenedPdf> {
  const bytes = await readBytes(path);
  if (typeof bytes === 'string') return { kind: 'beside', reason: bytes };
  const image = imageKind(bytes);
  if (!image && !isPdf(bytes)) return { kind: 'beside', reason: 'not-a-pdf' };
  if (image === 'jpeg' && isRareJpeg(bytes)) return { kind: 'beside', reason: 'rare-image' };
  const hasHash = sha256 !== undefined && hash('sha256', bytes) === sha256;
  try {
    const document = image ? await imageAsPdf(bytes, image) : await load(bytes);
    if (document === undefined) return { kind: 'beside', reason: 'too-large' };
    const { pages, contents } = wholePages(document);
    const form = formAppearance(document, pages);
    if (form.isDrawnByReader) return { kind: 'beside', reason: 'form' };
    if (!(await areUnpacked(contents))) return { kind: 'beside', reason: 'too-large' };
    return {
      kind: 'pdf',
      document,
      pages,
      isSigned: form.isSigned,
      isPicture: image !== undefined,
      hasHash,
    };
  } catch (error) {
    // The library throws many kinds of errors for broken files.
    return { kind: 'beside', reason: error instanceof Enciphered ? error.reason : 'damaged' };
  }
}

/**
 * A document that cannot be decrypted: it needs a password, or the library does not support its encryption.
 */
class Enciphered extends Error {
  readonly reason: 'encrypted' | 'protected';

  constructor(cause: unknown) {
    super('the paper cannot be deciphered', { cause });
    this.reason = cause instanceof Error && cause.message === 'NEEDS PASSWORD' ? 'encrypted' : 'protected';
  }
}

/** Whether the file names an encryption; not converted to text, which would double its memory. */
function namesEncryption(bytes: Uint8Array): boolean {
  const file = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  for (let at = file.indexOf('/Encrypt'); at >= 0; at = file.indexOf('/Encrypt', at + 1))
    if (encryption.test(textOf(file.subarray(at, at + 200)))) return true;
  return false;
}

function textOf(bytes: Uint8Array): string {
  return Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString('latin1');
}

async function readBytes(path: string): Promise<Uint8Array | AttachReason> {
  try {
    await using file = await openWithoutFollowingLinks(path);
    const { size } = await file.stat();
    if (size > maxFileBytes) return 'too-large';
    if (size === 0) return 'damaged';
    return await file.readFile();
  } catch (error) {
    if (hasCode(error, 'ENOENT', 'ENOTDIR', 'ELOOP', 'EFTYPE')) return 'gone';
    if (isLocked(error)) return 'locked';
    throw error;
  }
}

/**
 * Undefined for a document whose packed objects are too large. Throws for a damaged one, or one that needs a
 * password.
 */
async function load(bytes: Uint8Array): Promise<PDFDocument | undefined> {
  if (namesEncryption(bytes)) return loadDeciphered(bytes);
  const document = await loadPdf(bytes, { throwOnInvalidObject: true });
  if (document?.isEncrypted) throw new Enciphered('an encryption that the file does not name');
  return document;
}

/**
 * A document with only an owner password opens with an empty one (ISO 32000-1, 7.6.3.1). The library reads it
 * twice, first as it is: unreadable objects are then no damage.
 */
async function loadDeciphered(bytes: Uint8Array): Promise<PDFDocument | undefined> {
  const document = await loadPdf(bytes, { password: '' }).catch(async (error: unknown) => {
    const plain = await loadPdf(bytes, { throwOnInvalidObject: true }).catch(() => null);
    if (plain === undefined || (plain && hasPlainPages(plain))) return plain;
    throw new Enciphered(error);
  });
  for (const [ref, object] of document?.context.enumerateIndirectObjects() ?? [])
    if (object instanceof PDFInvalidObject && !isTable(object))
      throw new RangeError(`object ${ref.toString()} cannot be read`);
  return document;
}

/** Whether only attachments are encrypted: streams and strings are stored as they are (7.6.5). */
function hasPlainPages({ context }: PDFDocument): boolean {
  const encryptionDict = context.lookup(context.trailerInfo.Encrypt);
  if (!(encryptionDict instanceof PDFDict)) return false;
  return ['StmF', 'StrF'].every((key) => encryptionDict.lookup(PDFName.of(key)) === PDFName.of('Identity'));
}

/** Tables of objects are never encrypted (7.5.8.2), but the library decrypts them. */
function isTable(object: PDFInvalidObject): boolean {
  const written = new Uint8Array(object.sizeInBytes());
  object.copyBytesInto(written, 0);
  return /\/Type\s*\/XRef\b/.test(textOf(written.subarray(0, 4096)));
}

/**
 * The pages in order, and their contents, each once. Throws when a page lacks a needed object: the file is
 * truncated or damaged.
 */
function wholePages(document: PDFDocument): { pages: PDFRef[]; contents: Set<PDFRawStream> } {
  const { context } = document;
  const pages = pagesOf(document);
  const contents = new Set<PDFRawStream>();
  const missingObjects = new MissingObjectFinder(context);
  for (const ref of pages) {
    const page = context.lookup(ref);
    if (!(page instanceof PDFPageLeaf)) throw new RangeError('a page that is none');
    const own = contentsOf(page, context);
    for (const content of own) contents.add(content);
    mustResolve(document, page.getInheritableAttribute(PDFName.of('MediaBox')));
    if (missingObjects.isIncomplete(page, own))
      throw new RangeError(`page ${ref.toString()} misses an object that it is drawn with`);
  }
  return { pages, contents };
}

/**
 * A page's contents, still packed. A page without contents is blank, one with a missing content object is
 * broken.
 */
function contentsOf(page: PDFPageLeaf, context: PDFContext): PDFRawStream[] {
  const named = page.get(PDFName.of('Contents'));
  const resolved = context.lookup(named);
  if (named === undefined || resolved === PDFNull) return [];
  const streams = resolved instanceof PDFArray ? resolved.asArray() : [resolved];
  return streams.flatMap((part) => {
    const content = context.lookup(part);
    if (content === PDFNull) return [];
    if (!(content instanceof PDFStream)) throw new RangeError('a page lacks its content');
    // A page made here has unpacked contents.
    return content instanceof PDFRawStream ? [content] : [];
  });
}

/** Whether the contents, decoded in chunks, stay within the limit. Throws for a damaged one. */
async function areUnpacked(contents: Iterable<PDFRawStream>): Promise<boolean> {
  let bytes = 0;
  for (const content of contents) {
    // Some programs still name the filter on an emptied content.
    if (!isDeflated(content) || isBlank(content.contents)) continue;
    for await (const chunk of inflate([content.contents])) {
      bytes += chunk.length;
      if (bytes > maxUnpackedBytes) return false;
    }
  }
  return true;
}

function isBlank(bytes: Uint8Array): boolean {
  return bytes.length <= 2 && bytes.every((byte) => byte === 0x0a || byte === 0x0d || byte === 0x20);
}

function mustResolve(document: PDFDocument, object: PDFObject | undefined): void {
  if (object instanceof PDFRef && document.context.lookup(object) === undefined) {
    throw new RangeError(`object ${object.toString()} is not there`);
  }
}

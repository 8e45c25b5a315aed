import {
  EncryptedPDFError,
  PDFArray,
  PDFBool,
  PDFDict,
  PDFDocument,
  PDFName,
  PDFNumber,
  type PDFObject,
  PDFPageLeaf,
  PDFRawStream,
  PDFRef,
} from '@cantoo/pdf-lib';
import type { BesideReason } from '../../../shared/model/handover.ts';
import { openUnlinked } from '../../disk/index.ts';
import { withinBudget } from './decode-budget.ts';
import { imageAsPaper, imageKind } from './image-paper.ts';
import { unpacked } from './unpacked.ts';

/** A paper whose pages can be taken over, or why it has to stand beside the merged file. */
export type OpenedPaper =
  | { kind: 'paper'; document: PDFDocument; pages: readonly PDFRef[]; isSigned: boolean }
  | { kind: 'beside'; reason: BesideReason };

/** Larger files are put beside: one paper is read into memory as a whole. */
const largestPaper = 200 * 1_048_576;

/** What the contents of a paper's pages may have unpacked, all together, in bytes: no more than a paper itself. */
const mostUnpacked = largestPaper;

/** The entry of a trailer that names the encryption (ISO 32000-1, 7.6.1). */
const encryption = /^\/Encrypt\s*(?:\d+\s+\d+\s+R|<<)/;

/** Reads a PDF, JPEG or PNG from the disk and judges whether it is whole; never changes it. */
export async function openPaper(path: string): Promise<OpenedPaper> {
  const bytes = await readPaper(path);
  if (typeof bytes === 'string') return { kind: 'beside', reason: bytes };
  const image = imageKind(bytes);
  // A header may stand behind other bytes, but not far (ISO 32000-1, implementation notes).
  if (!image && !textOf(bytes.subarray(0, 1024)).includes('%PDF-')) {
    return { kind: 'beside', reason: 'not-a-pdf' };
  }
  try {
    const document = image ? await imageAsPaper(bytes, image) : await load(bytes);
    if (document === undefined) return { kind: 'beside', reason: 'too-large' };
    if (document.isEncrypted) return { kind: 'beside', reason: 'encrypted' };
    const form = formOf(document);
    if (form.isDrawnByReader) return { kind: 'beside', reason: 'form' };
    const { pages, contents } = wholePages(document);
    if (!(await areUnpacked(contents))) return { kind: 'beside', reason: 'too-large' };
    return { kind: 'paper', document, pages, isSigned: form.isSigned };
  } catch (thrown) {
    // The library throws errors of many kinds over broken files, and over what it cannot read because it is encrypted.
    const isEncrypted = thrown instanceof EncryptedPDFError || namesEncryption(bytes);
    return { kind: 'beside', reason: isEncrypted ? 'encrypted' : 'damaged' };
  }
}

/** Whether an encryption is named anywhere; the file is not made a text for that, which would hold it twice. */
function namesEncryption(bytes: Uint8Array): boolean {
  const file = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  for (let at = file.indexOf('/Encrypt'); at >= 0; at = file.indexOf('/Encrypt', at + 1))
    if (encryption.test(textOf(file.subarray(at, at + 200)))) return true;
  return false;
}

function textOf(bytes: Uint8Array): string {
  return Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString('latin1');
}

async function readPaper(path: string): Promise<Uint8Array | BesideReason> {
  try {
    await using file = await openUnlinked(path);
    const { size } = await file.stat();
    if (size > largestPaper) return 'too-large';
    if (size === 0) return 'damaged';
    return await file.readFile();
  } catch (thrown) {
    const code = thrown instanceof Error && 'code' in thrown ? thrown.code : undefined;
    if (code === 'ENOENT' || code === 'ENOTDIR' || code === 'ELOOP' || code === 'EFTYPE') return 'gone';
    if (code === 'EACCES' || code === 'EPERM' || code === 'EBUSY') return 'locked';
    throw thrown;
  }
}

/** Undefined for a paper whose packed objects are too large. */
function load(bytes: Uint8Array): Promise<PDFDocument | undefined> {
  return withinBudget(() =>
    PDFDocument.load(bytes, {
      ignoreEncryption: true,
      throwOnInvalidObject: true,
      updateMetadata: false,
      parseSpeed: Number.POSITIVE_INFINITY,
    }),
  );
}

/** The pages in their order, and their contents, each once. Throws when a page lacks what it is drawn from: then the file was cut or spoilt. */
function wholePages(document: PDFDocument): { pages: PDFRef[]; contents: Set<PDFRawStream> } {
  const { context } = document;
  const pages: PDFRef[] = [];
  const contents = new Set<PDFRawStream>();
  document.catalog.Pages().traverse((node, ref) => {
    if (!(node instanceof PDFPageLeaf)) return;
    pages.push(ref);
    const named = context.lookup(node.get(PDFName.of('Contents')));
    const parts = named instanceof PDFArray ? named.asArray() : [named];
    for (const part of parts) {
      const content = contentOf(part && context.lookup(part), node);
      if (content) contents.add(content);
    }
    for (const key of ['Resources', 'MediaBox'])
      mustResolve(document, node.getInheritableAttribute(PDFName.of(key)));
  });
  if (pages.length === 0) throw new RangeError('no pages');
  return { pages, contents };
}

/** A content as it is packed. A page without content is blank, one that names content which is not there is broken. */
function contentOf(part: PDFObject | undefined, page: PDFPageLeaf): PDFRawStream | undefined {
  if (part === undefined && page.get(PDFName.of('Contents')) !== undefined)
    throw new RangeError('a page lacks its content');
  return part instanceof PDFRawStream ? part : undefined;
}

/** Whether contents that are unpacked a piece at a time come to an end before they are too large. Throws for a damaged one. */
async function areUnpacked(contents: Iterable<PDFRawStream>): Promise<boolean> {
  let bytes = 0;
  for (const content of contents) {
    if (!isDeflated(content)) continue;
    for await (const piece of unpacked([content.contents])) {
      bytes += piece.length;
      if (bytes > mostUnpacked) return false;
    }
  }
  return true;
}

function isDeflated({ dict }: PDFRawStream): boolean {
  const filter = dict.lookup(PDFName.of('Filter'));
  return (
    filter === PDFName.of('FlateDecode') ||
    (filter instanceof PDFArray && filter.size() === 1 && filter.lookup(0) === PDFName.of('FlateDecode'))
  );
}

function mustResolve(document: PDFDocument, object: PDFObject | undefined): void {
  if (object instanceof PDFRef && document.context.lookup(object) === undefined) {
    throw new RangeError(`object ${object.toString()} is not there`);
  }
}

/** Forms whose fields are drawn by the reader show nothing once they stand in another file; signatures do not hold there. */
function formOf({ catalog, context }: PDFDocument): { isDrawnByReader: boolean; isSigned: boolean } {
  const form = context.lookup(catalog.get(PDFName.of('AcroForm')));
  if (!(form instanceof PDFDict)) return { isDrawnByReader: false, isSigned: false };
  const needsDrawing = form.lookup(PDFName.of('NeedAppearances'));
  const flags = form.lookup(PDFName.of('SigFlags'));
  return {
    isDrawnByReader: needsDrawing === PDFBool.True || form.lookup(PDFName.of('XFA')) !== undefined,
    isSigned: flags instanceof PDFNumber && (flags.asNumber() & 1) === 1,
  };
}

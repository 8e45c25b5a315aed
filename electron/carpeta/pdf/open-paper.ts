import { inflateSync } from 'node:zlib';
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
import { openUnlinked } from '../../open-unlinked.ts';
import { withinBudget } from './decode-budget.ts';
import { imageAsPaper, imageKind } from './image-paper.ts';

/** A paper whose pages can be taken over, or why it has to stand beside the merged file. */
export type OpenedPaper =
  | { kind: 'paper'; document: PDFDocument; pages: readonly PDFRef[]; isSigned: boolean }
  | { kind: 'beside'; reason: BesideReason };

/** Larger files are put beside: one paper is read into memory as a whole. */
const largestPaper = 200 * 1_048_576;

/** The entry of a trailer that names the encryption (ISO 32000-1, 7.6.1). */
const encryption = /\/Encrypt\s*(?:\d+\s+\d+\s+R|<<)/;

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
    return { kind: 'paper', document, pages: wholePages(document), isSigned: form.isSigned };
  } catch (thrown) {
    // The library throws errors of many kinds over broken files, and over what it cannot read because it is encrypted.
    const isEncrypted = thrown instanceof EncryptedPDFError || encryption.test(textOf(bytes));
    return { kind: 'beside', reason: isEncrypted ? 'encrypted' : 'damaged' };
  }
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

/** The pages in their order. Throws when one lacks what it is drawn from: then the file was cut or spoilt. */
function wholePages(document: PDFDocument): PDFRef[] {
  const { context } = document;
  const refs: PDFRef[] = [];
  document.catalog.Pages().traverse((node, ref) => {
    if (!(node instanceof PDFPageLeaf)) return;
    refs.push(ref);
    const contents = context.lookup(node.get(PDFName.of('Contents')));
    const parts = contents instanceof PDFArray ? contents.asArray() : [contents];
    for (const part of parts) checkContent(part && context.lookup(part), node);
    for (const key of ['Resources', 'MediaBox'])
      mustResolve(document, node.getInheritableAttribute(PDFName.of(key)));
  });
  if (refs.length === 0) throw new RangeError('no pages');
  return refs;
}

function checkContent(part: PDFObject | undefined, page: PDFPageLeaf): void {
  // A page without content is blank, one that names content which is not there is broken.
  if (part === undefined) {
    if (page.get(PDFName.of('Contents')) !== undefined) throw new RangeError('a page lacks its content');
    return;
  }
  if (!(part instanceof PDFRawStream)) return;
  const filter = part.dict.lookup(PDFName.of('Filter'));
  const isDeflated =
    filter === PDFName.of('FlateDecode') ||
    (filter instanceof PDFArray && filter.size() === 1 && filter.lookup(0) === PDFName.of('FlateDecode'));
  if (isDeflated) inflateSync(part.contents, { maxOutputLength: largestPaper });
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

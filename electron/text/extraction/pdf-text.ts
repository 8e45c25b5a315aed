import type { PDFDocumentProxy, PDFPageProxy } from 'pdfjs-dist';
import type { TextItem } from 'pdfjs-dist/types/src/display/api.js';
import type { UnreadReason } from '../../../shared/model/text-search.ts';
import { annotationTexts, hasPicture } from './annotation-texts.ts';
import type { AttachedFile } from './attached-file.ts';
import { isReadable, needsOcr } from './needs-ocr.ts';
import { measurePictureShare } from './painted-pictures.ts';
import { listPdfFiles } from './pdf-files.ts';
import { withPdf } from './with-pdf.ts';

/** The text of one page. */
interface PdfPageText {
  page: number;
  /** `''` where the page is unread. */
  text: string;
  /** Words beside the text: of notes, form fields, stamps and signatures; of a scan, its text layer, too. */
  beside: string;
  /** Why the page is unread: its text layer does not say all that it shows. */
  reason: UnreadReason | undefined;
  /** Nothing is written on the page: it may be empty. */
  isBlank: boolean;
}

interface PdfReading {
  /** The pages to read; all by default. */
  only?: readonly number[] | undefined;
  /**
   * Called after the pages, with their number, while the PDF is open. Listing its files passes all pages;
   * they are read when it is closed.
   */
  onEnd(pages: number, listFiles: () => Promise<readonly AttachedFile[]>): Promise<void>;
}

/**
 * Reads the text layer of a PDF page by page. Throws `EncryptedPdfError`, and arbitrary errors for a damaged
 * file, of which one without a page is one. Run it only in a separate process.
 */
export async function readPdfText(
  bytes: Uint8Array,
  onPage: (page: PdfPageText) => void,
  { only, onEnd }: PdfReading,
): Promise<void> {
  return withPdf(bytes, async (document) => {
    if (document.numPages === 0) throw new RangeError('the PDF has no page');
    for (let page = 1; page <= document.numPages; page++) {
      if (!only || only.includes(page)) onPage(await pageText(document, page));
    }
    await onEnd(document.numPages, () => listPdfFiles(document, bytes));
  });
}

/** A page that cannot be read has no text; one that is not in the file is damaged. The others have theirs. */
async function pageText(document: PDFDocumentProxy, number: number): Promise<PdfPageText> {
  const none = { page: number, text: '', beside: '', isBlank: false };
  let page: PDFPageProxy;
  try {
    page = await document.getPage(number);
  } catch {
    return { ...none, reason: 'damaged' };
  }
  try {
    const content = await page.getTextContent();
    const written = joinItems(content.items.filter((item) => 'str' in item));
    const isUnmapped = !isReadable(written);
    const beside = (await annotationTexts(page)).filter(isReadable).join('\n').trim();
    const own = isUnmapped ? '' : written.trim();
    // A form whose words are all in its fields is no scan.
    const isForm = own === '' && !isUnmapped && beside !== '' && !(await hasPicture(page));
    if (isForm) return { page: number, text: beside, beside: '', reason: undefined, isBlank: false };
    const reason = await needsOcr({ text: own, isUnmapped }, () => measurePictureShare(page));
    const isBlank = !isUnmapped && own === '' && beside === '';
    if (!reason) return { page: number, text: own, beside, reason, isBlank };
    return { page: number, text: '', beside: joinedTexts(own, beside), reason, isBlank };
  } catch {
    return { ...none, reason: 'no-text' };
  } finally {
    page.cleanup();
  }
}

/** The text of a page, and the words beside it. */
export function joinedTexts(text: string, beside: string): string {
  return [text, beside].filter((part) => part !== '').join('\n');
}

/** Items of a line that touch each other are one word; else a blank goes between. */
function joinItems(items: readonly TextItem[]): string {
  let text = '';
  let before: TextItem | undefined;
  for (const item of items) {
    if (before && !before.hasEOL && !isTouching(before, item)) text += ' ';
    text += item.str;
    if (item.hasEOL) text += '\n';
    before = item;
  }
  return text;
}

function isTouching(before: TextItem, item: TextItem): boolean {
  const [, , , , x0, y0]: readonly number[] = before.transform;
  const [, , , , x1, y1]: readonly number[] = item.transform;
  if (x0 === undefined || y0 === undefined || x1 === undefined || y1 === undefined) return false;
  const height = Math.max(before.height, item.height);
  return Math.abs(y1 - y0) < height / 4 && Math.abs(x1 - x0 - before.width) < height / 8;
}

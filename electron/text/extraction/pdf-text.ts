import type { PDFDocumentProxy, PDFPageProxy } from 'pdfjs-dist';
import type { TextItem } from 'pdfjs-dist/types/src/display/api.js';
import { isReadable } from './readable-text.ts';
import { withPdf } from './with-pdf.ts';

/** The text of one page; `isUnmapped` where its fonts do not say which letters they draw. */
interface PdfPageText {
  page: number;
  text: string;
  isUnmapped: boolean;
}

/**
 * Reads the text layer of a PDF page by page: all pages, or these. Returns how many pages it has. Throws
 * `EncryptedPdfError`, and arbitrary errors for a damaged file. Run it only in a separate process.
 */
export async function readPdfText(
  bytes: Uint8Array,
  onPage: (page: PdfPageText) => void,
  only?: readonly number[],
): Promise<number> {
  return withPdf(bytes, async (document) => {
    for (let page = 1; page <= document.numPages; page++) {
      if (!only || only.includes(page)) onPage(await pageText(document, page));
    }
    return document.numPages;
  });
}

/** A page that cannot be read has no text; the others have theirs. */
async function pageText(document: PDFDocumentProxy, number: number): Promise<PdfPageText> {
  let page: PDFPageProxy | undefined;
  try {
    page = await document.getPage(number);
    const content = await page.getTextContent();
    const written = joinItems(content.items.filter((item) => 'str' in item));
    const text = [written, ...(await annotationTexts(page))].join('\n').trim();
    const isUnmapped = !isReadable(text);
    return { page: number, text: isUnmapped ? '' : text, isUnmapped };
  } catch {
    return { page: number, text: '', isUnmapped: false };
  } finally {
    page?.cleanup();
  }
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

/** Values of form fields, and notes. */
async function annotationTexts(page: PDFPageProxy): Promise<string[]> {
  const annotations: readonly Record<string, unknown>[] = await page.getAnnotations();
  return annotations.flatMap((annotation) => {
    const { fieldValue, contentsObj, alternativeText } = annotation;
    const note = typeof contentsObj === 'object' && contentsObj !== null && 'str' in contentsObj;
    return [fieldValue, note ? contentsObj.str : undefined, alternativeText].filter(
      (text) => typeof text === 'string' && text !== '',
    ) as string[];
  });
}

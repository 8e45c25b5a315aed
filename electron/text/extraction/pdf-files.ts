import type { PDFDocumentProxy } from 'pdfjs-dist';
import type { AttachedFile } from './attached-file.ts';
import type { EmbeddedFiles } from './embedded-files.ts';

/**
 * The files in a PDF with these bytes: those that are embedded, then those that a mark on a page holds. They
 * can be read when the document is closed, too.
 */
export async function listPdfFiles(document: PDFDocumentProxy, bytes: Uint8Array): Promise<AttachedFile[]> {
  const names = new Map<string, string>();
  for (const [id, { filename }] of (await document.getAttachments()) ?? []) names.set(id, filename);
  for (const annotation of await annotationsWithFiles(document)) {
    const { fileId, file } = annotation as { fileId?: unknown; file?: { filename?: unknown } };
    if (typeof fileId === 'string') names.set(fileId, String(file?.filename ?? ''));
  }
  let files: Promise<EmbeddedFiles> | undefined;
  return [...names].map(([id, name]) => ({
    name,
    async read(budget) {
      files ??= openFiles(bytes);
      return (await files).read(id, budget);
    },
  }));
}

/** Loads the library that unpacks them, which costs as much as reading a dozen PDFs. */
async function openFiles(bytes: Uint8Array): Promise<EmbeddedFiles> {
  const { EmbeddedFiles: Files } = await import('./embedded-files.ts');
  return new Files(bytes);
}

/** The annotations that hold a file, of every page that can be read. */
async function annotationsWithFiles(document: PDFDocumentProxy): Promise<readonly unknown[]> {
  const { AnnotationType } = await import('pdfjs-dist/legacy/build/pdf.mjs');
  const type = AnnotationType.FILEATTACHMENT;
  try {
    return (await document.getAnnotationsByType(new Set([type]), new Set())) ?? [];
  } catch {
    // One page that cannot be read rejects for all.
    const found: unknown[] = [];
    for (let page = 1; page <= document.numPages; page++)
      found.push(...(await annotationsOf(document, page, type)));
    return found;
  }
}

async function annotationsOf(document: PDFDocumentProxy, number: number, type: number): Promise<unknown[]> {
  try {
    const page = await document.getPage(number);
    const annotations: readonly { annotationType?: unknown }[] = await page.getAnnotations();
    page.cleanup();
    return annotations.filter(({ annotationType }) => annotationType === type);
  } catch {
    return [];
  }
}

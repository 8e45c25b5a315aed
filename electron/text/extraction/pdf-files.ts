import type { PDFDocumentProxy } from 'pdfjs-dist';
import type { AttachedFile } from './attached-file.ts';

/** The files in a PDF: those that are embedded, then those that a mark on a page holds. */
export async function listPdfFiles(document: PDFDocumentProxy): Promise<AttachedFile[]> {
  const { AnnotationType } = await import('pdfjs-dist/legacy/build/pdf.mjs');
  const names = new Map<string, string>();
  for (const [id, { filename }] of (await document.getAttachments()) ?? []) names.set(id, filename);
  const marks: readonly unknown[] | null = await document.getAnnotationsByType(
    new Set([AnnotationType.FILEATTACHMENT]),
    new Set(),
  );
  for (const mark of marks ?? []) {
    const { fileId, file } = mark as { fileId?: unknown; file?: { filename?: unknown } };
    if (typeof fileId === 'string') names.set(fileId, String(file?.filename ?? ''));
  }
  return [...names].map(([id, name]) => ({
    name,
    async read() {
      const content = await document.getAttachmentContent(id);
      return content ? Buffer.from(content.buffer, content.byteOffset, content.byteLength) : undefined;
    },
  }));
}

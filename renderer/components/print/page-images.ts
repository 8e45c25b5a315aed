import type { PDFDocumentProxy } from 'pdfjs-dist';

/** Dots per inch of a printed page: text stays sharp, and a page takes some 300 kB. */
const printDpi = 150;
/** The unit of PDF. */
const pointsPerInch = 72;
const jpegQuality = 0.9;

/**
 * Draws the pages of a document as pictures, one at a time, and passes on the address of each. Landscape
 * pages are turned, as on paper. Stops when the signal aborts; the caller revokes the addresses.
 */
export async function drawPages(
  document: PDFDocumentProxy,
  onPage: (url: string) => void,
  signal: AbortSignal,
): Promise<void> {
  const canvas = window.document.createElement('canvas');
  for (let number = 1; number <= document.numPages && !signal.aborted; number++) {
    const page = await document.getPage(number);
    const plain = page.getViewport({ scale: printDpi / pointsPerInch });
    const isLandscape = plain.width > plain.height;
    const viewport = isLandscape
      ? page.getViewport({ scale: printDpi / pointsPerInch, rotation: (page.rotate + 90) % 360 })
      : plain;
    canvas.width = Math.floor(viewport.width);
    canvas.height = Math.floor(viewport.height);
    await page.render({ canvas, viewport, intent: 'print', background: '#ffffff' }).promise;
    const blob = await new Promise<Blob | null>((resolve) =>
      canvas.toBlob(resolve, 'image/jpeg', jpegQuality),
    );
    page.cleanup();
    if (!blob) throw new Error(`page ${number} cannot be drawn`);
    onPage(URL.createObjectURL(blob));
  }
}

import { GlobalWorkerOptions, PDFWorker } from 'pdfjs-dist';
import workerUrl from 'pdfjs-dist/build/pdf.worker.min.mjs?url';

GlobalWorkerOptions.workerSrc = workerUrl;

/** Those that read nothing, for the documents that come next. */
const spare: PDFWorker[] = [];
/** One for the document after this one, and one for a document that is left before it has put itself away. */
const maxSpare = 2;

/**
 * Has pdf.js read its script in a worker before there is a document: that takes longer than to draw a page.
 */
export function startWorkerAhead(): void {
  if (spare.length === 0) spare.push(new PDFWorker());
}

/**
 * A worker for one document alone: one that keeps its worker busy for ever holds up no other. It is given
 * back or destroyed.
 */
export function takeWorker(): PDFWorker {
  return spare.pop() ?? new PDFWorker();
}

/**
 * Keeps a worker that has put its document away, for another one: it has read its script, and has run what
 * documents need.
 */
export function giveWorkerBack(worker: PDFWorker): void {
  if (spare.length < maxSpare) spare.push(worker);
  else worker.destroy();
}

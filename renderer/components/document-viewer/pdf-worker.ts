import { GlobalWorkerOptions, PDFWorker } from 'pdfjs-dist';
import workerUrl from 'pdfjs-dist/build/pdf.worker.min.mjs?url';

GlobalWorkerOptions.workerSrc = workerUrl;

/** Idle workers, for the next documents. */
const spare: PDFWorker[] = [];
/** One for the next document, and one for a document that is left before it has closed. */
const maxSpare = 2;

/** Has pdf.js parse its script in a worker ahead of a document: that takes longer than rendering a page. */
export function startWorkerAhead(): void {
  if (spare.length === 0) spare.push(new PDFWorker());
}

/**
 * A worker for one document alone: a document that blocks its worker for ever blocks no other. It is given
 * back or destroyed.
 */
export function takeWorker(): PDFWorker {
  return spare.pop() ?? new PDFWorker();
}

/** Reuses a worker that has closed its document: its script is parsed and warm. */
export function giveWorkerBack(worker: PDFWorker): void {
  if (spare.length < maxSpare) spare.push(worker);
  else worker.destroy();
}

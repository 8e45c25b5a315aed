import { GlobalWorkerOptions, PDFWorker } from 'pdfjs-dist';
import workerUrl from 'pdfjs-dist/build/pdf.worker.min.mjs?url';

GlobalWorkerOptions.workerSrc = workerUrl;

/** Started for the paper that comes next. */
let ahead: PDFWorker | undefined;

/** Has pdf.js read its script in a worker before there is a paper: that takes longer than to draw a page. */
export function startWorkerAhead(): void {
  ahead ??= new PDFWorker();
}

/** The worker of one paper, to be ended with it: a paper that keeps its worker busy for ever holds up no other. */
export function takeWorker(): PDFWorker {
  const worker = ahead ?? new PDFWorker();
  ahead = undefined;
  return worker;
}

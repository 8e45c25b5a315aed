import { getDocument, PasswordException, type PDFDocumentProxy } from 'pdfjs-dist';
import { includeAnnotationText } from './annotation-text.ts';
import { giveWorkerBack, takeWorker } from './pdf-worker.ts';
import { includeRecognizedText, type RecognizedWordsOf } from './recognized-text.ts';

/** The state of a PDF that is opened; `giveUp` ends one that is open. */
export type OpenedPdf =
  | { kind: 'opening' }
  | { kind: 'open'; document: PDFDocumentProxy; giveUp: () => void }
  | { kind: 'too-heavy' }
  | { kind: 'locked' }
  | { kind: 'damaged' }
  | { kind: 'noPages' };

/** Timeout for opening a document and for rendering a page, in ms: a malicious one takes for ever. */
export const pdfTimeoutMs = 30_000;
/** Timeout for a worker to close its document, in ms. */
const closeTimeoutMs = 1_000;

/**
 * Opens a PDF in a worker of its own, which takes its bytes, and reports the result; returns the function
 * that closes it. `wordsOf` gives the words of its scanned pages.
 */
export function openPdf(
  data: Uint8Array<ArrayBuffer>,
  onOpened: (opened: OpenedPdf) => void,
  wordsOf?: RecognizedWordsOf,
): () => void {
  let isOver = false;
  let isOpen = false;
  const worker = takeWorker();
  const loading = getDocument({
    worker,
    data,
    BinaryDataFactory: PageBinaryData,
    cMapUrl: 'page/',
    cMapPacked: true,
    standardFontDataUrl: 'page/',
    wasmUrl: 'page/',
    useWorkerFetch: false,
    enableXfa: false,
    stopAtErrors: false,
  });
  const end = (opened: OpenedPdf) => {
    clearTimeout(timer);
    if (!isOver) onOpened(opened);
  };
  const giveUp = () => {
    end({ kind: 'too-heavy' });
    isOver = true;
    worker.destroy();
  };
  const timer = setTimeout(giveUp, pdfTimeoutMs);
  loading.promise.then(
    (document) => {
      isOpen = true;
      if (wordsOf) includeRecognizedText(document, wordsOf);
      includeAnnotationText(document);
      const show = () => end({ kind: 'open', document, giveUp });
      // Without a first page pdf.js waits for ever.
      if (document.numPages === 0) end({ kind: 'noPages' });
      else document.getPage(1).then(show, () => end({ kind: 'noPages' }));
    },
    (error: unknown) => end({ kind: error instanceof PasswordException ? 'locked' : 'damaged' }),
  );
  return () => {
    clearTimeout(timer);
    isOver = true;
    // A worker in an endless loop never receives the request to end.
    const closing = setTimeout(() => worker.destroy(), closeTimeoutMs);
    void loading.destroy().finally(() => {
      clearTimeout(closing);
      // A worker that was left while it opened a document may still reference it.
      if (isOpen && !worker.destroyed) giveWorkerBack(worker);
      else worker.destroy();
    });
  };
}

/**
 * Resources of pdf.js (standard fonts, character maps, image decoders) as modules: the page may fetch
 * nothing. Each loads with the first document that needs it.
 */
const resources = {
  standardFontDataUrl: () => import('./pdf-fonts.ts'),
  cMapUrl: () => import('./pdf-cmaps.ts'),
  wasmUrl: () => import('./pdf-decoders.ts'),
} as const;

/** Provides pdf.js with the binary data it requests. */
class PageBinaryData {
  async fetch({ kind, filename }: { kind: string; filename: string }): Promise<Uint8Array> {
    const load = isResource(kind) ? resources[kind] : undefined;
    const files = load ? (await load()).default : {};
    const url = Object.entries(files).find(([path]) => path.endsWith(`/${filename}`))?.[1];
    if (url === undefined) throw new Error(`the page has no ${kind} ${filename}`);
    return Uint8Array.fromBase64(url.slice(url.indexOf(',') + 1));
  }
}

function isResource(kind: string): kind is keyof typeof resources {
  return kind in resources;
}

import { fileURLToPath } from 'node:url';
import type { PDFDocumentProxy } from 'pdfjs-dist';
import { readWhole } from '../../lib/retry-while-locked.ts';

/** A PDF that needs a password. */
export class EncryptedPdfError extends Error {}

/** More pixels of one picture are not decoded: they would take all memory. */
export const maxImagePixels = 100_000_000;

/**
 * Opens a PDF with pdf.js for as long as `use` takes. Throws `EncryptedPdfError`, and arbitrary errors for a
 * damaged file. Run it only in a separate process.
 */
export async function withPdf<T>(
  bytes: Uint8Array,
  use: (document: PDFDocumentProxy) => Promise<T>,
): Promise<T> {
  const { getDocument } = await pdfjs();
  const loading = getDocument({
    // pdf.js takes the memory of what it gets.
    data: Uint8Array.from(bytes),
    verbosity: 0,
    BinaryDataFactory: PackageFiles,
    cMapUrl: 'maps/',
    cMapPacked: true,
    wasmUrl: 'decoders/',
    useWorkerFetch: false,
    useSystemFonts: false,
    disableFontFace: true,
    enableXfa: false,
    isOffscreenCanvasSupported: false,
    isImageDecoderSupported: false,
    maxImageSize: maxImagePixels,
    stopAtErrors: false,
  });
  try {
    const document = await loading.promise.catch((error: unknown) => {
      const isEncrypted = error instanceof Error && error.name === 'PasswordException';
      throw isEncrypted ? new EncryptedPdfError('the PDF needs a password', { cause: error }) : error;
    });
    return await use(document);
  } finally {
    await loading.destroy();
  }
}

/** Loads pdf.js and its worker into this thread: the process reads one document at a time. */
async function pdfjs(): Promise<typeof import('pdfjs-dist')> {
  // @ts-expect-error pdf.js declares no types for its worker
  const worker: unknown = await import('pdfjs-dist/legacy/build/pdf.worker.mjs');
  Object.assign(globalThis, { pdfjsWorker: worker });
  return import('pdfjs-dist/legacy/build/pdf.mjs');
}

/**
 * The character maps of Chinese, Japanese and Korean fonts, and the decoders of pictures, from the package or
 * beside the bundle.
 */
class PackageFiles {
  async fetch({ kind, filename }: { kind: string; filename: string }): Promise<Uint8Array> {
    if (kind === 'cMapUrl') return readFileOf(import.meta.resolve('pdfjs-dist/cmaps/'), filename);
    if (kind === 'wasmUrl') return readFileOf(import.meta.resolve('pdfjs-dist/wasm/'), filename);
    throw new Error(`no ${kind} is needed`);
  }
}

function readFileOf(folder: string, filename: string): Promise<Uint8Array> {
  return readWhole(fileURLToPath(new URL(filename, folder)));
}

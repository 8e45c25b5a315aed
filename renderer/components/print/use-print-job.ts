import type { PDFDocumentProxy } from 'pdfjs-dist';
import { useEffect, useEffectEvent, useState } from 'react';
import { AppError, toAppError } from '../../../shared/errors.ts';
import type { PreparedPrint } from '../../../shared/model/delivery.ts';
import type { OwnDispatch } from '../../../shared/model/dossier.ts';
import { maxPrintBytes } from '../../../shared/model/file-preview.ts';
import type { Rut } from '../../../shared/model/rut.ts';
import { invoke } from '../../ipc/invoke-hooks.ts';
import type { DeliverySelection } from '../document-actions/delivery-selection.ts';
import { openPdf } from '../document-viewer/open-pdf.ts';

/** How far a print job is. */
export type PrintState =
  | { kind: 'fetching' }
  /** Something of the selection cannot be printed, or it has several clients: a person goes on. */
  | { kind: 'ready'; goOn: () => void }
  | { kind: 'drawing'; drawn: number; of: number }
  /** The system was asked to print all pages; what its dialog and the printer did is not known. */
  | { kind: 'printed' }
  /** Nothing of the selection can be printed. */
  | { kind: 'nothing' }
  /** Only its program prints it: larger than `maxPrintBytes`, or it cannot be drawn. */
  | { kind: 'elsewhere' }
  | { kind: 'failed'; error: AppError };

/** Fetches, joins and draws documents, and asks the system to print them; ends when it unmounts. */
export function usePrintJob(selection: DeliverySelection) {
  const [state, setState] = useState<PrintState>({ kind: 'fetching' });
  const [prepared, setPrepared] = useState<PreparedPrint>();
  const [images, setImages] = useState<readonly string[]>([]);
  const [partial, setPartial] = useState<readonly OwnDispatch[]>([]);
  const [clients, setClients] = useState<readonly Rut[]>([]);
  const [{ attempt, withAllTypes }, setAttempt] = useState({ attempt: 1, withAllTypes: false });
  const run = useEffectEvent(async (jobId: string, signal: AbortSignal) => {
    try {
      const keys = selection.documents?.map(({ connectionId, id }) => ({ connectionId, id }));
      const documents = keys ?? [];
      const dispatches = keys ? [] : [...selection.dispatches];
      if (!keys) {
        const unknown = await invoke('dossier.incomplete', { scope: { dispatches } });
        if (signal.aborted) return;
        setPartial(unknown);
      }
      const request = { jobId, documents, dispatches, ...(withAllTypes && { withAllTypes }) };
      const result = await invoke('deliveries.preparePrint', request);
      // A failed query does not block the job.
      const ruts = await invoke('deliveries.clients', { documents, dispatches, deliveryIds: [] }).catch(
        () => [],
      );
      if (signal.aborted) return;
      setPrepared(result);
      setClients(ruts);
      if (result.printed === 0) setState({ kind: 'nothing' });
      else if (result.bytes > maxPrintBytes) setState({ kind: 'elsewhere' });
      else {
        if (ruts.length > 1 || result.unprinted.length > 0) await confirmed(result, setState);
        if (signal.aborted) return;
        const drawn = await drawAll(await readFile(jobId, result, signal), signal, setState);
        if (drawn && !signal.aborted) setImages(drawn);
      }
    } catch (error) {
      if (!signal.aborted) setState({ kind: 'failed', error: toAppError(error) });
    }
  });

  useEffect(() => {
    const ending = new AbortController();
    const jobId = `${attempt} ${crypto.randomUUID()}`;
    setState({ kind: 'fetching' });
    setPrepared(undefined);
    setImages([]);
    void run(jobId, ending.signal);
    return () => {
      ending.abort();
      invoke('deliveries.cancelPrint', { jobId }).catch(() => undefined);
    };
  }, [attempt]);
  useEffect(() => {
    if (images.length === 0) return;
    const ending = new AbortController();
    void printLoaded(ending.signal, setState);
    return () => ending.abort();
  }, [images]);
  return {
    state,
    prepared,
    images,
    partial,
    clients,
    /** Opens the system's dialog with the same pages. */
    printAgain: () => printLoaded(new AbortController().signal, setState),
    /** Begins anew, with what is stored by now. */
    restart: () => setAttempt((before) => ({ ...before, attempt: before.attempt + 1 })),
    /** Begins anew, with what the rules of clients leave out. */
    restartWithAllTypes: () => setAttempt((before) => ({ attempt: before.attempt + 1, withAllTypes: true })),
  };
}

/** Waits until the person goes on; for ever where the job ends before. */
async function confirmed({ pages }: PreparedPrint, onState: (state: PrintState) => void): Promise<void> {
  const { promise, resolve } = Promise.withResolvers<void>();
  onState({ kind: 'ready', goOn: resolve });
  await promise;
  // Reading the file takes a while.
  onState({ kind: 'drawing', drawn: 0, of: pages });
}

/** Reads the file of a prepared job, part by part. Rejects with `CANCELLED` when the signal aborts. */
async function readFile(
  jobId: string,
  { bytes }: PreparedPrint,
  signal: AbortSignal,
): Promise<Uint8Array<ArrayBuffer>> {
  const file = new Uint8Array(bytes);
  for (let begin = 0; begin < bytes; ) {
    const { base64 } = await invoke('deliveries.readPrint', { jobId, begin });
    const part = Uint8Array.fromBase64(base64);
    if (signal.aborted || part.length === 0) throw new AppError('CANCELLED', 'the file of the job is gone');
    file.set(part, begin);
    begin += part.length;
  }
  return file;
}

/**
 * Draws every page of a PDF and reports the progress. Returns the addresses of the pictures, or undefined
 * where only the document's program prints it. The addresses are revoked when the signal aborts.
 */
async function drawAll(
  file: Uint8Array<ArrayBuffer>,
  signal: AbortSignal,
  onState: (state: PrintState) => void,
): Promise<readonly string[] | undefined> {
  const drawn: string[] = [];
  const revokeAll = () => {
    for (const url of drawn) URL.revokeObjectURL(url);
  };
  signal.addEventListener('abort', revokeAll);
  const opened = Promise.withResolvers<Parameters<Parameters<typeof openPdf>[1]>[0]>();
  const close = openPdf(file, (pdf) => pdf.kind !== 'opening' && opened.resolve(pdf));
  try {
    const pdf = await opened.promise;
    if (pdf.kind !== 'open') {
      onState({ kind: 'elsewhere' });
      return undefined;
    }
    const of = pdf.document.numPages;
    onState({ kind: 'drawing', drawn: 0, of });
    const addPage = (url: string) => {
      drawn.push(url);
      onState({ kind: 'drawing', drawn: drawn.length, of });
    };
    await drawPages(pdf.document, addPage, signal);
    return drawn;
  } finally {
    close();
    // The page that was being drawn comes after the others were revoked.
    if (signal.aborted) revokeAll();
  }
}

/** Opens the system's print dialog once every page is decoded: one that is not stays white on paper. */
async function printLoaded(signal: AbortSignal, onState: (state: PrintState) => void): Promise<void> {
  const pages = [...document.querySelectorAll<HTMLImageElement>('[data-sheets] img')];
  await Promise.all(pages.map((page) => page.decode().catch(() => undefined)));
  if (signal.aborted) return;
  try {
    window.print();
    onState({ kind: 'printed' });
  } catch (error) {
    const refused = new AppError('PRINT_NOT_OPENED', 'the system did not begin to print', { cause: error });
    onState({ kind: 'failed', error: refused });
  }
}

/** Dots per inch of a printed page: text stays sharp, and a page takes some 300 kB. */
const printDpi = 150;
/** The unit of PDF. */
const pointsPerInch = 72;
const jpegQuality = 0.9;

/**
 * Draws the pages of a document as pictures, one at a time, and passes on the address of each. Landscape
 * pages are turned, as on paper. Stops when the signal aborts; the caller revokes the addresses.
 */
async function drawPages(
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

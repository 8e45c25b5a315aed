import { useEffect, useEffectEvent, useState } from 'react';
import type { AppError } from '../../../shared/errors.ts';
import { toAppError } from '../../../shared/errors.ts';
import type { PreparedPrint } from '../../../shared/model/delivery.ts';
import type { OwnDispatch } from '../../../shared/model/dossier.ts';
import { invoke } from '../../ipc/invoke-hooks.ts';
import { openPdf } from '../document-viewer/open-pdf.ts';
import type { DeliverySelection } from '../downloads-dialog/delivery-selection.ts';
import { drawPages } from './page-images.ts';

/** How far a print job is. */
export type PrintState =
  | { kind: 'fetching' }
  | { kind: 'drawing'; drawn: number; of: number }
  /** The system's dialog was opened with all pages. */
  | { kind: 'printed' }
  /** Nothing of the selection can be printed. */
  | { kind: 'nothing' }
  /** Only its program prints it: too large, or it cannot be drawn. */
  | { kind: 'elsewhere' }
  | { kind: 'failed'; error: AppError };

/** Fetches, joins and draws documents, and opens the system's print dialog; ends when it unmounts. */
export function usePrintJob(selection: DeliverySelection) {
  const [state, setState] = useState<PrintState>({ kind: 'fetching' });
  const [prepared, setPrepared] = useState<PreparedPrint>();
  const [images, setImages] = useState<readonly string[]>([]);
  const [partial, setPartial] = useState<readonly OwnDispatch[]>([]);
  const [attempt, setAttempt] = useState(1);
  const run = useEffectEvent(async (jobId: string, signal: AbortSignal) => {
    try {
      const { documents, dispatches } = selection;
      if (!documents) {
        const unknown = await invoke('carpeta.partial', { scope: { dispatches: [...dispatches] } });
        if (signal.aborted) return;
        setPartial(unknown);
      }
      const result = await invoke('handover.preparePrint', {
        jobId,
        documents: documents?.map(({ connectionId, id }) => ({ connectionId, id })) ?? [],
        dispatches: documents ? [] : [...dispatches],
      });
      if (signal.aborted) return;
      setPrepared(result);
      if (result.printed === 0) setState({ kind: 'nothing' });
      else if (result.base64 === '') setState({ kind: 'elsewhere' });
      else await draw(result, signal);
    } catch (error) {
      if (!signal.aborted) setState({ kind: 'failed', error: toAppError(error) });
    }
  });

  async function draw({ base64 }: PreparedPrint, signal: AbortSignal): Promise<void> {
    const drawn: string[] = [];
    const revokeAll = () => {
      for (const url of drawn) URL.revokeObjectURL(url);
    };
    signal.addEventListener('abort', revokeAll);
    const opened = Promise.withResolvers<Parameters<Parameters<typeof openPdf>[1]>[0]>();
    const close = openPdf(base64, (pdf) => pdf.kind !== 'opening' && opened.resolve(pdf));
    try {
      const pdf = await opened.promise;
      if (pdf.kind !== 'open') return setState({ kind: 'elsewhere' });
      const of = pdf.document.numPages;
      setState({ kind: 'drawing', drawn: 0, of });
      const addPage = (url: string) => {
        drawn.push(url);
        setState({ kind: 'drawing', drawn: drawn.length, of });
      };
      await drawPages(pdf.document, addPage, signal);
    } finally {
      close();
      // The page that was being drawn comes after the others were revoked.
      if (signal.aborted) revokeAll();
    }
    if (!signal.aborted) setImages(drawn);
    return undefined;
  }

  useEffect(() => {
    const ending = new AbortController();
    const jobId = `${attempt} ${crypto.randomUUID()}`;
    setState({ kind: 'fetching' });
    setImages([]);
    void run(jobId, ending.signal);
    return () => {
      ending.abort();
      invoke('handover.cancelPrint', { jobId }).catch(() => undefined);
    };
  }, [attempt]);
  useEffect(() => {
    if (images.length === 0) return;
    const ending = new AbortController();
    void printLoaded(ending.signal).then(() => !ending.signal.aborted && setState({ kind: 'printed' }));
    return () => ending.abort();
  }, [images]);
  return {
    ...{ state, prepared, images, partial },
    printAgain: () => window.print(),
    /** Begins anew, with what is stored by now. */
    restart: () => setAttempt((before) => before + 1),
  };
}

/** Opens the system's print dialog once every page is decoded: one that is not stays white on paper. */
async function printLoaded(signal: AbortSignal): Promise<void> {
  const pages = [...document.querySelectorAll<HTMLImageElement>('[data-sheets] img')];
  await Promise.all(pages.map((page) => page.decode().catch(() => undefined)));
  if (!signal.aborted) window.print();
}

import { AnnotationMode, getDocument, PasswordException, type PDFDocumentProxy } from 'pdfjs-dist';
import {
  EventBus,
  GenericL10n,
  PDFFindController,
  PDFLinkService,
  PDFViewer,
} from 'pdfjs-dist/web/pdf_viewer.mjs';
import { type ReactNode, type RefObject, useEffect, useImperativeHandle, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { type PaperHandle, type PaperState, steppedPercent } from './paper-handle.ts';
import { bytesOf, PageBinaryData } from './pdf-data.ts';
import { startWorkerAhead, takeWorker } from './pdf-worker.ts';
import { useTold } from './use-told.ts';
import styles from './viewer.module.css';

type Opened =
  | { kind: 'opening' }
  | { kind: 'open'; document: PDFDocumentProxy }
  | { kind: 'locked' }
  | { kind: 'damaged' };

interface Props {
  base64: string;
  name: string;
  handle: RefObject<PaperHandle | null>;
  scroller: RefObject<HTMLDivElement | null>;
  onState: (state: PaperState) => void;
  /** What can be done with a paper that is not shown. */
  otherwise: ReactNode;
}

/** A PDF: its pages one below the other, those in sight drawn. Loaded only when a paper is shown. */
export default function PdfPaper({ base64, otherwise, ...rest }: Props) {
  const { t } = useTranslation('viewer');
  const [opened, setOpened] = useState<Opened>({ kind: 'opening' });
  useEffect(() => {
    let isLeft = false;
    const worker = takeWorker();
    const loading = getDocument({
      worker,
      data: bytesOf(base64),
      BinaryDataFactory: PageBinaryData,
      cMapUrl: 'page/',
      cMapPacked: true,
      standardFontDataUrl: 'page/',
      wasmUrl: 'page/',
      useWorkerFetch: false,
      enableXfa: false,
      stopAtErrors: false,
    });
    loading.promise.then(
      (document) => !isLeft && setOpened({ kind: 'open', document }),
      (thrown: unknown) =>
        !isLeft && setOpened({ kind: thrown instanceof PasswordException ? 'locked' : 'damaged' }),
    );
    return () => {
      isLeft = true;
      void loading.destroy().finally(() => worker.destroy());
    };
  }, [base64]);
  if (opened.kind === 'opening') return <p className={styles.note}>{t('opening')}</p>;
  if (opened.kind === 'open') return <Pages document={opened.document} {...rest} />;
  return (
    <div className={styles.note} role="status">
      <p>{t(opened.kind)}</p>
      {otherwise}
    </div>
  );
}

/** Pixels that one canvas has at most, whatever the zoom: beyond it pdf.js draws the part in sight alone. */
const mostPixels = 4096 * 4096;

interface PagesProps extends Omit<Props, 'base64' | 'otherwise'> {
  document: PDFDocumentProxy;
}

function Pages({ document, name, handle, scroller, onState }: PagesProps) {
  const { t } = useTranslation('viewer');
  const pages = useRef<HTMLDivElement>(null);
  const shown = useRef<ShownPages>(undefined);
  const [state, setState] = useState<PaperState>({ abilities: [] });
  useEffect(() => {
    const container = scroller.current;
    const viewer = pages.current;
    if (!container || !viewer) return;
    const showing = showPages(document, { container, viewer }, (change) =>
      setState((now) => ({ ...now, ...change })),
    );
    shown.current = showing;
    return () => {
      shown.current = undefined;
      showing.stop();
    };
  }, [document, scroller]);
  const count = document.numPages;
  useEffect(() => {
    if (state.page === undefined) return;
    for (const page of pages.current?.querySelectorAll<HTMLElement>('[data-page-number]') ?? [])
      page.setAttribute('aria-label', t('pageOf', { number: page.dataset['pageNumber'] ?? '', name }));
  }, [state.page, name, t]);
  useImperativeHandle(handle, () => ({
    zoom: (act) => shown.current?.zoom(act),
    turn: () => shown.current?.turn(),
    find: (text, way) => shown.current?.find(text, way),
  }));
  useTold(onState, state);
  return <div ref={pages} className={`pdfViewer ${styles.pdf}`} data-pages={count} />;
}

interface ShownPages extends PaperHandle {
  stop(): void;
}

/** Has pdf.js show the pages of a document in a container, and tells what it is at. */
function showPages(
  document: PDFDocumentProxy,
  { container, viewer }: { container: HTMLDivElement; viewer: HTMLDivElement },
  onChange: (change: Partial<PaperState>) => void,
): ShownPages {
  const stopping = new AbortController();
  const eventBus = new EventBus();
  const linkService = new PDFLinkService({ eventBus });
  const findController = new PDFFindController({ linkService, eventBus, delay: 0 });
  const options = {
    ...{ container, viewer, eventBus, linkService, findController },
    // Given one, pdf.js leaves the naming of its pages, which it would do in English, to the page.
    l10n: new GenericL10n(undefined),
    abortSignal: stopping.signal,
    // What stands on the pages is drawn; forms and links are those of the paper's own program.
    annotationMode: AnnotationMode.ENABLE,
    maxCanvasPixels: mostPixels,
    enableAutoLinking: false,
    removePageBorders: true,
    supportsPinchToZoom: false,
  };
  const shown = new PDFViewer(options);
  linkService.setViewer(shown);
  const { signal } = stopping;
  const on = (name: string, heard: (event: unknown) => void) => eventBus.on(name, heard, { signal });
  const tellPage = () => onChange({ page: { number: shown.currentPageNumber, of: document.numPages } });
  on('pagesinit', () => {
    shown.currentScaleValue = 'auto';
    onChange({ abilities: ['zoom', 'turn', 'find'] });
    tellPage();
  });
  on('pagechanging', tellPage);
  eventBus.on('pagerendered', startWorkerAhead, { signal, once: true });
  on('scalechanging', () => onChange({ percent: Math.round(shown.currentScale * 100) }));
  for (const name of ['updatefindmatchescount', 'updatefindcontrolstate'])
    on(name, (event) => {
      const found = matchesOf(event);
      if (found) onChange({ found });
    });
  shown.setDocument(document);
  linkService.setDocument(document, null);
  return {
    zoom(act) {
      if (act === 'width' || act === 'page') shown.currentScaleValue = `page-${act === 'page' ? 'fit' : act}`;
      else shown.currentScale = steppedPercent(shown.currentScale * 100, act) / 100;
    },
    turn() {
      shown.pagesRotation = (shown.pagesRotation + 90) % 360;
    },
    find(query, way) {
      if (query === '') {
        eventBus.dispatch('findbarclose', { source: undefined });
        onChange({ found: { at: 0, of: 0 } });
        return;
      }
      eventBus.dispatch('find', {
        ...{ source: undefined, type: way === 'typed' ? '' : 'again', query, caseSensitive: false },
        ...{
          entireWord: false,
          highlightAll: true,
          findPrevious: way === 'previous',
          matchDiacritics: false,
        },
      });
    },
    stop() {
      stopping.abort();
      linkService.setDocument(null, null);
      shown.setDocument(null);
    },
  };
}

/** How many places pdf.js has found so far, and at which one it is. */
function matchesOf(event: unknown): PaperState['found'] {
  if (typeof event !== 'object' || event === null || !('matchesCount' in event)) return undefined;
  const { matchesCount } = event;
  if (typeof matchesCount !== 'object' || matchesCount === null) return undefined;
  if (!('current' in matchesCount) || !('total' in matchesCount)) return undefined;
  return { at: Number(matchesCount.current), of: Number(matchesCount.total) };
}

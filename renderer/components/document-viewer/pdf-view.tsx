import { AnnotationMode, getDocument, PasswordException, type PDFDocumentProxy } from 'pdfjs-dist';
import {
  EventBus,
  GenericL10n,
  PDFFindController,
  PDFLinkService,
  PDFViewer,
  RenderingStates,
} from 'pdfjs-dist/web/pdf_viewer.mjs';
import { type ReactNode, type RefObject, useEffect, useImperativeHandle, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { AppError } from '../../../shared/errors.ts';
import { ErrorMessage } from '../../ui/error-message/error-message.tsx';
import { includeAnnotationText } from './annotation-text.ts';
import { giveWorkerBack, startWorkerAhead, takeWorker } from './pdf-worker.ts';
import { useReportState } from './use-report-state.ts';
import { steppedPercent, type ViewHandle, type ViewState } from './view-handle.ts';
import styles from './viewer.module.css';

type Opened =
  | { kind: 'opening' }
  | { kind: 'open'; document: PDFDocumentProxy; giveUp: () => void }
  | { kind: 'too-heavy' }
  | { kind: 'locked' }
  | { kind: 'damaged' }
  | { kind: 'noPages' };

interface Props {
  base64: string;
  name: string;
  handle: RefObject<ViewHandle | null>;
  scroller: RefObject<HTMLDivElement | null>;
  onState: (state: ViewState) => void;
  /** Shown for a document that cannot be displayed. */
  otherwise: ReactNode;
}

/** Timeout for opening a document and for rendering a page, in ms: a malicious one takes for ever. */
const timeoutMs = 30_000;
/** Timeout for a worker to close its document, in ms. */
const leavingMs = 1_000;

/** A PDF: its pages in one column, the visible ones rendered. Loaded when the first document is shown. */
export default function PdfView({ base64, otherwise, ...rest }: Props) {
  const { t } = useTranslation('viewer');
  const [opened, setOpened] = useState<Opened>({ kind: 'opening' });
  useEffect(() => {
    let isOver = false;
    let isOpen = false;
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
    const end = (how: Opened) => {
      clearTimeout(waiting);
      if (!isOver) setOpened(how);
    };
    const giveUp = () => {
      end({ kind: 'too-heavy' });
      isOver = true;
      worker.destroy();
    };
    const waiting = setTimeout(giveUp, timeoutMs);
    loading.promise.then(
      (document) => {
        isOpen = true;
        includeAnnotationText(document);
        const show = () => end({ kind: 'open', document, giveUp });
        // Without a first page pdf.js waits for ever.
        if (document.numPages === 0) end({ kind: 'noPages' });
        else document.getPage(1).then(show, () => end({ kind: 'noPages' }));
      },
      (error: unknown) => end({ kind: error instanceof PasswordException ? 'locked' : 'damaged' }),
    );
    return () => {
      clearTimeout(waiting);
      isOver = true;
      // A worker in an endless loop never receives the request to end.
      const leaving = setTimeout(() => worker.destroy(), leavingMs);
      void loading.destroy().finally(() => {
        clearTimeout(leaving);
        // A worker that was left while it opened a document may still reference it.
        if (isOpen && !worker.destroyed) giveWorkerBack(worker);
        else worker.destroy();
      });
    };
  }, [base64]);
  if (opened.kind === 'opening') return <p className={styles.note}>{t('opening')}</p>;
  if (opened.kind === 'open') return <Pages document={opened.document} onStuck={opened.giveUp} {...rest} />;
  if (opened.kind === 'too-heavy') {
    return (
      <div className={styles.note}>
        <ErrorMessage error={tooHeavy}>{otherwise}</ErrorMessage>
      </div>
    );
  }
  return (
    <div className={styles.note} role="status">
      <p>{t(opened.kind)}</p>
      {otherwise}
    </div>
  );
}

const tooHeavy = new AppError('PAPER_TOO_HEAVY', 'the paper takes too much time');

/** Maximum pixels of one canvas at any zoom: beyond it pdf.js renders only the visible part. */
const maxPixels = 4096 * 4096;

/**
 * The icon of a note without a picture of its own. pdf.js appends a file name; the address ends before it.
 */
const noteIcon = `data:image/svg+xml,${encodeURIComponent(
  '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 20 20"><path d="M2 2h16v12H9l-4 4v-4H2z" fill="#ffe27a" stroke="#7a6200" stroke-width="1.4"/><path d="M5 6h10M5 10h7" stroke="#7a6200" stroke-width="1.2"/></svg>',
)}#`;

interface PagesProps extends Omit<Props, 'base64' | 'otherwise'> {
  document: PDFDocumentProxy;
  /** Called when a page is not rendered in time. */
  onStuck: () => void;
}

function Pages({ document, name, handle, scroller, onState, onStuck }: PagesProps) {
  const { t } = useTranslation('viewer');
  const pages = useRef<HTMLDivElement>(null);
  const shown = useRef<ShownPages>(undefined);
  const [state, setState] = useState<ViewState>({ abilities: [] });
  /** The document whose pages exist. */
  const [made, setMade] = useState<PDFDocumentProxy>();
  useEffect(() => {
    const container = scroller.current;
    const viewer = pages.current;
    if (!container || !viewer) return;
    const showing = showPages(document, { container, viewer }, (change) =>
      setState((now) => ({ ...now, ...change })),
    );
    const stopWatching = watchDrawing(showing.pages, onStuck);
    showing.pages.eventBus.on('pagesinit', () => setMade(document), { once: true });
    shown.current = showing;
    return () => {
      shown.current = undefined;
      stopWatching();
      showing.stop();
    };
  }, [document, scroller, onStuck]);
  const count = document.numPages;
  useEffect(() => {
    if (made !== document) return;
    for (const page of pages.current?.querySelectorAll<HTMLElement>('[data-page-number]') ?? [])
      page.setAttribute('aria-label', t('pageOf', { number: page.dataset['pageNumber'] ?? '', name }));
  }, [made, document, name, t]);
  useImperativeHandle(handle, () => ({
    zoom: (action) => shown.current?.zoom(action),
    turn: () => shown.current?.turn(),
    find: (text, way) => shown.current?.find(text, way),
  }));
  useReportState(onState, state);
  return <div ref={pages} className={`pdfViewer ${styles.pdf}`} data-pages={count} />;
}

interface ShownPages extends ViewHandle {
  pages: PDFViewer;
  stop(): void;
}

/** Calls `onStuck` if a page that is being rendered makes no progress in time; returns a stop function. */
function watchDrawing(pages: PDFViewer, onStuck: () => void): () => void {
  let watch: ReturnType<typeof setTimeout> | undefined;
  const isDrawing = () =>
    Array.from({ length: pages.pagesCount }, (_, index) => pages.getPageView(index)).some(
      (page) => page?.renderingState === RenderingStates.RUNNING,
    );
  const look = () => {
    if (isDrawing()) onStuck();
  };
  const attend = () => {
    clearTimeout(watch);
    watch = setTimeout(look, timeoutMs);
  };
  const events = ['pagerender', 'pagerendered'];
  for (const name of events) pages.eventBus.on(name, attend);
  return () => {
    clearTimeout(watch);
    for (const name of events) pages.eventBus.off(name, attend);
  };
}

/** Has pdf.js show the pages of a document in a container, and reports its state. */
function showPages(
  document: PDFDocumentProxy,
  { container, viewer }: { container: HTMLDivElement; viewer: HTMLDivElement },
  onChange: (change: Partial<ViewState>) => void,
): ShownPages {
  const stopping = new AbortController();
  const eventBus = new EventBus();
  const linkService = new PDFLinkService({ eventBus });
  const findController = new PDFFindController({ linkService, eventBus, delay: 0 });
  const options = {
    ...{ container, viewer, eventBus, linkService, findController },
    // With an own instance, pdf.js does not label its pages in English; the page does.
    l10n: new GenericL10n(undefined),
    abortSignal: stopping.signal,
    imageResourcesPath: noteIcon,
    // Annotations are drawn; forms and links work only in the document's own program.
    annotationMode: AnnotationMode.ENABLE,
    maxCanvasPixels: maxPixels,
    enableAutoLinking: false,
    removePageBorders: true,
    supportsPinchToZoom: false,
  };
  const shown = new PDFViewer(options);
  linkService.setViewer(shown);
  const { signal } = stopping;
  const on = (name: string, heard: (event: unknown) => void) => eventBus.on(name, heard, { signal });
  const reportPage = () => onChange({ page: { number: shown.currentPageNumber, of: document.numPages } });
  on('pagesinit', () => {
    shown.currentScaleValue = 'auto';
    onChange({ abilities: ['zoom', 'turn', 'find'] });
    reportPage();
  });
  on('pagechanging', reportPage);
  // When idle: the worker's script takes as long to parse as a page to render.
  const startAhead = () => requestIdleCallback(startWorkerAhead);
  eventBus.on('pagerendered', startAhead, { signal, once: true });
  on('scalechanging', () => onChange({ percent: Math.round(shown.currentScale * 100) }));
  // Searched a page at a time: "not found" holds only after all of them.
  const searched = () => ({
    pages: findController.pageMatches?.filter((matches) => matches !== undefined).length ?? 0,
    of: document.numPages,
  });
  for (const name of ['updatefindmatchescount', 'updatefindcontrolstate'])
    on(name, (event) => {
      const found = matchesOf(event);
      if (!found) return;
      const isOver = found.of > 0 || isNotFound(event);
      onChange(isOver ? { found, searched: undefined } : { found: undefined, searched: searched() });
    });
  shown.setDocument(document);
  linkService.setDocument(document, null);
  return {
    pages: shown,
    zoom(action) {
      if (action === 'width' || action === 'page')
        shown.currentScaleValue = `page-${action === 'page' ? 'fit' : action}`;
      else shown.currentScale = steppedPercent(shown.currentScale * 100, action) / 100;
    },
    turn() {
      shown.pagesRotation = (shown.pagesRotation + 90) % 360;
    },
    find(query, way) {
      if (query === '') {
        eventBus.dispatch('findbarclose', { source: undefined });
        onChange({ found: { at: 0, of: 0 }, searched: undefined });
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

/** The value that pdf.js reports after searching every page without a match (its `FindState`). */
const notFound = 1;

function isNotFound(event: unknown): boolean {
  return typeof event === 'object' && event !== null && 'state' in event && event.state === notFound;
}

/** The number of matches that pdf.js has found so far, and the current one. */
function matchesOf(event: unknown): ViewState['found'] {
  if (typeof event !== 'object' || event === null || !('matchesCount' in event)) return undefined;
  const { matchesCount } = event;
  if (typeof matchesCount !== 'object' || matchesCount === null) return undefined;
  if (!('current' in matchesCount) || !('total' in matchesCount)) return undefined;
  return { at: Number(matchesCount.current), of: Number(matchesCount.total) };
}

/**
 * Resources of pdf.js (standard fonts, character maps, image decoders) as modules: the page may fetch
 * nothing. Each loads with the first document that needs it.
 */
const parts = {
  standardFontDataUrl: () => import('./pdf-fonts.ts'),
  cMapUrl: () => import('./pdf-cmaps.ts'),
  wasmUrl: () => import('./pdf-decoders.ts'),
} as const;

/** Provides pdf.js with the binary data it requests. */
class PageBinaryData {
  async fetch({ kind, filename }: { kind: string; filename: string }): Promise<Uint8Array> {
    const load = isPart(kind) ? parts[kind] : undefined;
    const files = load ? (await load()).default : {};
    const url = Object.entries(files).find(([path]) => path.endsWith(`/${filename}`))?.[1];
    if (url === undefined) throw new Error(`the page has no ${kind} ${filename}`);
    return bytesOf(url.slice(url.indexOf(',') + 1));
  }
}

function isPart(kind: string): kind is keyof typeof parts {
  return kind in parts;
}

/** Decodes base64. */
function bytesOf(base64: string): Uint8Array<ArrayBuffer> {
  return Uint8Array.fromBase64(base64);
}

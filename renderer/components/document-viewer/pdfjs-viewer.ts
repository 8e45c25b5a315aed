import { AnnotationMode, type PDFDocumentProxy } from 'pdfjs-dist';
import {
  EventBus,
  GenericL10n,
  PDFLinkService,
  PDFViewer,
  RenderingStates,
} from 'pdfjs-dist/web/pdf_viewer.mjs';
import { pdfTimeoutMs } from './open-pdf.ts';
import { PageFirstSearch } from './page-first-search.ts';
import { startWorkerAhead } from './pdf-worker.ts';
import type { FindText, FindWay, ViewHandle, ViewState } from './view-handle.ts';
import { steppedPercent, type ZoomAction } from './zoom-steps.ts';

/** Pages that are searched in their order even if the search begins behind them: they take no second. */
const maxPagesBefore = 20;
/** Minimum time between two reports of the pages searched, ms: each draws the window anew. */
const reportIntervalMs = 250;
/** Maximum pixels of one canvas at any zoom: beyond it pdf.js renders only the visible part. */
const maxPixels = 4096 * 4096;

/**
 * The icon of a note without a picture of its own. pdf.js appends a file name; the address ends before it.
 */
const noteIcon = `data:image/svg+xml,${encodeURIComponent(
  '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 20 20"><path d="M2 2h16v12H9l-4 4v-4H2z" fill="#ffe27a" stroke="#7a6200" stroke-width="1.4"/><path d="M5 6h10M5 10h7" stroke="#7a6200" stroke-width="1.2"/></svg>',
)}#`;

/** The elements of pdf.js: the scrolling one, and the one of the pages in it. */
interface PdfElements {
  container: HTMLDivElement;
  viewer: HTMLDivElement;
}

/** The pages of a document that pdf.js shows, and reports the state of, until they are stopped. */
export class PdfJsViewer implements ViewHandle {
  readonly viewer: PDFViewer;
  readonly #document: PDFDocumentProxy;
  readonly #onChange: (change: Partial<ViewState>) => void;
  readonly #stopping = new AbortController();
  readonly #eventBus = new EventBus();
  readonly #linkService = new PDFLinkService({ eventBus: this.#eventBus });
  readonly #search = new PageFirstSearch({ linkService: this.#linkService, eventBus: this.#eventBus });

  #query: object = {};
  /** Steps asked for before all pages are searched; undefined unless the search began with one page alone. */
  #steps: FindWay[] | undefined;

  constructor(
    document: PDFDocumentProxy,
    elements: PdfElements,
    onChange: (change: Partial<ViewState>) => void,
  ) {
    this.#document = document;
    this.#onChange = onChange;
    this.viewer = this.#createViewer(elements);
    this.#linkService.setViewer(this.viewer);
    this.#reportPages();
    this.#reportMatches();
    this.viewer.setDocument(document);
    this.#linkService.setDocument(document, null);
  }

  #createViewer({ container, viewer }: PdfElements): PDFViewer {
    const options = {
      container,
      viewer,
      eventBus: this.#eventBus,
      linkService: this.#linkService,
      findController: this.#search,
      // With an own instance, pdf.js does not label its pages in English; the page does.
      l10n: new GenericL10n(undefined),
      abortSignal: this.#stopping.signal,
      imageResourcesPath: noteIcon,
      // Annotations are drawn; forms and links work only in the document's own program.
      annotationMode: AnnotationMode.ENABLE,
      maxCanvasPixels: maxPixels,
      enableAutoLinking: false,
      removePageBorders: true,
      supportsPinchToZoom: false,
    };
    return new PDFViewer(options);
  }

  #on(name: string, listener: (event: unknown) => void): void {
    this.#eventBus.on(name, listener, { signal: this.#stopping.signal });
  }

  #reportPages(): void {
    const { viewer } = this;
    const reportPage = () =>
      this.#onChange({ page: { number: viewer.currentPageNumber, of: this.#document.numPages } });
    this.#on('pagesinit', () => {
      viewer.currentScaleValue = 'auto';
      this.#onChange({ abilities: ['zoom', 'turn', 'find'] });
      reportPage();
    });
    this.#on('pagechanging', reportPage);
    // When idle: the worker's script takes as long to parse as a page to render.
    const startAhead = () => requestIdleCallback(startWorkerAhead);
    this.#eventBus.on('pagerendered', startAhead, { signal: this.#stopping.signal, once: true });
    this.#on('scalechanging', () => this.#onChange({ percent: Math.round(viewer.currentScale * 100) }));
  }

  #reportMatches(): void {
    // Searched a page at a time: "not found" holds only after all of them.
    const searched = () => ({
      pages: this.#search.pageMatches?.filter((matches) => matches !== undefined).length ?? 0,
      of: this.#document.numPages,
    });
    for (const name of ['updatefindmatchescount', 'updatefindcontrolstate'])
      this.#on(name, (event) => {
        const found = matchesOf(event);
        if (!found) return;
        if (this.#search.isPartial) {
          if (isDecided(event)) void this.#searchOthers();
          return;
        }
        const isOver = found.of > 0 || isNotFound(event);
        // After a page alone, every page was read: the number stays until the matches are counted.
        const isRead = !isOver && this.#steps !== undefined;
        if (isDecided(event)) this.#takeNextStep();
        if (isRead) return;
        this.#onChange(isOver ? { found, searched: undefined } : { found: undefined, searched: searched() });
      });
  }

  zoom(action: ZoomAction): void {
    if (action === 'width' || action === 'page')
      this.viewer.currentScaleValue = `page-${action === 'page' ? 'fit' : action}`;
    else this.viewer.currentScale = steppedPercent(this.viewer.currentScale * 100, action) / 100;
  }

  turn(): void {
    this.viewer.pagesRotation = (this.viewer.pagesRotation + 90) % 360;
  }

  find(query: FindText, way: FindWay, page?: number): void {
    // A step now would end the reading, and the mark with it.
    if (way !== 'typed' && this.#steps) {
      this.#steps.push(way);
      return;
    }
    this.#steps = undefined;
    // pdf.js searches from the current page on.
    if (page !== undefined && page <= this.#document.numPages) this.viewer.currentPageNumber = page;
    if (query === '') {
      this.#search.begin(undefined);
      this.#eventBus.dispatch('findbarclose', { source: undefined });
      this.#onChange({ found: { at: 0, of: 0 }, searched: undefined });
      return;
    }
    const isFar = page !== undefined && page > maxPagesBefore && page <= this.#document.numPages;
    this.#search.begin(isFar ? page : undefined);
    if (isFar) this.#steps = [];
    this.#query = {
      source: undefined,
      query,
      caseSensitive: false,
      entireWord: typeof query !== 'string',
      highlightAll: true,
      matchDiacritics: false,
    };
    this.#dispatchFind(way);
  }

  #dispatchFind(way: FindWay): void {
    const type = way === 'typed' ? '' : 'again';
    this.#eventBus.dispatch('find', { ...this.#query, type, findPrevious: way === 'previous' });
  }

  /** Called when pdf.js has searched all pages for the current match: makes the next step asked for. */
  #takeNextStep(): void {
    const way = this.#steps?.shift();
    if (!way) {
      this.#steps = undefined;
      return;
    }
    // pdf.js reports the match before it shows it.
    queueMicrotask(() => {
      this.#search.begin(undefined);
      this.#dispatchFind(way);
    });
  }

  /** The page that a search began with is marked: reads the others, and searches all. */
  async #searchOthers(): Promise<void> {
    const of = this.#document.numPages;
    let reportedAt = Number.NEGATIVE_INFINITY;
    const onPages = (pages: number) => {
      const now = performance.now();
      if (now - reportedAt < reportIntervalMs) return;
      reportedAt = now;
      this.#onChange({ found: undefined, searched: { pages, of } });
    };
    if (await this.#search.readOthers(onPages)) this.#dispatchFind('typed');
  }

  stop(): void {
    this.#stopping.abort();
    this.#linkService.setDocument(null, null);
    this.viewer.setDocument(null);
  }
}

/** Calls `onStuck` if a page that is being rendered makes no progress in time; returns a stop function. */
export function watchDrawing(pages: PDFViewer, onStuck: () => void): () => void {
  let watch: ReturnType<typeof setTimeout> | undefined;
  const isDrawing = () =>
    Array.from({ length: pages.pagesCount }, (_, index) => pages.getPageView(index)).some(
      (page) => page?.renderingState === RenderingStates.RUNNING,
    );
  const checkProgress = () => {
    if (isDrawing()) onStuck();
  };
  const restart = () => {
    clearTimeout(watch);
    watch = setTimeout(checkProgress, pdfTimeoutMs);
  };
  const events = ['pagerender', 'pagerendered'];
  for (const name of events) pages.eventBus.on(name, restart);
  return () => {
    clearTimeout(watch);
    for (const name of events) pages.eventBus.off(name, restart);
  };
}

/** What pdf.js reports after searching every page without a match, and while it searches (`FindState`). */
const notFound = 1;
const pending = 3;

function isDecided(event: unknown): boolean {
  return typeof event === 'object' && event !== null && 'state' in event && event.state !== pending;
}

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

import type { PDFDocumentProxy } from 'pdfjs-dist';
import { type EventBus, PDFFindController, type PDFLinkService } from 'pdfjs-dist/web/pdf_viewer.mjs';

type PdfPage = Awaited<ReturnType<PDFDocumentProxy['getPage']>>;
type PageText = Awaited<ReturnType<PdfPage['getTextContent']>>;

/** What pdf.js needs of a document to search it. */
interface SearchedDocument {
  getPage(number: number): Promise<Pick<PdfPage, 'getTextContent'>>;
}

const noText: PageText = { items: [], styles: {}, lang: null };

/** The current page as the search sees and sets it: a fixed one is searched from, and stays. */
class SearchedPage {
  fixed: number | undefined;
  readonly #links: PDFLinkService;

  constructor(links: PDFLinkService) {
    this.#links = links;
  }

  get pagesCount(): number {
    return this.#links.pagesCount;
  }

  get page(): number {
    return this.fixed ?? this.#links.page;
  }

  set page(page: number) {
    if (this.fixed === undefined) this.#links.page = page;
  }
}

/**
 * The search of pdf.js, which reads the pages in their order: a match on page 3,000 is marked after seconds.
 * This one can search a page alone, and read the others meanwhile.
 */
export class PageFirstSearch extends PDFFindController {
  #document: PDFDocumentProxy | undefined;
  /** The page that is searched alone. */
  #only: number | undefined;
  #reading: AbortController | undefined;
  readonly #texts = new Map<number, PageText>();
  readonly #page: SearchedPage;
  /** Whether the match at the first page was scrolled to. */
  #isMatchShown = false;

  constructor({ linkService, eventBus }: { linkService: PDFLinkService; eventBus: EventBus }) {
    const page = new SearchedPage(linkService);
    super({ linkService: page as unknown as PDFLinkService, eventBus, delay: 0 });
    this.#page = page;
  }

  /** Whether only one page is searched so far. */
  get isPartial(): boolean {
    return this.#only !== undefined;
  }

  override setDocument(document: PDFDocumentProxy | null): void {
    this.#reading?.abort();
    if ((document ?? undefined) !== this.#document) this.#texts.clear();
    this.#document = document ?? undefined;
    this.#restart();
  }

  /** Call before a search: it begins with this page alone, or looks through all of them. */
  begin(page: number | undefined): void {
    this.#reading?.abort();
    this.#page.fixed = undefined;
    this.#isMatchShown = false;
    const isChanged = this.#only !== page;
    this.#only = page;
    if (isChanged && this.#document) this.#restart();
  }

  /**
   * Reads the text of every page; then all can be searched at once, from the page on that was searched alone.
   * If its match was shown, nothing scrolls. Returns false where another search ended it, or where it is
   * running.
   */
  async readOthers(onPages: (pages: number) => void): Promise<boolean> {
    const document = this.#document;
    if (!document || this.#reading?.signal.aborted === false) return false;
    const reading = new AbortController();
    this.#reading = reading;
    for (let number = 1; number <= document.numPages; number++) {
      const text = await this.#textOf(document, number).catch(() => noText);
      if (reading.signal.aborted) return false;
      this.#texts.set(number, wordsOf(text));
      onPages(number);
    }
    if (this.selected && this.selected.matchIdx !== -1) this.#page.fixed = this.#only;
    this.#only = undefined;
    this.#restart();
    return true;
  }

  override scrollMatchIntoView(match: Parameters<PDFFindController['scrollMatchIntoView']>[0]): void {
    if (this.#page.fixed !== undefined && this.#isMatchShown) return;
    super.scrollMatchIntoView(match);
    const { selected } = this;
    const isSelected = match.pageIndex === selected?.pageIdx && match.matchIndex === selected?.matchIdx;
    if (match.element && isSelected) this.#isMatchShown = true;
  }

  #restart(): void {
    const document = this.#document;
    const searched: SearchedDocument | undefined = document && {
      getPage: async (number) => ({
        getTextContent: async () =>
          this.#only === undefined || this.#only === number ? this.#textOf(document, number) : noText,
      }),
    };
    super.setDocument((searched ?? null) as PDFDocumentProxy);
  }

  async #textOf(document: PDFDocumentProxy, number: number): Promise<PageText> {
    const known = this.#texts.get(number);
    if (known) return known;
    const page = await document.getPage(number);
    return page.getTextContent({ disableNormalization: true });
  }
}

/** The text alone, without the places of its letters. */
function wordsOf({ items }: PageText): PageText {
  const words = items.flatMap((item) => ('str' in item ? { str: item.str, hasEOL: item.hasEOL } : []));
  return { ...noText, items: words as PageText['items'] };
}

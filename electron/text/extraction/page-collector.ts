import type { UnreadReason } from '../../../shared/model/text-search.ts';
import type { DocumentFact } from '../../database/index.ts';

/** The words of some pages, and where the reading ended. */
export type TextStep =
  /** The bytes are in memory, and the file is closed. */
  | { kind: 'loaded' }
  | { kind: 'pages'; words: readonly { page: number; text: string }[] }
  /** The document itself, before its attached files are read: one of them may end the process. */
  | ({ kind: 'own'; facts: readonly DocumentFact[] } & PageCounts)
  | ({ kind: 'end'; reason: UnreadReason | '' } & PageCounts);

/** How many pages and parts were read. */
interface PageCounts {
  /** Pages of the file itself; 0 for one without pages. Behind them are parts of attached files. */
  ownPages: number;
  /** Its pages and parts. */
  pages: number;
  /** Pages, and parts of attached files, that are not read. */
  unreadPages: number;
  /** Unread pages that may be pictures of text. */
  scans: readonly number[];
}

/** More text than this is hardly a document, UTF-16 units. */
const maxTextLength = 32 * 1024 * 1024;
/** More than a page holds, UTF-16 units; one row of the index has all of it. */
const maxPageLength = 1024 * 1024;
/** Length of a part of a text without pages, UTF-16 units. */
const partLength = 16_384;

/** Sends pages on, and counts those without words. */
export class PageCollector {
  readonly #onStep: (step: TextStep) => void;
  readonly #only: readonly number[] | undefined;
  /** Pages that were recognised since; undefined where words are read, not facts alone. */
  readonly #scanned: ReadonlySet<number> | undefined;
  #isPaged = false;
  #ownPages: number | undefined;
  #pages = 0;
  #length = 0;
  /** Why words are missing, in the order in which that was found; `page` where it is one page's. */
  #reasons: { reason: UnreadReason; page: number | undefined; isOwn: boolean }[] = [];

  constructor(
    onStep: (step: TextStep) => void,
    only: readonly number[] | undefined,
    scanned?: readonly { page: number }[],
  ) {
    this.#onStep = onStep;
    this.#only = only;
    this.#scanned = scanned && new Set(scanned.map(({ page }) => page));
  }

  get only(): readonly number[] | undefined {
    return this.#only;
  }

  /** The file has pages of its own. */
  setPaged(): void {
    this.#isPaged = true;
  }

  /** All pages of the file are read: what follows is attached to it. */
  endOwnPages(pages: number): void {
    this.#ownPages = pages;
    this.#pages = Math.max(this.#pages, pages);
  }

  /** Whether what is added is of the file itself. */
  get isOwn(): boolean {
    return this.#ownPages === undefined;
  }

  /** Whether nothing of the file itself is unread. */
  get isOwnRead(): boolean {
    return this.#reasons.every(({ isOwn }) => !isOwn);
  }

  /** Whether one of the parts behind the file's own pages is wanted. */
  readsAttached(ownPages: number): boolean {
    // Facts are the document's own.
    if (this.#scanned) return false;
    return !this.#only || this.#only.some((page) => page > ownPages);
  }

  add(written: string, page = this.#pages + 1): void {
    this.#pages = Math.max(this.#pages, page);
    const text = written.slice(0, maxPageLength);
    if (text.length < written.length) this.fail('too-large');
    this.#length += text.length;
    if (this.#length > maxTextLength) {
      this.fail('too-large');
      return;
    }
    const isRequested = !this.#only || this.#only.includes(page);
    if (isRequested && text.trim() !== '') this.#onStep({ kind: 'pages', words: [{ page, text }] });
  }

  /** A text of any length, in parts that end with a line. */
  addText(text: string): void {
    // What is behind the end of what may be read is told once, not cut into parts.
    for (let at = 0; at < text.length && this.#length <= maxTextLength; ) {
      const part = text.slice(at, at + partLength);
      const isLast = at + part.length === text.length;
      const length = isLast ? part.length : part.lastIndexOf('\n') + 1 || part.length;
      this.add(part.slice(0, length));
      at += length;
    }
  }

  /** A page without words of its own; `beside` are those of its annotations. */
  addUnread(page: number, reason: UnreadReason, beside = ''): void {
    this.#pages = Math.max(this.#pages, page);
    if (!this.#scanned?.has(page)) this.fail(reason, page);
    if (beside !== '') this.add(beside, page);
    else this.#showProgress();
  }

  /** An unread page turned out to have nothing to read. */
  setEmpty(page: number, isEmpty: boolean): void {
    if (isEmpty) this.#reasons = this.#reasons.filter((each) => each.page !== page);
    this.#showProgress();
  }

  #showProgress(): void {
    this.#onStep({ kind: 'pages', words: [] });
  }

  /** Words are missing: all of a page, or a part that is no page. */
  fail(reason: UnreadReason, page?: number): void {
    this.#reasons.push({ reason, page, isOwn: this.isOwn });
  }

  /** Sends what the file itself has; `facts` are what it states with certainty. */
  sendOwn(facts: readonly DocumentFact[]): void {
    this.#onStep({ kind: 'own', facts, ...this.#counts() });
  }

  /** Tells the first reason; that of a page comes last, because the page may be recognised. */
  end(): void {
    const lasting = this.#reasons.find(({ page }) => page === undefined);
    const reason = (lasting ?? this.#reasons[0])?.reason ?? '';
    this.#onStep({ kind: 'end', ...this.#counts(), reason });
  }

  #counts(): PageCounts {
    return {
      ownPages: this.#isPaged ? (this.#ownPages ?? this.#pages) : 0,
      pages: this.#pages,
      unreadPages: this.#reasons.length,
      scans: this.#reasons.flatMap(({ page }) => page ?? []),
    };
  }
}

import type { DocumentFact } from '../../database/index.ts';
import { detectionBytes, fileType } from '../../lib/file-formats/file-type.ts';
import { textOf } from '../../lib/file-formats/plain-text.ts';
import type { FactPage, ScannedLine } from './fact-line.ts';
import { invoiceFacts } from './invoice-facts.ts';
import { textFacts } from './text-facts.ts';

/** More text than this is no form of which facts are certain, UTF-16 units. */
const maxTextLength = 400_000;

/** What was recognised on a scanned page. */
export interface ScannedPage {
  page: number;
  lines: readonly ScannedLine[];
}

/** What the pages of a document are gathered for. */
export class FactReader {
  readonly #pages = new Map<number, FactPage>();
  #length = 0;

  constructor(scanned: readonly ScannedPage[] = []) {
    for (const { page, lines } of scanned) {
      for (const { text } of lines) this.#length += text.length;
      this.#pages.set(page, { page, text: '', scanned: lines });
    }
  }

  add(pages: readonly { page: number; text: string }[]): void {
    for (const { page, text } of pages) {
      this.#length += text.length;
      if (this.#length <= maxTextLength) this.#pages.set(page, { ...this.#pages.get(page), page, text });
    }
  }

  /**
   * The facts that the document states with certainty: of a PDF or picture by its text layer and what was
   * recognised on its scans, of an electronic invoice by its XML.
   */
  facts(bytes: Buffer): DocumentFact[] {
    const { kind } = fileType(bytes.subarray(0, detectionBytes));
    if (kind === 'text') return invoiceFacts(textOf(bytes));
    const isPaged = kind === 'pdf' || kind === 'image' || kind === 'tiff';
    if (!isPaged || this.#length > maxTextLength) return [];
    return textFacts([...this.#pages.values()].sort((a, b) => a.page - b.page));
  }
}

import type { DocumentFact } from '../../database/index.ts';
import { detectionBytes, fileType } from '../../lib/file-formats/file-type.ts';
import { textOf } from '../../lib/file-formats/plain-text.ts';
import { invoiceFacts } from './invoice-facts.ts';
import { textFacts } from './text-facts.ts';

/** More text than this is no form of which facts are certain, UTF-16 units. */
const maxTextLength = 400_000;

/** What the pages of a document are gathered for. */
export class FactReader {
  readonly #pages: { page: number; text: string }[] = [];
  #length = 0;

  add(pages: readonly { page: number; text: string }[]): void {
    for (const page of pages) {
      this.#length += page.text.length;
      if (this.#length <= maxTextLength) this.#pages.push(page);
    }
  }

  /**
   * The facts that the document states with certainty: of a PDF by its text layer, of an electronic invoice
   * by its XML.
   */
  facts(bytes: Buffer): DocumentFact[] {
    const { kind } = fileType(bytes.subarray(0, detectionBytes));
    if (kind === 'text') return invoiceFacts(textOf(bytes));
    return kind === 'pdf' && this.#length <= maxTextLength ? textFacts(this.#pages) : [];
  }
}

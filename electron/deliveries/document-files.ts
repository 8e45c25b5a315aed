import { AppError, type ErrorCode, isAppError } from '../../shared/errors.ts';
import type { DocumentKey } from '../../shared/model/document.ts';
import type { PauseReason } from '../../shared/model/download.ts';
import type { DeliveryContext } from './delivery-context.ts';

/** An unavailable document, and why. */
interface UnavailableDocument {
  document: DocumentKey;
  code: ErrorCode;
}

/** Files of documents for actions on them: missing ones are downloaded first. */
export class DocumentFiles {
  readonly #context: Pick<DeliveryContext, 'fileOf' | 'fetcher' | 'store' | 'translatorNow'>;
  readonly #closing: AbortSignal;

  /** Once `closing` aborts, nothing is waited for. */
  constructor(
    context: Pick<DeliveryContext, 'fileOf' | 'fetcher' | 'store' | 'translatorNow'>,
    closing: AbortSignal,
  ) {
    this.#context = context;
    this.#closing = closing;
  }

  /** Downloads the missing ones in batches of this name; returns those that are unavailable. */
  async get(documents: readonly DocumentKey[], name?: string): Promise<UnavailableDocument[]> {
    const unavailable: UnavailableDocument[] = [];
    const missing: DocumentKey[] = [];
    for (const document of documents) {
      if (await this.#isHere(document)) continue;
      const code = await this.#whyNotFetched(document);
      if (code === undefined) missing.push(document);
      else unavailable.push({ document, code });
    }
    if (missing.length === 0) return unavailable;
    const codeOf = await this.#fetch(missing, name);
    for (const document of missing) {
      if (await this.#isHere(document)) continue;
      unavailable.push({ document, code: codeOf(document) ?? 'DOCUMENT_NOT_HERE' });
    }
    return unavailable;
  }

  /** The path of a document's file after `get`. Rejects with why it is unavailable. */
  async pathOf(document: DocumentKey): Promise<string> {
    const [unavailable] = await this.get([document]);
    if (unavailable) throw new AppError(unavailable.code, 'the document is unavailable');
    return this.#context.fileOf(document);
  }

  /** Why a request for a document is pointless; undefined where the agency may have it. */
  async #whyNotFetched(document: DocumentKey): Promise<ErrorCode | undefined> {
    const stored = await this.#context.store.selectDocument(document);
    if (!stored) return 'DOCUMENT_GONE';
    return stored.file === 'none' ? 'DOCUMENT_WITHOUT_FILE' : undefined;
  }

  async #isHere(document: DocumentKey): Promise<boolean> {
    try {
      await this.#context.fileOf(document);
      return true;
    } catch (error) {
      if (isAppError(error, 'DOCUMENT_NOT_HERE')) return false;
      throw error;
    }
  }

  /** The user waits: a paused batch is reported at once, and the action continues without its documents. */
  async #fetch(
    documents: readonly DocumentKey[],
    name?: string,
  ): Promise<(document: DocumentKey) => ErrorCode | undefined> {
    const { fetcher, translatorNow } = this.#context;
    const onPause = new AbortController();
    let pausedWhy: PauseReason | undefined;
    try {
      return await fetcher.fetch(
        { documents, name: name ?? translatorNow().t('documents:fetch.act', { count: documents.length }) },
        {
          signal: AbortSignal.any([this.#closing, onPause.signal]),
          onProgress: (progress) => {
            pausedWhy = progress.pausedWhy;
            if (pausedWhy !== undefined) onPause.abort();
          },
        },
      );
    } catch (error) {
      if (!onPause.signal.aborted || this.#closing.aborted) throw error;
      return () => (pausedWhy === 'offline' ? 'NO_NETWORK' : 'DOCUMENT_NOT_HERE');
    }
  }
}

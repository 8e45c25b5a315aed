import { AppError, type ErrorCode, isAppError } from '../../shared/errors.ts';
import type { DocumentKey } from '../../shared/model/document.ts';
import type { PauseReason } from '../../shared/model/download.ts';
import type { DeliveryContext } from './delivery-context.ts';

/** An unavailable document, and why. */
export interface NotHad {
  document: DocumentKey;
  code: ErrorCode;
}

/** Files of documents for actions on them: missing ones are downloaded first. */
export interface GetFiles {
  /** Downloads the missing ones as one batch; returns those that are unavailable. */
  get(documents: readonly DocumentKey[]): Promise<NotHad[]>;
  /** The path of a document's file after `get`. Rejects with why it is unavailable. */
  file(document: DocumentKey): Promise<string>;
}

type Deps = Pick<DeliveryContext, 'fileOf' | 'fetcher' | 'store' | 'translatorNow'>;

export function createGetFiles(
  { fileOf, fetcher, store, translatorNow }: Deps,
  closing: AbortSignal,
): GetFiles {
  /** Why a request for a document is pointless; undefined where the agency may have it. */
  async function withoutAsking(document: DocumentKey): Promise<ErrorCode | undefined> {
    const stored = await store.selectDocument(document);
    if (!stored) return 'DOCUMENT_GONE';
    return stored.file === 'none' ? 'DOCUMENT_WITHOUT_FILE' : undefined;
  }

  async function isHere(document: DocumentKey): Promise<boolean> {
    try {
      await fileOf(document);
      return true;
    } catch (error) {
      if (isAppError(error, 'DOCUMENT_NOT_HERE')) return false;
      throw error;
    }
  }

  /** The user waits: a paused batch is reported at once, and the action continues without its documents. */
  async function fetchAll(
    documents: readonly DocumentKey[],
  ): Promise<(document: DocumentKey) => ErrorCode | undefined> {
    const still = new AbortController();
    let why: PauseReason | undefined;
    try {
      return await fetcher.fetch(
        { documents, name: translatorNow().t('papers:fetch.act', { count: documents.length }) },
        {
          signal: AbortSignal.any([closing, still.signal]),
          onProgress: ({ pausedWhy }) => {
            why = pausedWhy;
            if (pausedWhy !== undefined) still.abort();
          },
        },
      );
    } catch (error) {
      if (!still.signal.aborted || closing.aborted) throw error;
      return () => (why === 'offline' ? 'NO_NETWORK' : 'DOCUMENT_NOT_HERE');
    }
  }

  async function get(documents: readonly DocumentKey[]): Promise<NotHad[]> {
    const notHad: NotHad[] = [];
    const asked: DocumentKey[] = [];
    for (const document of documents) {
      if (await isHere(document)) continue;
      const code = await withoutAsking(document);
      if (code === undefined) asked.push(document);
      else notHad.push({ document, code });
    }
    if (asked.length === 0) return notHad;
    const codeOf = await fetchAll(asked);
    for (const document of asked) {
      if (await isHere(document)) continue;
      notHad.push({ document, code: codeOf(document) ?? 'DOCUMENT_NOT_HERE' });
    }
    return notHad;
  }

  return {
    get,
    async file(document) {
      const [notHad] = await get([document]);
      if (notHad) throw new AppError(notHad.code, 'the document could not be had');
      return fileOf(document);
    },
  };
}

import { AppError, type ErrorCode, isAppError } from '../../shared/errors.ts';
import type { DocumentKey } from '../../shared/model/document.ts';
import type { PauseReason } from '../../shared/model/download.ts';
import type { DossierDeps } from './deps.ts';

/** A document that could not be had, and why. */
export interface NotHad {
  document: DocumentKey;
  code: ErrorCode;
}

/** Files of documents for whoever acts on them: what is not on this computer is downloaded first. */
export interface GetFiles {
  /** Downloads those that are not here, as one batch; gives those that could not be had. */
  get(documents: readonly DocumentKey[]): Promise<NotHad[]>;
  /** Where a document's file stands, by then. Rejects with why it could not be had. */
  file(document: DocumentKey): Promise<string>;
}

type Deps = Pick<DossierDeps, 'fileOf' | 'fetcher' | 'store' | 'translatorNow'>;

export function createGetFiles(
  { fileOf, fetcher, store, translatorNow }: Deps,
  closing: AbortSignal,
): GetFiles {
  /** Why a document is not worth asking for; undefined where the agency may have it. */
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

  /** A person waits: a batch that stands still is told at once, and goes on without them. */
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

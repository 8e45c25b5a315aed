import { documentKey } from '../../shared/composite-key.ts';
import type { ErrorCode } from '../../shared/errors.ts';
import type { DeliveryDocument, Undelivered, UndeliveredDocument } from '../../shared/model/delivery.ts';
import type { DocumentKey } from '../../shared/model/document.ts';
import type { DeliveryContext } from './delivery-context.ts';
import type { DocumentToFetch, FetchProgress } from './document-fetcher.ts';
import { locateFiles } from './locate-files.ts';
import type { RunningDelivery } from './running-delivery.ts';

/** A document that a delivery needs. */
export type DeliveryItem = Omit<DeliveryDocument, 'issueDate' | 'isActive'>;

/** The caller that waits for documents to be fetched. */
interface Waiting {
  signal: AbortSignal;
  /**
   * Whether the signal aborts because the app ends: transfers then resume at the next start. Otherwise the
   * user cancelled.
   */
  isAppEnding(): boolean;
  onProgress(progress: FetchProgress): void;
}

type ItemKey = Pick<DeliveryItem, 'connectionId' | 'documentId'>;

/** A document that may be missing, and its destination where that is not the usual one of its client. */
type Candidate = DeliveryItem & Pick<DocumentToFetch, 'into'>;

/** Why a document is unavailable; undefined where it was not requested. */
export type CodeOf = (document: DeliveryItem) => ErrorCode | undefined;

/** The result of a fetch. */
export interface Fetched {
  codeOf: CodeOf;
  /** Whether a document was missing and was requested. */
  isRequested(document: DeliveryItem): boolean;
}

/** The result where nothing is requested. */
export const nothingFetched: Fetched = { codeOf: notRequestedCode, isRequested: () => false };

/** Maximum number of unavailable documents stored by name: every progress event carries them. */
const maxNamed = 1_000;

/**
 * Downloads missing documents by ordinary batches, except those known to have no file. If the user cancels,
 * the batches are cancelled, too. Returns why the rest is missing.
 */
export async function fetchMissing(
  { fileOf, fetcher }: Pick<DeliveryContext, 'fileOf' | 'fetcher'>,
  candidates: readonly Candidate[],
  { name }: { name: string },
  waiting: Waiting,
): Promise<Fetched> {
  const missing = (await locateFiles(candidates, fileOf)).filter(
    ({ path, hasFile }) => path === undefined && hasFile,
  );
  if (missing.length === 0) return nothingFetched;
  let batchIds: readonly string[] = [];
  waiting.signal.throwIfAborted();
  try {
    const documents = missing.map((one) => ({ ...toDocumentKey(one), ...(one.into && { into: one.into }) }));
    const requested = new Set(missing.map(documentKey));
    const codeOf = await fetcher.fetch(
      { documents, name },
      {
        signal: waiting.signal,
        onProgress: (progress) => {
          batchIds = progress.batchIds;
          waiting.onProgress(progress);
        },
      },
    );
    return {
      codeOf: (document) => codeOf(toDocumentKey(document)) ?? notRequestedCode(document),
      isRequested: (document) => requested.has(documentKey(document)),
    };
  } catch (error) {
    if (waiting.signal.aborted && !waiting.isAppEnding())
      await Promise.all(batchIds.map((batchId) => fetcher.cancel(batchId)));
    throw error;
  }
}

/** A delivery that waits for its documents, and reports their progress. */
export function waitingOf(delivery: RunningDelivery): Waiting {
  return {
    signal: delivery.signal,
    isAppEnding: () => delivery.isAppEnding(),
    onProgress: ({ batchIds, ...fetching }) => {
      const [batchId] = batchIds;
      delivery.note({
        ...(batchId !== undefined && { batchId }),
        ...(batchIds.length > 1 && { batchIds }),
        fetching,
      });
    },
  };
}

/** Why a document that was not requested is missing. */
function notRequestedCode({ hasFile }: DeliveryItem): ErrorCode | undefined {
  return hasFile ? undefined : 'DOCUMENT_WITHOUT_FILE';
}

/** The key of a document by which a store and a fetch name it. */
export function toDocumentKey({ connectionId, documentId }: ItemKey): DocumentKey {
  return { connectionId, id: documentId };
}

/** An unavailable document, as stored. */
export function undeliveredDocument(document: DeliveryItem, codeOf: CodeOf): UndeliveredDocument {
  const { connectionId, number, documentId, type, folio } = document;
  const code = codeOf(document);
  return { connectionId, number, documentId, type, folio, ...(code !== undefined && { code }) };
}

/**
 * The stored record of unavailable documents, named ones and others, out of `of`; undefined where none is
 * missing.
 */
export function undeliveredOf(
  documents: readonly UndeliveredDocument[],
  of: number,
  unnamed = 0,
): Undelivered | undefined {
  const count = documents.length + unnamed;
  return count === 0 ? undefined : { count, of, papers: documents.slice(0, maxNamed) };
}

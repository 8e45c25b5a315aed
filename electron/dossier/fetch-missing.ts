import { compositeKey } from '../../shared/composite-key.ts';
import type { ErrorCode } from '../../shared/errors.ts';
import type { DeliveryDocument, Undelivered, UndeliveredDocument } from '../../shared/model/delivery.ts';
import type { DocumentKey } from '../../shared/model/document.ts';
import type { FetchProgress } from '../deliveries/index.ts';
import type { DossierDeps } from './deps.ts';
import { located } from './located.ts';
import type { RunningDelivery } from './running-deliveries.ts';

/** A document that something is to be made of. */
export type WantedDocument = Omit<DeliveryDocument, 'issueDate' | 'isActive'>;

/** Who waits for documents to be fetched. */
export interface Waiting {
  signal: AbortSignal;
  /**
   * Whether it is the app that ends, and no person who cancels: what is under way goes on with the next start
   * then.
   */
  isAppEnding(): boolean;
  onProgress(progress: FetchProgress): void;
}

/** What the batch is called, and its folder where it is not the person's usual one. */
export interface FetchPlan {
  name: string;
  into?: { folder: string; template: string };
}

/** Why a document could not be had; undefined where nobody asked for it. */
export type CodeOf = (document: WantedDocument) => ErrorCode | undefined;

/** What became of documents that were wanted. */
export interface Fetched {
  codeOf: CodeOf;
  /** Whether a document was not here and was asked for. */
  isAsked(document: WantedDocument): boolean;
}

/** What is so where nothing is asked for. */
export const nothingFetched: Fetched = { codeOf: whyNotAsked, isAsked: () => false };

/** How many documents that could not be had are remembered by name: they travel with every progress. */
const maxNamed = 1_000;

/**
 * Downloads what is wanted and not on this computer, as one ordinary batch; what the agency is known to have
 * no file of is not asked for. Cancelled by a person, its batch is, too. Gives why what lacks then did not
 * come.
 */
export async function fetchMissing(
  { fileOf, fetcher }: Pick<DossierDeps, 'fileOf' | 'fetcher'>,
  candidates: readonly WantedDocument[],
  plan: FetchPlan,
  waiting: Waiting,
): Promise<Fetched> {
  const missing = (await located(candidates, fileOf)).filter(
    ({ path, hasFile }) => path === undefined && hasFile,
  );
  if (missing.length === 0) return nothingFetched;
  let batchId: string | undefined;
  waiting.signal.throwIfAborted();
  try {
    const documents = missing.map(documentKey);
    const asked = new Set(missing.map(mapKey));
    const codeOf = await fetcher.fetch(
      { documents, ...plan },
      {
        signal: waiting.signal,
        onProgress: (progress) => {
          batchId = progress.batchId;
          waiting.onProgress(progress);
        },
      },
    );
    return {
      codeOf: (document) => codeOf(documentKey(document)) ?? whyNotAsked(document),
      isAsked: (document) => asked.has(mapKey(document)),
    };
  } catch (error) {
    if (batchId !== undefined && waiting.signal.aborted && !waiting.isAppEnding())
      await fetcher.cancel(batchId);
    throw error;
  }
}

/** A delivery that waits for its documents, and tells how far that is. */
export function waitingOf({ signal, note, isAppEnding }: RunningDelivery): Waiting {
  return {
    signal,
    isAppEnding,
    onProgress: ({ batchId, ...fetching }) => note({ batchId, fetching }),
  };
}

/** Why a document that nobody fetched is not here. */
function whyNotAsked({ hasFile }: WantedDocument): ErrorCode | undefined {
  return hasFile ? undefined : 'DOCUMENT_WITHOUT_FILE';
}

function documentKey({ connectionId, documentId }: WantedDocument): DocumentKey {
  return { connectionId, id: documentId };
}

function mapKey({ connectionId, documentId }: WantedDocument): string {
  return compositeKey(connectionId, documentId);
}

/** A document that could not be had, as it is remembered. */
export function undeliveredDocument(document: WantedDocument, codeOf: CodeOf): UndeliveredDocument {
  const { connectionId, number, documentId, type, folio } = document;
  const code = codeOf(document);
  return { connectionId, number, documentId, type, folio, ...(code !== undefined && { code }) };
}

/**
 * What is remembered of documents that could not be had, and of so many that have no name, of so many in all;
 * undefined where none lacks.
 */
export function undeliveredOf(
  documents: readonly UndeliveredDocument[],
  of: number,
  unnamed = 0,
): Undelivered | undefined {
  const count = documents.length + unnamed;
  return count === 0 ? undefined : { count, of, papers: documents.slice(0, maxNamed) };
}

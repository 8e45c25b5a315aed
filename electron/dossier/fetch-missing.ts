import { compositeKey } from '../../shared/composite-key.ts';
import type { ErrorCode } from '../../shared/errors.ts';
import type { DeliveryPaper, Undelivered, UndeliveredPaper } from '../../shared/model/delivery.ts';
import type { DocumentKey } from '../../shared/model/document.ts';
import type { FetchProgress } from '../deliveries/index.ts';
import type { DossierDeps } from './deps.ts';
import { located } from './located.ts';
import type { RunningDelivery } from './running-deliveries.ts';

/** A paper that something is to be made of. */
export type WantedPaper = Omit<DeliveryPaper, 'issueDate' | 'isActive'>;

/** Who waits for papers to be fetched. */
export interface Waiting {
  signal: AbortSignal;
  /** Whether it is the app that ends, and no person who cancels: what is under way goes on with the next start then. */
  isAppEnding(): boolean;
  onProgress(progress: FetchProgress): void;
}

/** What the batch is called, and its folder where it is not the person's usual one. */
export interface FetchPlan {
  name: string;
  into?: { folder: string; template: string };
}

/** Why a paper could not be had; undefined where nobody asked for it. */
export type CodeOf = (paper: WantedPaper) => ErrorCode | undefined;

/** What became of papers that were wanted. */
export interface Fetched {
  codeOf: CodeOf;
  /** Whether a paper was not here and was asked for. */
  isAsked(paper: WantedPaper): boolean;
}

/** What is so where nothing is asked for. */
export const nothingFetched: Fetched = { codeOf: whyNotAsked, isAsked: () => false };

/** How many papers that could not be had are remembered by name: they travel with every progress. */
const maxNamed = 1_000;

/**
 * Downloads what is wanted and not on this computer, as one ordinary batch; what the agency is known to have no file of is not asked for. Cancelled by
 * a person, its batch is, too. Gives why what lacks then did not come.
 */
export async function fetchMissing(
  { fileOf, papers }: Pick<DossierDeps, 'fileOf' | 'papers'>,
  wanted: readonly WantedPaper[],
  plan: FetchPlan,
  waiting: Waiting,
): Promise<Fetched> {
  const missing = (await located(wanted, fileOf)).filter(
    ({ path, hasFile }) => path === undefined && hasFile,
  );
  if (missing.length === 0) return nothingFetched;
  let batchId: string | undefined;
  waiting.signal.throwIfAborted();
  try {
    const documents = missing.map(documentKey);
    const asked = new Set(missing.map(keyOf));
    const codeOf = await papers.fetch(
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
      codeOf: (paper) => codeOf(documentKey(paper)) ?? whyNotAsked(paper),
      isAsked: (paper) => asked.has(keyOf(paper)),
    };
  } catch (error) {
    if (batchId !== undefined && waiting.signal.aborted && !waiting.isAppEnding())
      await papers.cancel(batchId);
    throw error;
  }
}

/** A delivery that waits for its papers, and tells how far that is. */
export function waitingOf({ signal, note, isAppEnding }: RunningDelivery): Waiting {
  return {
    signal,
    isAppEnding,
    onProgress: ({ batchId, ...fetching }) => note({ batchId, fetching }),
  };
}

/** Why a paper that nobody fetched is not here. */
function whyNotAsked({ hasFile }: WantedPaper): ErrorCode | undefined {
  return hasFile ? undefined : 'DOCUMENT_WITHOUT_FILE';
}

function documentKey({ connectionId, documentId }: WantedPaper): DocumentKey {
  return { connectionId, id: documentId };
}

function keyOf({ connectionId, documentId }: WantedPaper): string {
  return compositeKey(connectionId, documentId);
}

/** A paper that could not be had, as it is remembered. */
export function undeliveredPaper(paper: WantedPaper, codeOf: CodeOf): UndeliveredPaper {
  const { connectionId, number, documentId, type, folio } = paper;
  const code = codeOf(paper);
  return { connectionId, number, documentId, type, folio, ...(code !== undefined && { code }) };
}

/** What is remembered of papers that could not be had, and of so many that have no name, of so many in all; undefined where none lacks. */
export function undeliveredOf(
  papers: readonly UndeliveredPaper[],
  of: number,
  unnamed = 0,
): Undelivered | undefined {
  const count = papers.length + unnamed;
  return count === 0 ? undefined : { count, of, papers: papers.slice(0, maxNamed) };
}

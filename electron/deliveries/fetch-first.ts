import { compositeKey } from '../../shared/composite-key.ts';
import { AppError, type ErrorCode, isAppError } from '../../shared/errors.ts';
import type { DocumentKey } from '../../shared/model/document.ts';
import type { Batch, BatchDocument, PauseReason } from '../../shared/model/download.ts';
import { type Destination, lastDestination } from '../../shared/model/last-destination.ts';
import { ruleOf } from '../../shared/retry-table.ts';
import type { Downloads } from '../downloads/index.ts';

/** What is fetched, what its batch is called, and where to. */
export interface FetchRequest {
  documents: readonly DocumentKey[];
  name: string;
  /** Default: the folder of the settings, else that of the last batch with its layout, else the app's own. */
  into?: Destination;
}

/** How far a fetch is. */
export interface FetchProgress {
  batchId: string;
  /** Documents with a verdict, of so many. */
  done: number;
  of: number;
  /** Why the batch stands still, while it does. */
  pausedWhy?: PauseReason;
}

/** Fetches documents before something is made of them. */
export interface DocumentFetcher {
  /**
   * Downloads documents in one batch, which a person sees, pauses and cancels as any other, and resolves when
   * it brings nothing more by itself: with why each document did not come, by `documentId` of its connection.
   * Where they cannot be fetched at all, each has that reason. Rejects with `CANCELLED` when the signal says
   * so; the batch goes on then.
   */
  fetch(
    request: FetchRequest,
    options: { signal: AbortSignal; onProgress(progress: FetchProgress): void },
  ): Promise<(document: DocumentKey) => ErrorCode | undefined>;
  /** Stops a batch that was begun here; what it has brought stays. */
  cancel(batchId: string): Promise<void>;
}

export interface DocumentFetcherDeps {
  downloads: Pick<Downloads, 'start' | 'list' | 'follow' | 'documents' | 'control'>;
  settings(): Destination;
  /** The folder of all that is the app's own. */
  userData: string;
  /** Where documents go while no folder was ever chosen. */
  ownFolder: string;
}

/** What ends only by a person's act: nothing more comes by itself. */
const blockingReasons: readonly PauseReason[] = ['connection-refused', 'disk-full', 'folder-gone'];
const rowsAtOnce = 500;

/** Fetches by ordinary batches. */
export function createDocumentFetcher({
  downloads,
  settings,
  userData,
  ownFolder,
}: DocumentFetcherDeps): DocumentFetcher {
  /**
   * Where documents go. A place that a person chose is never exchanged for another: there nobody would look
   * for them.
   */
  async function placeFor({ into }: FetchRequest): Promise<Destination> {
    if (into) return into;
    const set = settings();
    return lastDestination(set, await downloads.list(), userData) ?? { ...set, folder: ownFolder };
  }

  /**
   * Begins the batch; where its folder does not take it, or nothing of it is kept any more, gives the code
   * that says so.
   */
  async function begin(request: FetchRequest): Promise<{ batchId: string } | { code: ErrorCode }> {
    const { documents, name } = request;
    const { folder, template } = await placeFor(request);
    const selection = { kind: 'some' as const, documents: [...documents] };
    try {
      return await downloads.start({ folder, template, selection, name, withInactive: true, force: false });
    } catch (error) {
      if (isAppError(error, 'NOTHING_SELECTED')) return { code: 'DOCUMENT_GONE' };
      if (isAppError(error) && isOfPlace(error.code)) return { code: error.code };
      throw error;
    }
  }

  /** Follows a batch until nothing more of it comes by itself; undefined where it was taken off the list. */
  async function untilStill(
    batchId: string,
    signal: AbortSignal,
    onProgress: (progress: FetchProgress) => void,
  ): Promise<Batch | undefined> {
    const { promise, resolve, reject } = Promise.withResolvers<Batch | undefined>();
    const leave = () => reject(new AppError('CANCELLED', 'nobody waits for the papers any more'));
    const stop = downloads.follow(batchId, (batch) => {
      if (batch) onProgress(progressOf(batch));
      if (!batch || isStill(batch)) resolve(batch);
    });
    signal.addEventListener('abort', leave, { once: true });
    if (signal.aborted) leave();
    try {
      return await promise;
    } finally {
      stop();
      signal.removeEventListener('abort', leave);
    }
  }

  async function reasonsOf(batch: Batch): Promise<Map<string, ErrorCode>> {
    const reasons = new Map<string, ErrorCode>();
    for (let offset = 0; ; offset += rowsAtOnce) {
      const window = { batchId: batch.id, offset, limit: rowsAtOnce, problemsOnly: false };
      const { rows } = await downloads.documents(window);
      for (const row of rows) {
        const code = reasonOf(row, batch);
        if (code !== undefined)
          reasons.set(documentKey({ connectionId: row.connectionId, id: row.documentId }), code);
      }
      if (rows.length < rowsAtOnce) return reasons;
    }
  }

  return {
    fetch: async (request, { signal, onProgress }) => {
      const begun = await begin(request);
      if ('code' in begun) return () => begun.code;
      const { batchId } = begun;
      // Before anything is waited for: who cancelled while it began has to know what to stop.
      onProgress({ batchId, done: 0, of: request.documents.length });
      const batch = await untilStill(batchId, signal, onProgress);
      if (!batch) return () => 'CANCELLED';
      const reasons = await reasonsOf(batch);
      return (document) => reasons.get(documentKey(document));
    },
    cancel: async (batchId) => {
      try {
        await downloads.control({ action: 'cancel', batchId });
      } catch (error) {
        // Taken off the list meanwhile: there is nothing to stop.
        if (!isAppError(error, 'BATCH_GONE')) throw error;
      }
    },
  };
}

function documentKey({ connectionId, id }: DocumentKey): string {
  return compositeKey(connectionId, id);
}

/** Whether it is the folder that keeps a batch from being begun. */
function isOfPlace(code: ErrorCode): boolean {
  const { concerns } = ruleOf(code);
  return concerns === 'folder' || concerns === 'everything' || placeCodes.has(code);
}

const placeCodes: ReadonlySet<ErrorCode> = new Set(['PATH_TOO_LONG', 'FILE_IN_THE_WAY', 'FILE_LOCKED']);

/**
 * Whether nothing more comes by itself. What is under way when a batch is paused may be in its place already,
 * and land all the same.
 */
function isStill({ state, counts }: Batch): boolean {
  if (state.kind === 'ended') return true;
  return state.kind === 'paused' && blockingReasons.includes(state.why) && counts.transferring === 0;
}

function progressOf({ id: batchId, documents, counts, state }: Batch): FetchProgress {
  const done = documents - counts.waiting - counts.transferring - counts.paused;
  return { batchId, done, of: documents, ...(state.kind === 'paused' && { pausedWhy: state.why }) };
}

/** Why a document of a batch did not come; undefined where it did. */
function reasonOf({ state, error }: BatchDocument, batch: Batch): ErrorCode | undefined {
  switch (state) {
    case 'done':
    case 'here':
      return undefined;
    case 'no-file':
      return error?.code ?? 'DOCUMENT_WITHOUT_FILE';
    case 'unsigned':
      return error?.code ?? 'DOCUMENT_UNSIGNED';
    case 'failed':
      return error?.code ?? 'UNEXPECTED';
    case 'cancelled':
      return 'CANCELLED';
    case 'waiting':
    case 'transferring':
    case 'paused':
      return (batch.state.kind === 'paused' && batch.state.error?.code) || 'CANCELLED';
  }
}

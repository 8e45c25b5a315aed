import { compositeKey } from '../../shared/composite-key.ts';
import { ruleOf } from '../../shared/error-rules.ts';
import { AppError, type ErrorCode, isAppError } from '../../shared/errors.ts';
import type { DocumentKey } from '../../shared/model/document.ts';
import type { Batch, BatchDocument, PauseReason } from '../../shared/model/download.ts';
import { type Destination, lastDestination } from '../../shared/model/last-destination.ts';
import { resumesAutomatically } from '../../shared/model/resumes-automatically.ts';
import type { Downloads } from '../downloads/index.ts';

/** Documents to fetch, the name of their batch, and its destination. */
export interface FetchRequest {
  documents: readonly DocumentKey[];
  name: string;
  /**
   * Default: by the rules of the only client, else the folder of the settings, else the last batch's folder
   * and layout, else the app's own.
   */
  into?: Destination;
}

/** Progress of a fetch. */
export interface FetchProgress {
  batchId: string;
  /** Documents with a verdict, out of `of`. */
  done: number;
  of: number;
  /** Why the batch is paused, if it is. */
  pausedWhy?: PauseReason;
}

/** The caller that waits for a fetch. */
export interface FetchOptions {
  signal: AbortSignal;
  onProgress(progress: FetchProgress): void;
}

/** Fetches documents that a delivery needs. */
export interface DocumentFetcher {
  /**
   * Downloads documents in one batch, which the user sees, pauses and cancels like every batch. Resolves once
   * nothing more arrives automatically, with the reason for each missing document, by `documentId` of its
   * connection. If the batch cannot start, each has that reason. Rejects with `CANCELLED` when the signal
   * aborts; the batch then continues.
   */
  fetch(
    request: FetchRequest,
    options: FetchOptions,
  ): Promise<(document: DocumentKey) => ErrorCode | undefined>;
  /** Cancels a batch that was begun here; downloaded files stay. */
  cancel(batchId: string): Promise<void>;
}

export interface DocumentFetcherOptions {
  downloads: Pick<Downloads, 'start' | 'list' | 'follow' | 'documents' | 'control'>;
  settings(): Destination;
  /** The app's data folder. */
  userData: string;
  /** The destination while no folder was ever selected. */
  ownFolder: string;
}

const rowsAtOnce = 500;

/** Fetches by ordinary batches. */
export class BatchFetcher implements DocumentFetcher {
  readonly #options: DocumentFetcherOptions;

  constructor(options: DocumentFetcherOptions) {
    this.#options = options;
  }

  async fetch(
    request: FetchRequest,
    { signal, onProgress }: FetchOptions,
  ): Promise<(document: DocumentKey) => ErrorCode | undefined> {
    const begun = await this.#begin(request);
    if ('code' in begun) return () => begun.code;
    const { batchId } = begun;
    // Before any wait: a caller that cancels early must know which batch to cancel.
    onProgress({ batchId, done: 0, of: request.documents.length });
    const batch = await this.#followToEnd(batchId, signal, onProgress);
    if (!batch) return () => 'CANCELLED';
    const reasons = await this.#reasonsOf(batch);
    return (document) => reasons.get(documentKey(document));
  }

  async cancel(batchId: string): Promise<void> {
    try {
      await this.#options.downloads.control({ action: 'cancel', batchId });
    } catch (error) {
      // Forgotten meanwhile: there is nothing to cancel.
      if (!isAppError(error, 'BATCH_GONE')) throw error;
    }
  }

  /**
   * Begins the batch; returns the error code where its folder rejects it, or none of its documents is stored
   * any more.
   */
  async #begin(request: FetchRequest): Promise<{ batchId: string } | { code: ErrorCode }> {
    const { documents, name } = request;
    const { folder, template } = await this.#destinationOf(request);
    const selection = { kind: 'some' as const, documents: [...documents] };
    try {
      return await this.#options.downloads.start({
        folder,
        template,
        selection,
        name,
        withInactive: true,
        force: false,
        // The action waits for one batch: documents of several clients stay together.
        ...(!request.into && { rules: ['folder', 'template'], isOneBatch: true }),
      });
    } catch (error) {
      if (isAppError(error, 'NOTHING_SELECTED')) return { code: 'DOCUMENT_GONE' };
      if (isAppError(error) && isOfFolder(error.code)) return { code: error.code };
      throw error;
    }
  }

  /**
   * The destination. A folder that the user selected is never replaced by another: nobody would look for the
   * documents there.
   */
  async #destinationOf({ into }: FetchRequest): Promise<Destination> {
    if (into) return into;
    const { downloads, settings, userData, ownFolder } = this.#options;
    const set = settings();
    return lastDestination(set, await downloads.list(), userData) ?? { ...set, folder: ownFolder };
  }

  /** Follows a batch until nothing more arrives automatically; undefined where it was forgotten. */
  async #followToEnd(
    batchId: string,
    signal: AbortSignal,
    onProgress: (progress: FetchProgress) => void,
  ): Promise<Batch | undefined> {
    const { promise, resolve, reject } = Promise.withResolvers<Batch | undefined>();
    const onAbort = () => reject(new AppError('CANCELLED', 'the caller stopped waiting for the documents'));
    const stop = this.#options.downloads.follow(batchId, (batch) => {
      if (batch) onProgress(progressOf(batch));
      if (!batch || isStill(batch)) resolve(batch);
    });
    signal.addEventListener('abort', onAbort, { once: true });
    if (signal.aborted) onAbort();
    try {
      return await promise;
    } finally {
      stop();
      signal.removeEventListener('abort', onAbort);
    }
  }

  async #reasonsOf(batch: Batch): Promise<Map<string, ErrorCode>> {
    const reasons = new Map<string, ErrorCode>();
    for (let offset = 0; ; offset += rowsAtOnce) {
      const window = { batchId: batch.id, offset, limit: rowsAtOnce, problemsOnly: false };
      const { rows } = await this.#options.downloads.documents(window);
      for (const row of rows) {
        const code = reasonOf(row, batch);
        if (code !== undefined)
          reasons.set(documentKey({ connectionId: row.connectionId, id: row.documentId }), code);
      }
      if (rows.length < rowsAtOnce) return reasons;
    }
  }
}

function documentKey({ connectionId, id }: DocumentKey): string {
  return compositeKey(connectionId, id);
}

/** Whether the folder prevents the batch from starting. */
function isOfFolder(code: ErrorCode): boolean {
  return ruleOf(code).mendedBy === 'folder';
}

/**
 * Whether nothing more arrives automatically: the batch has ended, or an error paused it that does not end by
 * itself. Transfers that run when a batch is paused may already be renaming their file, and still complete.
 */
function isStill({ state, counts }: Batch): boolean {
  if (state.kind === 'ended') return true;
  const isStopped = state.kind === 'paused' && state.error !== undefined && !resumesAutomatically(state);
  return isStopped && counts.transferring === 0;
}

function progressOf({ id: batchId, documents, counts, state }: Batch): FetchProgress {
  const done = documents - counts.waiting - counts.transferring - counts.paused;
  return { batchId, done, of: documents, ...(state.kind === 'paused' && { pausedWhy: state.why }) };
}

/** Why a document is missing; undefined where it is downloaded. */
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

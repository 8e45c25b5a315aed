import { compositeKey } from '../../shared/composite-key.ts';
import { ruleOf } from '../../shared/error-codes.ts';
import { type ErrorCode, isAppError } from '../../shared/errors.ts';
import type { DocumentKey } from '../../shared/model/document.ts';
import type { Batch, BatchDocument, PauseReason } from '../../shared/model/download.ts';
import { type Destination, lastDestination } from '../../shared/model/last-destination.ts';
import { resumesAutomatically } from '../../shared/model/resumes-automatically.ts';
import type { BatchRequest, Downloads } from '../downloads/index.ts';
import { cancelled, orCancelled } from '../lib/async.ts';

/** A document to fetch. */
export interface DocumentToFetch extends DocumentKey {
  /**
   * Default: by the rules of its client, else the folder of the settings, else the last batch's folder and
   * layout, else the app's own.
   */
  into?: Destination;
}

/** Documents to fetch, and the name of their batches. */
export interface FetchRequest {
  documents: readonly DocumentToFetch[];
  name: string;
}

/** Progress of a fetch. */
export interface FetchProgress {
  /** Its batches: several where destinations differ. */
  batchIds: readonly string[];
  /** Documents with a verdict, out of `of`. */
  done: number;
  of: number;
  /** Why no batch goes on, if all that are open are paused. */
  pausedWhy?: PauseReason;
}

/** The caller that waits for a fetch. */
export interface FetchOptions {
  signal: AbortSignal;
  onProgress(progress: FetchProgress): void;
}

export interface DocumentFetcherOptions {
  downloads: Pick<Downloads, 'split' | 'start' | 'list' | 'follow' | 'documents' | 'control'>;
  settings(): Destination;
  /** The app's data folder. */
  userData: string;
  /** The destination while no folder was ever selected. */
  ownFolder: string;
}

const rowsAtOnce = 500;

/** Fetches documents that a delivery needs, by ordinary batches. */
export class DocumentFetcher {
  readonly #options: DocumentFetcherOptions;

  constructor(options: DocumentFetcherOptions) {
    this.#options = options;
  }

  /**
   * Downloads documents in batches that the user sees, pauses and cancels like every batch: one, or one for
   * each folder and template. Resolves once nothing more arrives automatically, with the
   * reason for each missing document, by `documentId` of its connection. If a batch cannot start, each of its
   * documents has that reason. Rejects with `CANCELLED` when the signal aborts; the batches then continue.
   */
  async fetch(
    request: FetchRequest,
    { signal, onProgress }: FetchOptions,
  ): Promise<(document: DocumentKey) => ErrorCode | undefined> {
    const { begun, reasons } = await this.#begin(request, signal);
    const progress = new FetchesProgress(begun, onProgress);
    // Before any wait: a caller that cancels early must know which batches to cancel.
    if (begun.length > 0) progress.report();
    if (signal.aborted) throw cancelled();
    const ended = await Promise.all(
      begun.map(({ batchId }) =>
        this.#followToEnd(batchId, signal, (batch) => progress.note(batchId, batch)),
      ),
    );
    for (const [index, { documents }] of begun.entries()) {
      const batch = ended[index];
      if (batch) await this.#addReasonsOf(batch, reasons);
      // It was taken off the list.
      else for (const document of documents) reasons.set(documentKey(document), 'CANCELLED');
    }
    return (document) => reasons.get(documentKey(document));
  }

  /** Cancels a batch that was begun here; downloaded files stay. */
  async cancel(batchId: string): Promise<void> {
    try {
      await this.#options.downloads.control({ action: 'cancel', batchId });
    } catch (error) {
      // Forgotten meanwhile: there is nothing to cancel.
      if (!isAppError(error, 'BATCH_GONE')) throw error;
    }
  }

  /**
   * Begins the batches. The folder of one client, where it is away, does not hold back the documents of the
   * others: `reasons` has the error code of each document whose batch did not begin.
   */
  async #begin(
    request: FetchRequest,
    signal: AbortSignal,
  ): Promise<{ begun: BegunFetch[]; reasons: Map<string, ErrorCode> }> {
    const { downloads } = this.#options;
    const begun: BegunFetch[] = [];
    const reasons = new Map<string, ErrorCode>();
    for (const { rules: _, ...part } of await this.#split(request)) {
      // What has begun is told, so that the caller can cancel it.
      if (signal.aborted) break;
      const documents = part.selection.kind === 'some' ? part.selection.documents : [];
      try {
        const { batchId } = await downloads.start(part);
        begun.push({ batchId, documents });
      } catch (error) {
        const code = reasonNotBegun(error);
        // What is no fault of the folder is told, unless that would hide a batch that has begun.
        if (code === undefined && begun.length === 0) throw error;
        for (const document of documents) reasons.set(documentKey(document), code ?? codeOfAny(error));
      }
    }
    return { begun, reasons };
  }

  /** The batches of a fetch, known before the first begins; several are named by their clients. */
  async #split({ documents, name }: FetchRequest): Promise<BatchRequest[]> {
    const groups = Map.groupBy(documents, ({ into }) => into && compositeKey(into.folder, into.template));
    const requests: BatchRequest[] = [];
    for (const group of groups.values()) {
      const request = await this.#downloadOf(group, name);
      requests.push(...(await this.#options.downloads.split(request, groups.size > 1)));
    }
    return requests;
  }

  /** The download of documents that have one destination. */
  async #downloadOf(documents: readonly DocumentToFetch[], name: string): Promise<BatchRequest> {
    const into = documents[0]?.into;
    return {
      ...(await this.#destinationOf(into)),
      selection: { kind: 'some', documents: documents.map(({ connectionId, id }) => ({ connectionId, id })) },
      name,
      withInactive: true,
      force: false,
      ...(!into && { rules: ['folder', 'template'] }),
    };
  }

  /**
   * The destination. A folder that the user selected is never replaced by another: nobody would look for the
   * documents there.
   */
  async #destinationOf(into: Destination | undefined): Promise<Destination> {
    if (into) return into;
    const { downloads, settings, userData, ownFolder } = this.#options;
    const set = settings();
    return lastDestination(set, await downloads.list(), userData) ?? { ...set, folder: ownFolder };
  }

  /** Follows a batch until nothing more arrives automatically; undefined where it was forgotten. */
  async #followToEnd(
    batchId: string,
    signal: AbortSignal,
    onBatch: (batch: Batch | undefined) => void,
  ): Promise<Batch | undefined> {
    const { promise, resolve } = Promise.withResolvers<Batch | undefined>();
    const stop = this.#options.downloads.follow(batchId, (batch) => {
      onBatch(batch);
      if (!batch || isStill(batch)) resolve(batch);
    });
    return orCancelled(promise, signal).finally(stop);
  }

  /** Adds why documents of a batch are missing. */
  async #addReasonsOf(batch: Batch, reasons: Map<string, ErrorCode>): Promise<void> {
    for (let offset = 0; ; offset += rowsAtOnce) {
      const window = { batchId: batch.id, offset, limit: rowsAtOnce, problemsOnly: false };
      const { rows } = await this.#options.downloads.documents(window);
      for (const row of rows) {
        const code = reasonOf(row, batch);
        if (code !== undefined)
          reasons.set(documentKey({ connectionId: row.connectionId, id: row.documentId }), code);
      }
      if (rows.length < rowsAtOnce) return;
    }
  }
}

/** A batch that was begun, and its documents. */
interface BegunFetch {
  batchId: string;
  documents: readonly DocumentKey[];
}

/** The progress of all batches of a fetch. */
class FetchesProgress {
  readonly #onProgress: FetchOptions['onProgress'];
  readonly #batches: Map<string, Omit<FetchProgress, 'batchIds'>>;

  constructor(begun: readonly BegunFetch[], onProgress: FetchOptions['onProgress']) {
    this.#onProgress = onProgress;
    this.#batches = new Map(
      begun.map(({ batchId, documents }) => [batchId, { done: 0, of: documents.length }]),
    );
  }

  /** Nothing more comes of a batch that was taken off the list. */
  note(batchId: string, batch: Batch | undefined): void {
    const { of = 0 } = this.#batches.get(batchId) ?? {};
    this.#batches.set(batchId, batch ? progressOf(batch) : { done: of, of });
    this.report();
  }

  report(): void {
    const all = [...this.#batches.values()];
    const open = all.filter(({ done, of }) => done < of);
    const [first] = open.every(({ pausedWhy }) => pausedWhy !== undefined) ? open : [];
    this.#onProgress({
      batchIds: [...this.#batches.keys()],
      done: all.reduce((sum, { done }) => sum + done, 0),
      of: all.reduce((sum, { of }) => sum + of, 0),
      ...(first?.pausedWhy !== undefined && { pausedWhy: first.pausedWhy }),
    });
  }
}

function documentKey({ connectionId, id }: DocumentKey): string {
  return compositeKey(connectionId, id);
}

/** Why a batch did not begin, for its documents; undefined where neither they nor its folder explain it. */
function reasonNotBegun(error: unknown): ErrorCode | undefined {
  if (isAppError(error, 'NOTHING_SELECTED')) return 'DOCUMENT_GONE';
  return isAppError(error) && ruleOf(error.code).mendedBy === 'folder' ? error.code : undefined;
}

function codeOfAny(error: unknown): ErrorCode {
  return isAppError(error) ? error.code : 'UNEXPECTED';
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

function progressOf({ documents, counts, state }: Batch): Omit<FetchProgress, 'batchIds'> {
  const done = documents - counts.waiting - counts.transferring - counts.paused;
  return { done, of: documents, ...(state.kind === 'paused' && { pausedWhy: state.why }) };
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

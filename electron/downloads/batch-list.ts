import type { Events } from '../../shared/contract.ts';
import type { ErrorData } from '../../shared/errors.ts';
import type { Batch } from '../../shared/model/download.ts';
import type { Store } from '../database/index.ts';
import type { LeaseOwner } from '../jobs/index.ts';
import { type Run, shownBatch, shownRun } from './queue/index.ts';

/** Receives a batch at each change; undefined once it is off the list. */
export type BatchListener = (batch: Batch | undefined) => void;

type Progress = Events['downloads.progress'];

export interface BatchListOptions {
  store: Pick<Store, 'listBatches'>;
  lease: Pick<LeaseOwner, 'isElsewhere'>;
  /** The batches of this process, by their id. */
  runs(): ReadonlyMap<string, Run>;
  /** Why a folder's index could not be written. */
  indexErrorOf(folder: string): ErrorData | undefined;
  /** A batch of another process was listed. */
  onElsewhere(uuid: string): void;
  emit(progress: Progress): void;
  onError(error: unknown): void;
}

/** The batches as lists show them, and the listeners of single batches. */
export class BatchList {
  readonly #options: BatchListOptions;
  /** By the batch's id. */
  readonly #listeners = new Map<string, Set<BatchListener>>();

  constructor(options: BatchListOptions) {
    this.#options = options;
  }

  /** All batches, newest first. */
  async list(): Promise<Batch[]> {
    const { store, lease, runs, onElsewhere } = this.#options;
    const batches = await store.listBatches();
    return batches.map((batch) => {
      const run = runs().get(batch.uuid);
      if (run) return this.withIndexError(shownRun(run));
      const isElsewhere = lease.isElsewhere(batch);
      if (isElsewhere) onElsewhere(batch.uuid);
      return this.withIndexError(shownBatch(batch, isElsewhere));
    });
  }

  /** Calls the listener with the batch now and at each change. Returns the function that unsubscribes. */
  follow(batchId: string, listener: BatchListener): () => void {
    const all = this.#listeners.get(batchId) ?? new Set();
    this.#listeners.set(batchId, all.add(listener));
    // The batch may have ended before the listener subscribed.
    this.list().then(
      (batches) => all.has(listener) && listener(batches.find(({ id }) => id === batchId)),
      this.#options.onError,
    );
    return () => {
      all.delete(listener);
      if (all.size === 0) this.#listeners.delete(batchId);
    };
  }

  /** Emits progress to the page and to listeners. */
  emit({ batches, documents }: Progress): void {
    const shown = batches.map((batch) => this.withIndexError(batch));
    this.#options.emit({ batches: shown, documents });
    for (const batch of shown) for (const listener of this.#listenersOf(batch.id)) listener(batch);
  }

  /** Emits every batch of a folder: a change of the index error concerns all of them. */
  async emitFolder(folder: string): Promise<void> {
    const batches = (await this.list()).filter((batch) => batch.folder === folder);
    if (batches.length > 0) this.#options.emit({ batches, documents: [] });
  }

  /** Tells the listeners of a batch that it is off the list. */
  notifyRemoved(batchId: string): void {
    for (const listener of this.#listenersOf(batchId)) listener(undefined);
  }

  withIndexError(batch: Batch): Batch {
    const indexError = this.#options.indexErrorOf(batch.folder);
    return indexError === undefined ? batch : { ...batch, indexError };
  }

  #listenersOf(batchId: string): Iterable<BatchListener> {
    return this.#listeners.get(batchId) ?? [];
  }
}

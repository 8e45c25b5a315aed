import type { Events } from '../../../shared/contract.ts';
import type { ErrorData } from '../../../shared/errors.ts';
import type { Batch, BatchDocument } from '../../../shared/model/download.ts';
import { maxDocumentsPerEvent } from '../../../shared/model/row-limits.ts';
import type { Store, StoredTransfer, TakenTransfer } from '../../database/index.ts';
import type { Clock, Desktop } from '../../host.ts';
import type { LeaseOwner } from '../../jobs/index.ts';
import { Throttle } from '../../lib/async.ts';
import { pathIn } from '../files/index.ts';
import type { TransferOutcome } from '../transfer/index.ts';
import { type Run, shownBatch, shownDocument, shownRun } from './batch-run.ts';

/** Receives a batch at each change; undefined once it is off the list. */
export type BatchListener = (batch: Batch | undefined) => void;

interface ProgressPublisherOptions {
  desktop: Pick<Desktop, 'keepAwake' | 'showProgress'>;
  /** Notifies the user that a batch has ended. */
  announce(batch: Batch): void;
  emit(event: 'downloads.progress', payload: Events['downloads.progress']): void;
  /** Why a folder's index could not be written. */
  indexErrorOf(folder: string): ErrorData | undefined;
  store: Pick<Store, 'listBatches' | 'listBatchesOfOthers'>;
  clock: Clock;
  lease: Pick<LeaseOwner, 'owner' | 'isElsewhere'>;
  /** The batches of this process, by their id. */
  runs: ReadonlyMap<string, Run>;
  onError(error: unknown): void;
}

/** Publishes batches and their changes to the page, to listeners of single batches and to the desktop. */
export class ProgressPublisher {
  readonly #options: ProgressPublisherOptions;
  readonly #progress: PendingProgress;
  readonly #listeners = new Map<string, Set<BatchListener>>();
  /** Set while a document is in progress. */
  #letSleep: (() => void) | undefined;
  #lastElsewhere = new Set<string>();
  #isBusyElsewhere = false;

  constructor(options: ProgressPublisherOptions) {
    const { clock, desktop, runs } = options;
    this.#options = options;
    this.#progress = new PendingProgress(clock, (progress) => {
      this.#emit(progress);
      if (this.#letSleep) desktop.showProgress(fractionOf(runs.values()));
    });
  }

  /** All batches, newest first. */
  async list(): Promise<Batch[]> {
    const { store, lease, runs } = this.#options;
    const batches = await store.listBatches();
    return batches.map((batch) => {
      const run = runs.get(batch.uuid);
      if (run) return this.#withIndexError(shownRun(run));
      const isElsewhere = lease.isElsewhere(batch);
      if (isElsewhere) this.#lastElsewhere.add(batch.uuid);
      return this.#withIndexError(shownBatch(batch, isElsewhere));
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

  /** A batch changed, and optionally one of its documents; `outcome` is the document's result. */
  changed(run: Run, taken?: TakenTransfer, outcome?: TransferOutcome): void {
    this.#progress.batch(run.batch.uuid, () => shownRun(run));
    if (!taken) return;
    this.#progress.document(`${run.batch.uuid}/${taken.id}`, () => documentOf(run, taken, outcome));
  }

  /** Documents of a batch changed in the ledger. */
  rows(run: Run, rows: readonly StoredTransfer[]): void {
    this.changed(run);
    for (const row of rows) {
      const show = () => shownDocument(run.batch, row, run.tasks.get(row.id));
      this.#progress.document(`${run.batch.uuid}/${row.id}`, show);
    }
  }

  /** The first transfer may have started, or the last one ended. */
  busy(): void {
    const { desktop, runs } = this.#options;
    let isBusy = false;
    for (const run of runs.values()) isBusy ||= run.tasks.size > 0;
    if (isBusy === (this.#letSleep !== undefined)) return;
    if (isBusy) this.#letSleep = desktop.keepAwake();
    else this.#stayAwakeNoMore();
    desktop.showProgress(isBusy ? fractionOf(runs.values()) : undefined);
  }

  ended(run: Run): void {
    this.changed(run);
    this.#progress.flush();
    this.#options.announce(this.#withIndexError(shownRun(run)));
  }

  /** A batch was removed from the list: a later event would show it again. */
  forgotten({ batch }: Run): void {
    this.#progress.forget(batch.uuid);
    for (const listener of this.#listenersOf(batch.uuid)) listener(undefined);
  }

  /** Whether another process ran a batch when `elsewhere` was called last. */
  get isBusyElsewhere(): boolean {
    return this.#isBusyElsewhere;
  }

  /** Emits the progress of batches of other processes, and a last time after those release them. */
  async elsewhere(): Promise<void> {
    const { store, lease, runs, clock } = this.#options;
    const others = (await store.listBatchesOfOthers(lease.owner)).filter(lease.isElsewhere);
    const now = new Set(others.map(({ uuid }) => uuid));
    // Batches no longer elsewhere have ended there or were released: emitted a last time.
    const affected = new Set([...this.#lastElsewhere, ...now]);
    this.#lastElsewhere = now;
    // Runs of this process emit their own events.
    for (const uuid of runs.keys()) affected.delete(uuid);
    const all = affected.size === 0 ? [] : await store.listBatches();
    const batches = all.filter(({ uuid }) => affected.has(uuid));
    // A process that was stopped, as by Ctrl+Z, renews no lease and transfers nothing.
    const renewed = new Set(others.flatMap((one) => (one.leaseUntil > clock.now() ? [one.uuid] : [])));
    this.#isBusyElsewhere = batches.some(({ uuid, state }) => renewed.has(uuid) && state.kind === 'running');
    if (affected.size === 0) return;
    this.#emit({ batches: batches.map((batch) => shownBatch(batch, now.has(batch.uuid))), documents: [] });
  }

  /** Emits every batch of a folder: a change of the index error concerns all of them. */
  async emitFolder(folder: string): Promise<void> {
    const batches = (await this.list()).filter((batch) => batch.folder === folder);
    if (batches.length > 0) this.#options.emit('downloads.progress', { batches, documents: [] });
  }

  close(): void {
    this.#stayAwakeNoMore();
    this.#options.desktop.showProgress(undefined);
    this.#progress.close();
  }

  #emit({ batches, documents }: Events['downloads.progress']): void {
    const shown = batches.map((batch) => this.#withIndexError(batch));
    this.#options.emit('downloads.progress', { batches: shown, documents });
    for (const batch of shown) for (const listener of this.#listenersOf(batch.id)) listener(batch);
  }

  #withIndexError(batch: Batch): Batch {
    const indexError = this.#options.indexErrorOf(batch.folder);
    return indexError === undefined ? batch : { ...batch, indexError };
  }

  #listenersOf(batchId: string): Iterable<BatchListener> {
    return this.#listeners.get(batchId) ?? [];
  }

  #stayAwakeNoMore(): void {
    this.#letSleep?.();
    this.#letSleep = undefined;
  }
}

/** Finished share of the documents of all running batches, 0 to 1. */
function fractionOf(runs: Iterable<Run>): number {
  let documents = 0;
  let open = 0;
  for (const { state, progress } of runs) {
    if (state.kind !== 'running') continue;
    documents += progress.documents;
    open += progress.counts.waiting + progress.counts.transferring + progress.counts.paused;
  }
  return documents === 0 ? 0 : (documents - open) / documents;
}

function documentOf(run: Run, taken: TakenTransfer, outcome: TransferOutcome | undefined): BatchDocument {
  const task = run.tasks.get(taken.id);
  const verdict = task ? undefined : outcome;
  const landed = verdict?.kind === 'landed' ? verdict : undefined;
  const row: StoredTransfer = {
    id: taken.id,
    connectionId: taken.connectionId,
    documentId: taken.documentId,
    dispatch: taken.dispatch,
    rut: taken.rut,
    type: taken.type,
    folio: taken.folio,
    state: landed?.state ?? (verdict?.kind === 'verdict' ? verdict.state : 'waiting'),
    path: landed?.path ?? pathIn(taken.folder, taken.stem),
    requestId: '',
    at: '',
    ...(landed && { size: landed.size, sha256: landed.sha256 }),
    ...(verdict?.kind === 'verdict' && { error: verdict.error }),
  };
  return shownDocument(run.batch, row, task);
}

// Ten times a second at the most (docs/design/ipc.md).
const emitIntervalMs = 100;

/** Changes that were not emitted yet: few, small events. A value is read when its event is emitted. */
export class PendingProgress {
  readonly #emit: (progress: Events['downloads.progress']) => void;
  readonly #throttle: Throttle;
  #batches = new Map<string, () => Batch>();
  #documents = new Map<string, () => BatchDocument>();

  constructor(clock: Clock, emit: (progress: Events['downloads.progress']) => void) {
    this.#emit = emit;
    this.#throttle = new Throttle(() => this.#emitChanges(), {
      clock,
      intervalMs: emitIntervalMs,
      delaysFirst: true,
    });
  }

  batch(id: string, read: () => Batch): void {
    this.#batches.set(id, read);
    this.#throttle.request();
  }

  document(key: string, read: () => BatchDocument): void {
    // Keeps the latest changes: those the user sees.
    this.#documents.delete(key);
    this.#documents.set(key, read);
    if (this.#documents.size > maxDocumentsPerEvent) {
      const eldest = this.#documents.keys().next();
      if (!eldest.done) this.#documents.delete(eldest.value);
    }
    this.#throttle.request();
  }

  /** Drops all pending changes of a removed batch. */
  forget(id: string): void {
    this.#batches.delete(id);
    for (const key of this.#documents.keys()) if (key.startsWith(`${id}/`)) this.#documents.delete(key);
  }

  /** Emits pending changes now. */
  flush(): void {
    this.#throttle.flush();
  }

  close(): void {
    this.#throttle.flush();
    this.#throttle.stop();
  }

  #emitChanges(): void {
    if (this.#batches.size === 0 && this.#documents.size === 0) return;
    const batches = [...this.#batches.values()].map((read) => read());
    const documents = [...this.#documents.values()].map((read) => read());
    // A new map: V8's cleared maps keep a reference to their successors.
    this.#batches = new Map();
    this.#documents = new Map();
    this.#emit({ batches, documents });
  }
}

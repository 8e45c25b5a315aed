import type { Events } from '../../../shared/contract.ts';
import type { Batch, BatchDocument } from '../../../shared/model/download.ts';
import { maxDocumentsPerEvent } from '../../../shared/model/row-limits.ts';
import type { Store, StoredTransfer, TakenTransfer } from '../../database/index.ts';
import type { Clock, Desktop } from '../../host.ts';
import type { LeaseOwner } from '../../jobs/index.ts';
import type { TransferOutcome } from '../transfer/index.ts';
import { pathWithoutExtension, type Run, shownBatch, shownDocument, shownRun } from './batch-run.ts';

/** Publishes changes of batches to the page and the desktop. */
export interface ProgressPublisher {
  /** A batch changed, and optionally one of its documents; `outcome` is the document's result. */
  changed(run: Run, taken?: TakenTransfer, outcome?: TransferOutcome): void;
  rows(run: Run, rows: readonly StoredTransfer[]): void;
  /** The first transfer started, or the last one ended. */
  busy(isBusy: boolean): void;
  ended(run: Run): void;
  /** A batch was removed from the list: a later event would show it again. */
  forgotten(run: Run): void;
  /** Emits the progress of batches of other processes, and a last time after those release them. */
  elsewhere(): Promise<void>;
  /** A batch of another process was listed. */
  sawElsewhere(uuid: string): void;
  close(): void;
}

export interface ProgressPublisherOptions {
  desktop: Pick<Desktop, 'keepAwake' | 'showProgress'>;
  /** Notifies the user that a batch has ended. */
  announce(batch: Batch): void;
  emit(event: 'downloads.progress', payload: Events['downloads.progress']): void;
  store: Store;
  clock: Clock;
  lease: LeaseOwner;
  runs(): Iterable<Run>;
}

export function createProgressPublisher(options: ProgressPublisherOptions): ProgressPublisher {
  const { store, clock, lease, desktop, announce, emit, runs } = options;
  let letSleep: (() => void) | undefined;
  let lastElsewhere = new Set<string>();
  const progress = createProgress({
    clock,
    emit(message) {
      emit('downloads.progress', message);
      if (letSleep) desktop.showProgress(fractionOf(runs()));
    },
  });

  function changed(run: Run, taken?: TakenTransfer, outcome?: TransferOutcome): void {
    progress.batch(run.batch.uuid, () => shownRun(run));
    if (!taken) return;
    progress.document(`${run.batch.uuid}/${taken.id}`, () => documentOf(run, taken, outcome));
  }

  return {
    changed,
    rows(run, rows) {
      changed(run);
      for (const row of rows) {
        const show = () => shownDocument(run.batch, row, run.tasks.get(row.id));
        progress.document(`${run.batch.uuid}/${row.id}`, show);
      }
    },
    busy(isBusy) {
      if (isBusy) letSleep ??= desktop.keepAwake();
      else {
        letSleep?.();
        letSleep = undefined;
      }
      desktop.showProgress(isBusy ? fractionOf(runs()) : undefined);
    },
    ended(run) {
      progress.flush();
      announce(shownRun(run));
    },
    forgotten: ({ batch }) => progress.forget(batch.uuid),
    async elsewhere() {
      const others = (await store.listBatchesOfOthers(lease.owner)).filter(lease.isElsewhere);
      const now = new Set(others.map(({ uuid }) => uuid));
      // Batches no longer elsewhere have ended there or were released: emitted a last time.
      const affected = new Set([...lastElsewhere, ...now]);
      lastElsewhere = now;
      // Runs of this process emit their own events.
      for (const { batch } of runs()) affected.delete(batch.uuid);
      if (affected.size === 0) return;
      const batches = (await store.listBatches()).filter(({ uuid }) => affected.has(uuid));
      const shown = batches.map((batch) => shownBatch(batch, now.has(batch.uuid)));
      emit('downloads.progress', { batches: shown, documents: [] });
    },
    sawElsewhere: (uuid) => void lastElsewhere.add(uuid),
    close() {
      letSleep?.();
      letSleep = undefined;
      desktop.showProgress(undefined);
      progress.close();
    },
  };
}

/** Finished share of the documents of all running batches, 0 to 1. */
function fractionOf(runs: Iterable<Run>): number {
  let documents = 0;
  let open = 0;
  for (const { state, counters } of runs) {
    if (state.kind !== 'running') continue;
    documents += counters.documents;
    open += counters.counts.waiting + counters.counts.transferring + counters.counts.paused;
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
    path: landed?.path ?? pathWithoutExtension(taken),
    requestId: '',
    at: '',
    ...(landed && { size: landed.size, sha256: landed.sha256 }),
    ...(verdict?.kind === 'verdict' && { error: verdict.error }),
  };
  return shownDocument(run.batch, row, task);
}

/** Emits progress in few, small events. */
export interface Progress {
  /** A batch changed; `read` is called when the event is emitted. */
  batch(id: string, read: () => Batch): void;
  /** A document changed; `read` is called when the event is emitted. */
  document(key: string, read: () => BatchDocument): void;
  /** Drops all pending changes of a removed batch. */
  forget(id: string): void;
  /** Emits pending changes now. */
  flush(): void;
  close(): void;
}

export interface ProgressOptions {
  clock: Clock;
  emit(progress: Events['downloads.progress']): void;
}

// Ten times a second at the most (docs/design/ipc.md).
const emitIntervalMs = 100;

export function createProgress({ clock, emit }: ProgressOptions): Progress {
  let batches = new Map<string, () => Batch>();
  let documents = new Map<string, () => BatchDocument>();
  const ending = new AbortController();
  let isWaiting = false;

  function flush(): void {
    if (batches.size === 0 && documents.size === 0) return;
    const changed = {
      batches: [...batches.values()].map(made),
      documents: [...documents.values()].map(made),
    };
    // A new map: V8's cleared maps keep a reference to their successors.
    batches = new Map();
    documents = new Map();
    emit(changed);
  }

  function arrange(): void {
    if (isWaiting || ending.signal.aborted) return;
    isWaiting = true;
    clock.sleep(emitIntervalMs, ending.signal).then(
      () => {
        isWaiting = false;
        flush();
      },
      () => undefined,
    );
  }

  return {
    batch(id, read) {
      batches.set(id, read);
      arrange();
    },
    document(key, make) {
      // Keeps the latest changes: those the user sees.
      documents.delete(key);
      documents.set(key, make);
      if (documents.size > maxDocumentsPerEvent) {
        const eldest = documents.keys().next();
        if (!eldest.done) documents.delete(eldest.value);
      }
      arrange();
    },
    forget(id) {
      batches.delete(id);
      for (const key of documents.keys()) if (key.startsWith(`${id}/`)) documents.delete(key);
    },
    flush,
    close() {
      flush();
      ending.abort();
    },
  };
}

function made<T>(make: () => T): T {
  return make();
}

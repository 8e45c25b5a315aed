import { join } from 'node:path';
import type { AppError } from '../../../shared/errors.ts';
import {
  type Batch,
  type BatchDocument,
  type BatchState,
  noCounts,
  type PauseReason,
  type TransferState,
} from '../../../shared/model/download.ts';
import { resumesAutomatically } from '../../../shared/model/resumes-automatically.ts';
import type { Store, StoredBatch, StoredTransfer, TakenTransfer } from '../../database/index.ts';
import type { Clock } from '../../host.ts';
import { createSmallMap, type SmallMap } from '../../lib/small-map.ts';
import type { Disk } from '../files/index.ts';
import { Destination } from '../files/index.ts';
import { indexStamp } from '../folder-index/index.ts';
import type { StopReason, TransferJob, TransferOutcome } from '../transfer/index.ts';
import { type BatchEvent, isEnding, mayStart, next, type RunState, shownState } from './batch-state.ts';

/** Why a connection's documents are paused: its key was rejected, or its server is unreachable. */
export interface ConnectionPause {
  why: Extract<PauseReason, 'connection-refused' | 'offline'>;
  error: AppError;
}

/** Whether a document is meant. */
export type TransferFilter = (taken: TakenTransfer) => boolean;

/** What the ledger has of a batch's waiting documents beside those that are ready. */
type Supply =
  | { kind: 'unknown' }
  /** Only more of these connections, of which enough are ready. */
  | { kind: 'only'; connectionsKey: string }
  | { kind: 'none' };

/** A batch that this process owns. */
export class Run {
  readonly batch: StoredBatch;
  readonly destination: Destination;
  readonly progress: BatchProgress;
  /** Documents in progress, by the ledger's transfer id. */
  readonly tasks: SmallMap<number, TransferJob> = createSmallMap();
  /** Prefetched from the ledger, not started. */
  ready: TakenTransfer[] = [];
  /** Resolves when the current prefetch ends. */
  prefetch: Promise<void> | undefined;
  supply: Supply = { kind: 'unknown' };
  /** Consecutive failed reads of the ledger. */
  failures = 0;
  /** All documents of the selection are added. */
  isEnumerated: boolean;
  /** The folder was lost for a time: finished files are checked before the end. */
  mayHaveLostFiles = false;
  /** Resolves when the last pause has stopped all tasks. */
  taskStop: Promise<void> | undefined;
  /** Settles with the last resume. */
  resumed: Promise<void> | undefined;
  /** Details of a pause that the app made itself. */
  waits: Batch['waits'];
  /** Connections whose documents do not start, and why; others continue. */
  readonly pausedConnections = new Map<string, ConnectionPause>();
  /** Connections of the documents seen so far. */
  readonly connections = new Set<string>();
  #state: RunState;

  /** A run of a batch from the ledger. `isTakenUp`: an earlier process started it. */
  constructor(batch: StoredBatch, isTakenUp: boolean, context: { store: Store; disk: Disk; clock: Clock }) {
    this.batch = batch;
    this.#state = batch.state;
    this.progress = new BatchProgress(context.clock, batch);
    this.destination = knownDestination(batch.folder, isTakenUp, context);
    this.isEnumerated = batch.toEnumerate === undefined;
  }

  /** As lists show it. The same object until it changes. */
  get state(): BatchState {
    return shownState(this.#state);
  }

  /** Whether documents may start. */
  get mayStart(): boolean {
    return mayStart(this.#state);
  }

  get isEnding(): boolean {
    return isEnding(this.#state);
  }

  get isDropped(): boolean {
    return this.#state.kind === 'dropped';
  }

  /** No document is in progress or prefetched. */
  get isIdle(): boolean {
    return this.tasks.size === 0 && this.ready.length === 0 && !this.prefetch;
  }

  /** Changes its state. */
  apply(event: BatchEvent): void {
    this.#state = next(this.#state, event);
  }

  /** Makes the next prefetch ask the ledger again. */
  recheck(): void {
    this.supply = { kind: 'unknown' };
  }

  /** Stops the documents in progress that match, default all, and returns them. */
  stopTasks(matches: TransferFilter = () => true, reason?: StopReason): TransferJob[] {
    const tasks = this.tasks.values().filter(({ taken }) => matches(taken));
    for (const task of tasks) task.stop(reason);
    return tasks;
  }
}

/** A batch as shown in lists, from the ledger alone. */
export function shownBatch(batch: StoredBatch, isElsewhere: boolean): Batch {
  const counts = { ...batch.counts };
  if (!isElsewhere) {
    counts.waiting += counts.transferring;
    counts.transferring = 0;
  }
  return {
    id: batch.uuid,
    name: batch.name,
    folder: batch.folder,
    template: batch.template,
    startedAt: batch.startedAt,
    state: batch.state,
    counts,
    documents: Object.values(counts).reduce((sum, count) => sum + count, 0),
    leftOut: batch.leftOut,
    ...(batch.selectionError && { selectionError: batch.selectionError }),
    bytes: batch.bytes,
    bytesPerSecond: 0,
    isElsewhere,
  };
}

/** A batch of this process as shown in lists. */
export function shownRun({ batch, state, progress, waits }: Run): Batch {
  const secondsLeft = state.kind === 'running' ? progress.secondsLeft : undefined;
  return {
    ...shownBatch(batch, false),
    state,
    counts: { ...progress.counts },
    documents: progress.documents,
    bytes: progress.bytes,
    bytesPerSecond: state.kind === 'running' ? progress.bytesPerSecond : 0,
    ...(secondsLeft !== undefined && { secondsLeft }),
    ...(state.kind === 'paused' && resumesAutomatically(state) && waits && { waits }),
  };
}

/** A document as shown in lists, with the progress of its task. */
export function shownDocument(
  batch: Pick<StoredBatch, 'uuid' | 'folder'>,
  row: StoredTransfer,
  task: TransferJob | undefined,
): BatchDocument {
  const isOver = row.state === 'done' || row.state === 'here';
  const size = task?.size ?? row.size;
  return {
    batchId: batch.uuid,
    connectionId: row.connectionId,
    documentId: row.documentId,
    dispatchNumber: row.dispatch,
    rut: row.rut,
    type: row.type,
    folio: row.folio,
    state: task?.isTransferring
      ? 'transferring'
      : task || row.state === 'transferring'
        ? 'waiting'
        : row.state,
    path: row.path === '' ? '' : join(batch.folder, row.path),
    bytes: task?.bytes ?? (isOver ? (row.size ?? 0) : 0),
    ...(size !== undefined && { size }),
    ...(isOver && row.sha256 !== undefined && { sha256: row.sha256 }),
    ...(row.error && { error: row.error }),
  };
}

// Number of known files that are checked.
const maxChecks = 20;

/**
 * Whether a folder holds known content: the index with its last stamp, or a file of its recorded size. False
 * for an empty mount point or another drive. Undefined if nothing is known. Rejects with the disk's or
 * ledger's error.
 */
async function hasKnownFiles(store: Store, disk: Disk, folder: string): Promise<boolean | undefined> {
  const stamp = await store.getIndexStamp(folder);
  if (stamp !== '' && (await indexStamp(disk, folder)) === stamp) return true;
  const known = await store.listDownloadedFiles(folder, '', maxChecks);
  for (const { path, size } of known) {
    const found = await disk.stat(join(folder, ...path.split('/')));
    if (found?.kind === 'file' && found.size === size) return true;
  }
  return known.length > 0 || stamp !== '' ? false : undefined;
}

/** A destination checked against the ledger. `isAwaited`: an earlier process filled it. */
export function knownDestination(
  folder: string,
  isAwaited: boolean,
  { store, disk, clock }: { store: Store; disk: Disk; clock: Clock },
): Destination {
  const hasFiles = () => hasKnownFiles(store, disk, folder);
  return new Destination(folder, disk, clock, { hasFiles, isAwaited });
}

const finals: readonly TransferState[] = ['done', 'here', 'failed', 'no-file', 'unsigned', 'cancelled'];
// Window of the speed, ms; `secondsLeft` needs this run's time and documents to reach both minimums.
const speedWindowMs = 5_000;
const enoughTime = 5_000;
const enoughDocuments = 20;

/** The progress of a batch: documents by state, bytes, speed and remaining time. */
class BatchProgress {
  readonly #clock: Pick<Clock, 'elapsed'>;
  readonly counts: Record<TransferState, number> = { ...noCounts };
  /** Bytes of finished documents. */
  bytesOnDisk = 0;
  #bytesInProgress = 0;
  #finishedSince = 0;
  #since = 0;
  /** Bytes per half second of the window. */
  #slices: { at: number; bytes: number }[] = [];

  constructor(clock: Pick<Clock, 'elapsed'>, batch: Pick<StoredBatch, 'counts' | 'bytes'>) {
    this.#clock = clock;
    this.reset(batch);
  }

  get documents(): number {
    return Object.values(this.counts).reduce((sum, count) => sum + count, 0);
  }

  /** Documents with a verdict. */
  get finished(): number {
    return finals.reduce((sum, state) => sum + this.counts[state], 0);
  }

  /** Bytes on disk plus bytes in progress. */
  get bytes(): number {
    return this.bytesOnDisk + this.#bytesInProgress;
  }

  get bytesPerSecond(): number {
    const now = this.#clock.elapsed();
    this.#slices = this.#slices.filter(({ at }) => now - at < speedWindowMs);
    const bytes = this.#slices.reduce((sum, slice) => sum + slice.bytes, 0);
    const span = Math.min(speedWindowMs, Math.max(500, now - this.#since));
    return Math.round((bytes / span) * 1000);
  }

  /** Undefined until there is enough data. */
  get secondsLeft(): number | undefined {
    const spent = this.#clock.elapsed() - this.#since;
    const left = this.counts.waiting + this.counts.transferring;
    if (left === 0 || spent < enoughTime || this.#finishedSince < enoughDocuments) return undefined;
    return Math.round(((spent / this.#finishedSince) * left) / 1000);
  }

  /** Resets to the ledger's counts. */
  reset({ counts, bytes }: Pick<StoredBatch, 'counts' | 'bytes'>): void {
    // Interrupted transfers count as waiting until they restart here.
    const waiting = counts.waiting + counts.transferring;
    Object.assign(this.counts, counts, { waiting, transferring: 0 });
    this.bytesOnDisk = bytes;
    this.#bytesInProgress = 0;
    this.#finishedSince = 0;
    this.#since = this.#clock.elapsed();
    this.#slices = [];
  }

  added(documents: number): void {
    this.counts.waiting += documents;
  }

  moved(from: TransferState, to: TransferState, documents = 1): void {
    this.counts[from] -= documents;
    this.counts[to] += documents;
    if (finals.includes(to)) this.#finishedSince += documents;
  }

  /** Changes the bytes in progress by `delta`. */
  streamed(delta: number): void {
    this.#bytesInProgress = Math.max(0, this.#bytesInProgress + delta);
    if (delta <= 0) return;
    const at = this.#clock.elapsed();
    const last = this.#slices.at(-1);
    if (last && at - last.at < 500) last.bytes += delta;
    else this.#slices.push({ at, bytes: delta });
  }

  /** A document received a slot, or its try failed. */
  showTransferring(isTransferring: boolean): void {
    if (isTransferring) this.moved('waiting', 'transferring');
    else this.moved('transferring', 'waiting');
  }

  /** A document is not in progress any more. */
  ended({ bytes, isTransferring }: TransferJob, outcome: TransferOutcome): void {
    this.streamed(-bytes);
    if (outcome.kind === 'lost') return;
    const to = outcome.kind === 'landed' || outcome.kind === 'verdict' ? outcome.state : 'waiting';
    this.moved(isTransferring ? 'transferring' : 'waiting', to);
    if (outcome.kind === 'landed' && outcome.state === 'done') this.bytesOnDisk += outcome.size;
  }
}

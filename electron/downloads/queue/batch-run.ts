import { join } from 'node:path';
import type { AppError } from '../../../shared/errors.ts';
import {
  type Batch,
  type BatchDocument,
  type BatchState,
  noCounts,
  type PauseReason,
  type StateCounts,
  type TransferState,
} from '../../../shared/model/download.ts';
import { resumesAutomatically } from '../../../shared/model/resumes-automatically.ts';
import type { Store, StoredBatch, StoredTransfer, TakenTransfer } from '../../database/index.ts';
import type { Clock } from '../../host.ts';
import { createSmallMap, type SmallMap } from '../../lib/small-map.ts';
import type { Disk } from '../files/index.ts';
import { Destination, pathIn } from '../files/index.ts';
import { indexStamp } from '../folder-index/index.ts';
import type { TransferJob } from '../transfer/index.ts';

/** Why a connection's documents are paused: its key was rejected, or its server is unreachable. */
export interface ConnectionPause {
  why: Extract<PauseReason, 'connection-refused' | 'offline'>;
  error: AppError;
}

/** A batch that this process owns. */
export interface Run {
  batch: StoredBatch;
  state: BatchState;
  destination: Destination;
  counters: Counters;
  /** By the ledger's transfer id. */
  tasks: SmallMap<number, TransferJob>;
  /** Prefetched from the ledger, not started. */
  ready: TakenTransfer[];
  /** Resolves when the current prefetch ends. */
  prefetch?: Promise<void>;
  /** Consecutive failed reads of the ledger. */
  failures: number;
  /** The last prefetch found no more documents. */
  isDry: boolean;
  /**
   * The last prefetch found only documents of these connections, of which enough are ready. A key of
   * connections, `''` if unknown.
   */
  dryExceptKey: string;
  /** A completeness check is running. */
  isEnding: boolean;
  /** A check was requested during the running one. */
  mustRecheckEnd: boolean;
  /** All documents of the selection are added. */
  isEnumerated: boolean;
  /** The folder was lost for a time: finished files are checked before the end. */
  mayHaveLostFiles: boolean;
  /** Resolves when the last pause has stopped all tasks. */
  taskStop?: Promise<void>;
  /**
   * Set while the batch is cancelled or removed: no document starts. Resolves when that is done; never
   * rejects.
   */
  exclusiveAction?: Promise<void>;
  /** Details of a pause that the app made itself. */
  waits?: Batch['waits'];
  /** Connections whose documents do not start, and why; others continue. */
  pausedConnections: Map<string, ConnectionPause>;
  /** Connections of the documents seen so far. */
  connections: Set<string>;
}

/** Makes the next prefetch ask the ledger again. */
export function recheck(run: Run): void {
  run.isDry = false;
  run.dryExceptKey = '';
}

/** No document of the batch is in progress or prefetched. */
export function isIdle(run: Run): boolean {
  return run.tasks.size === 0 && run.ready.length === 0 && !run.prefetch;
}

/** A run of a batch from the ledger. `isTakenUp`: an earlier process started it. */
export function newRun(
  batch: StoredBatch,
  isTakenUp: boolean,
  context: { store: Store; disk: Disk; clock: Clock },
): Run {
  const counters = createCounters(context.clock);
  counters.reset(batch);
  return {
    batch,
    state: batch.state,
    destination: knownDestination(batch.folder, isTakenUp, context),
    counters,
    tasks: createSmallMap(),
    ready: [],
    failures: 0,
    isDry: false,
    dryExceptKey: '',
    isEnding: false,
    mustRecheckEnd: false,
    isEnumerated: batch.toEnumerate === undefined,
    mayHaveLostFiles: false,
    connections: new Set(),
    pausedConnections: new Map(),
  };
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
export function shownRun({ batch, state, counters, waits }: Run): Batch {
  const secondsLeft = state.kind === 'running' ? counters.secondsLeft : undefined;
  return {
    ...shownBatch(batch, false),
    state,
    counts: { ...counters.counts },
    documents: counters.documents,
    bytes: counters.bytes,
    bytesPerSecond: state.kind === 'running' ? counters.bytesPerSecond : 0,
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

/** The relative path of a document in progress, without extension. */
export function pathWithoutExtension({ folder, stem }: TakenTransfer): string {
  return pathIn(folder, stem);
}

/** Counts and speed of a batch. */
export interface Counters {
  readonly counts: StateCounts;
  readonly documents: number;
  /** Bytes on disk plus bytes in progress. */
  readonly bytes: number;
  readonly bytesPerSecond: number;
  /** Undefined until there is enough data. */
  readonly secondsLeft: number | undefined;
  /** Resets to the ledger's counts. */
  reset(batch: Pick<StoredBatch, 'counts' | 'bytes'>): void;
  added(documents: number): void;
  moved(from: TransferState, to: TransferState, documents?: number): void;
  landedBytes(bytes: number): void;
  /** Changes the bytes in progress by `delta`. */
  streamed(delta: number): void;
}

const finals: readonly TransferState[] = ['done', 'here', 'failed', 'no-file', 'unsigned', 'cancelled'];
// Window of the speed, ms; `secondsLeft` needs this run's time and documents to reach both minimums.
const speedWindowMs = 5_000;
const enoughTime = 5_000;
const enoughDocuments = 20;

function createCounters(clock: Pick<Clock, 'elapsed'>): Counters {
  const counts: Record<TransferState, number> = { ...noCounts };
  let onDisk = 0;
  let moving = 0;
  let finishedSince = 0;
  let since = clock.elapsed();
  // Bytes per half second of the window.
  let slices: { at: number; bytes: number }[] = [];

  const total = () => Object.values(counts).reduce((sum, count) => sum + count, 0);

  function recent(): number {
    const now = clock.elapsed();
    slices = slices.filter(({ at }) => now - at < speedWindowMs);
    const bytes = slices.reduce((sum, slice) => sum + slice.bytes, 0);
    const span = Math.min(speedWindowMs, Math.max(500, now - since));
    return Math.round((bytes / span) * 1000);
  }

  return {
    counts,
    get documents() {
      return total();
    },
    get bytes() {
      return onDisk + moving;
    },
    get bytesPerSecond() {
      return recent();
    },
    get secondsLeft() {
      const spent = clock.elapsed() - since;
      const left = counts.waiting + counts.transferring;
      if (left === 0 || spent < enoughTime || finishedSince < enoughDocuments) return undefined;
      return Math.round(((spent / finishedSince) * left) / 1000);
    },
    reset(batch) {
      Object.assign(counts, batch.counts);
      // Interrupted transfers count as waiting until they restart here.
      counts.waiting += counts.transferring;
      counts.transferring = 0;
      onDisk = batch.bytes;
      moving = 0;
      finishedSince = 0;
      since = clock.elapsed();
      slices = [];
    },
    added(documents) {
      counts.waiting += documents;
    },
    moved(from, to, documents = 1) {
      counts[from] -= documents;
      counts[to] += documents;
      if (finals.includes(to)) finishedSince += documents;
    },
    landedBytes(bytes) {
      onDisk += bytes;
    },
    streamed(delta) {
      moving = Math.max(0, moving + delta);
      if (delta <= 0) return;
      const at = clock.elapsed();
      const last = slices.at(-1);
      if (last && at - last.at < 500) last.bytes += delta;
      else slices.push({ at, bytes: delta });
    },
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

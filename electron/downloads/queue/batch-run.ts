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
import type { LedgerBatch, LedgerTransfer, Store, TakenTransfer } from '../../database/index.ts';
import type { Clock } from '../../host.ts';
import { createSmallMap, type SmallMap } from '../../lib/small-map.ts';
import type { Disk } from '../files/index.ts';
import { createDestination, type Destination, pathIn } from '../files/index.ts';
import { indexStamp } from '../folder-index/index.ts';

/** Why a person stops a document while it is under way. */
export type StopReason = 'pause' | 'cancel';

/** A document that this process is at. */
export interface Task {
  taken: TakenTransfer;
  abort: AbortController;
  /** By the machine's own time, ms. */
  begunAt: number;
  ended: Promise<void>;
  /** Why a person stopped it. */
  stopReason?: StopReason;
  /** It has a slot; until then it still reads as waiting. */
  isTransferring: boolean;
  bytes: number;
  size?: number;
}

/** Why the documents of a connection are paused: its key is refused, or a server of its is away. */
export interface ConnectionPause {
  why: Extract<PauseReason, 'connection-refused' | 'offline'>;
  error: AppError;
}

/** A batch that this process owns and works on. */
export interface Run {
  batch: LedgerBatch;
  state: BatchState;
  destination: Destination;
  counters: Counters;
  /** By the ledger's id of the transfer. */
  tasks: SmallMap<number, Task>;
  /** Taken from the ledger, not yet begun. */
  ready: TakenTransfer[];
  /** Resolves when what is just being taken from the ledger has been. */
  taking?: Promise<void>;
  /** How often in a row the ledger could not be asked about it. */
  failures: number;
  /** The ledger had nothing more to give when it was asked last. */
  isDry: boolean;
  /**
   * It had nothing but documents of these connections, of which enough are ready: a key of them, `''` where
   * that is not known.
   */
  dryExceptKey: string;
  /** It is being looked at whether all is over. */
  isEnding: boolean;
  /** Somebody asked whether all is over while that was being looked at. */
  mustRecheckEnd: boolean;
  /** All of the selection has been added. */
  isEnumerated: boolean;
  /** Files that were done may have been lost with their folder: looked for before the end. */
  mayHaveLostFiles: boolean;
  /** Resolves when its last pause has ended all that was under way. */
  resting?: Promise<void>;
  /**
   * While it is being cancelled or forgotten: nothing of it begins. Resolves, and never rejects, when it has
   * come to rest.
   */
  stopping?: Promise<void>;
  /** What it waits for while the app has paused it by itself. */
  waits?: Batch['waits'];
  /** Connections whose documents do not begin, and why; those of the others go on. */
  pausedConnections: Map<string, ConnectionPause>;
  /** Connections of the documents seen so far. */
  connections: Set<string>;
}

/** The ledger may have more to give than when it was asked last. */
export function recheck(run: Run): void {
  run.isDry = false;
  run.dryExceptKey = '';
}

/**
 * A batch as it stands in the ledger, to be worked on; one that is taken up was begun by an earlier process.
 */
export function newRun(
  batch: LedgerBatch,
  isTakenUp: boolean,
  deps: { store: Store; disk: Disk; clock: Clock },
): Run {
  const counters = createCounters(deps.clock);
  counters.reset(batch);
  return {
    batch,
    state: batch.state,
    destination: knownDestination(batch.folder, isTakenUp, deps),
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

/** A batch as lists show it, from the ledger alone. */
export function shownBatch(batch: LedgerBatch, isElsewhere: boolean): Batch {
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

/** A batch as lists show it while this process works on it. */
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
    ...(state.kind === 'paused' && resumesAutomatically(state.why) && waits && { waits }),
  };
}

/** Whether a batch that is paused for that goes on by itself. */
export function resumesAutomatically(why: PauseReason): boolean {
  return why !== 'person' && why !== 'restart' && why !== 'connection-refused';
}

/** A document as lists show it; what is under way as it stands now. */
export function shownDocument(
  batch: Pick<LedgerBatch, 'uuid' | 'folder'>,
  row: LedgerTransfer,
  task: Task | undefined,
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
    state: task ? taskState(task) : row.state === 'transferring' ? 'waiting' : row.state,
    path: row.path === '' ? '' : join(batch.folder, row.path),
    bytes: task?.bytes ?? (isOver ? (row.size ?? 0) : 0),
    ...(size !== undefined && { size }),
    ...(isOver && row.sha256 !== undefined && { sha256: row.sha256 }),
    ...(row.error && { error: row.error }),
  };
}

function taskState({ isTransferring }: Task): TransferState {
  return isTransferring ? 'transferring' : 'waiting';
}

/** The place of a document that is under way, relative. */
export function placeOf({ folder, stem }: TakenTransfer): string {
  return pathIn(folder, stem);
}

/** How a batch fares, counted as it goes. */
export interface Counters {
  readonly counts: StateCounts;
  readonly documents: number;
  /** Bytes on disk, and of what is under way. */
  readonly bytes: number;
  readonly bytesPerSecond: number;
  /** Absent until it means something. */
  readonly secondsLeft: number | undefined;
  /** Starts from what the ledger says. */
  reset(batch: Pick<LedgerBatch, 'counts' | 'bytes'>): void;
  added(documents: number): void;
  moved(from: TransferState, to: TransferState, documents?: number): void;
  landedBytes(bytes: number): void;
  /** Bytes under way: so many more, or fewer. */
  streamed(delta: number): void;
}

const finals: readonly TransferState[] = ['done', 'here', 'failed', 'no-file', 'unsigned', 'cancelled'];
// The speed of the last few seconds; the time left from what this run has done, once that is enough to go by.
const speedWindowMs = 5_000;
const enoughTime = 5_000;
const enoughDocuments = 20;

/** Counters of nothing yet. */
function createCounters(clock: Pick<Clock, 'elapsed'>): Counters {
  const counts: Record<TransferState, number> = { ...noCounts };
  let onDisk = 0;
  let moving = 0;
  let finishedSince = 0;
  let since = clock.elapsed();
  // Bytes that came in each half second of the window.
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
      // What is under way counts as such when it starts here.
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

// So many of the files that are known to stand there are checked.
const maxChecks = 20;

/**
 * Whether a folder holds something that the ledger knows to be in it: the index as it was last seen, or a
 * file of the size that it had. Of an empty mount point, or another drive, neither is so. Undefined when
 * nothing is known of it. Rejects with what the disk or the ledger says.
 */
async function hasKnownFiles(store: Store, disk: Disk, folder: string): Promise<boolean | undefined> {
  const stamp = await store.ledgerIndexStamp(folder);
  if (stamp !== '' && (await indexStamp(disk, folder)) === stamp) return true;
  const known = await store.ledgerDownloadedFiles(folder, '', maxChecks);
  for (const { path, size } of known) {
    const found = await disk.stat(join(folder, ...path.split('/')));
    if (found?.kind === 'file' && found.size === size) return true;
  }
  return known.length > 0 || stamp !== '' ? false : undefined;
}

/**
 * A destination of which the ledger knows what it holds; with `isAwaited` an earlier process has filled it.
 */
export function knownDestination(
  folder: string,
  isAwaited: boolean,
  { store, disk, clock }: { store: Store; disk: Disk; clock: Clock },
): Destination {
  const stands = () => hasKnownFiles(store, disk, folder);
  return createDestination(folder, disk, clock, { stands, isAwaited });
}

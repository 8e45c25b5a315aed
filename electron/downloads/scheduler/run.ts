import type { Batch, BatchDocument, BatchState, TransferState } from '../../../shared/model/download.ts';
import type { Clock } from '../../host.ts';
import { createPassing, type Passing } from '../../passing.ts';
import type { LedgerBatch, LedgerTransfer, Store, TakenTransfer } from '../../store/index.ts';
import { pathIn } from '../destination/commit-file.ts';
import type { Destination } from '../destination/destination.ts';
import type { Disk } from '../destination/disk.ts';
import { knownDestination } from '../manifest/known-destination.ts';
import { createTally, type Tally } from './counters.ts';

/** What a person may want of a document while it is under way. */
export type Wanted = 'pause' | 'cancel';

/** A document that this process is at. */
export interface Task {
  taken: TakenTransfer;
  abort: AbortController;
  /** By the machine's own time, ms. */
  begunAt: number;
  ended: Promise<void>;
  /** What a person wants of it once it has stopped. */
  wanted?: Wanted;
  /** It has a slot; until then it still reads as waiting. */
  isTransferring: boolean;
  bytes: number;
  size?: number;
}

/** A batch that this process owns and works on. */
export interface Run {
  batch: LedgerBatch;
  state: BatchState;
  destination: Destination;
  tally: Tally;
  /** By the ledger's id of the transfer. */
  tasks: Passing<number, Task>;
  /** Taken from the ledger, not yet begun. */
  ready: TakenTransfer[];
  /** Resolves when what is just being taken from the ledger has been. */
  taking?: Promise<void>;
  /** The ledger had nothing more to give when it was asked last. */
  isDry: boolean;
  /** It is being looked at whether all is over. */
  isEnding: boolean;
  /** Somebody asked whether all is over while that was being looked at. */
  isAskedAgain: boolean;
  /** All of the selection has been added. */
  isGathered: boolean;
  /** Files that were done may have been lost with their folder: looked for before the end. */
  isDoubtful: boolean;
  /** Resolves when its last pause has ended all that was under way. */
  resting?: Promise<void>;
  /** While it is being cancelled or forgotten: nothing of it begins. Resolves, and never rejects, when it has come to rest. */
  stopping?: Promise<void>;
  /** Connections of the documents seen so far. */
  connections: Set<string>;
}

/** A batch as it stands in the ledger, to be worked on; one that is taken up was begun by an earlier process. */
export function newRun(
  batch: LedgerBatch,
  isTakenUp: boolean,
  means: { store: Store; disk: Disk; clock: Clock },
): Run {
  const tally = createTally(means.clock);
  tally.reset(batch);
  return {
    batch,
    state: batch.state,
    destination: knownDestination(batch.folder, isTakenUp, means),
    tally,
    tasks: createPassing(),
    ready: [],
    isDry: false,
    isEnding: false,
    isAskedAgain: false,
    isGathered: batch.toGather === undefined,
    isDoubtful: false,
    connections: new Set(),
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
    bytes: batch.bytes,
    bytesPerSecond: 0,
    isElsewhere,
  };
}

/** A batch as lists show it while this process works on it. */
export function shownRun({ batch, state, tally }: Run): Batch {
  const secondsLeft = state.kind === 'running' ? tally.secondsLeft : undefined;
  return {
    ...shownBatch(batch, false),
    state,
    counts: { ...tally.counts },
    documents: tally.documents,
    bytes: tally.bytes,
    bytesPerSecond: state.kind === 'running' ? tally.bytesPerSecond : 0,
    ...(secondsLeft !== undefined && { secondsLeft }),
  };
}

/** A document as lists show it; what is under way as it stands now. */
export function shownDocument(
  batch: Pick<LedgerBatch, 'uuid'>,
  at: (relative: string) => string,
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
    path: row.path === '' ? '' : at(row.path),
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

import { compositeKey } from '../../../shared/composite-key.ts';
import type { TakenTransfer } from '../../database/index.ts';
import type { TransferDeps } from '../transfer/index.ts';
import type { Run } from './batch-run.ts';

/** Documents prefetched from the ledger: enough to avoid waiting, few enough to return. */
export const prefetchDocuments = 64;
// Maximum documents of a connection outside slots: requesting a link or being committed.
const maxOutsideSlots = 48;

/**
 * Selects the next document of a batch. Each connection has its own limit, so that one with stalled storage
 * does not block the others.
 */
export interface JobPicker {
  /** Changes the number of a connection's documents in progress; waiting ones do not count. */
  count(connectionId: string, more: number): void;
  /** Removes and returns the next document from `ready`; undefined if none may start. */
  next(run: Run): TakenTransfer | undefined;
  /** Whether the next documents should be prefetched. */
  needsMore(run: Run): boolean;
}

export function createJobPicker(slots: Pick<TransferDeps['slots'], 'maxTransfersOf'>): JobPicker {
  const busy = new Map<string, number>();
  const busyOf = (connectionId: string) => busy.get(connectionId) ?? 0;

  const hasPlace = (run: Run, { connectionId }: TakenTransfer) =>
    !run.pausedConnections.has(connectionId) &&
    busyOf(connectionId) < slots.maxTransfersOf(connectionId) + maxOutsideSlots;

  /** Index of the first document that may start; -1 if none. */
  function indexOfNext(run: Run): number {
    // Documents of one connection come in runs: each is checked once.
    let full: string | undefined;
    return run.ready.findIndex((taken) => {
      if (taken.connectionId === full) return false;
      if (hasPlace(run, taken)) return true;
      full = taken.connectionId;
      return false;
    });
  }

  return {
    count(connectionId, more) {
      busy.set(connectionId, busyOf(connectionId) + more);
    },
    next(run) {
      const place = indexOfNext(run);
      return place < 0 ? undefined : run.ready.splice(place, 1)[0];
    },
    needsMore(run) {
      if (run.isDry || run.taking) return false;
      // All ready documents may belong to connections at their limit.
      return isShort(run) || (indexOfNext(run) < 0 && !hasOnlyReadyConnections(run));
    },
  };
}

/** Whether few documents are ready. */
export function isShort(run: Run): boolean {
  return run.ready.length < prefetchDocuments / 2;
}

/** Whether only documents of paused connections remain. */
export function isEveryConnectionPaused(run: Run): boolean {
  if (!run.isEnumerated || run.taking || run.tasks.size > 0 || run.ready.length === 0) return false;
  const isAllTaken = run.isDry || hasOnlyReadyConnections(run);
  return isAllTaken && run.ready.every(({ connectionId }) => run.pausedConnections.has(connectionId));
}

/** Whether the ledger has only documents of the connections in `ready`. */
function hasOnlyReadyConnections(run: Run): boolean {
  return run.dryExceptKey === connectionsKey(connectionsOf(run.ready));
}

/** The distinct connections of documents, sorted. */
export function connectionsOf(taken: readonly TakenTransfer[]): string[] {
  return [...new Set(taken.map(({ connectionId }) => connectionId))].sort();
}

/** A comparable key of sorted connections. */
export function connectionsKey(connectionIds: readonly string[]): string {
  return compositeKey(...connectionIds);
}

import { compositeKey } from '../../../shared/composite-key.ts';
import type { TakenTransfer } from '../../database/index.ts';
import type { TransferDeps } from '../transfer/index.ts';
import type { Run } from './batch-run.ts';

/**
 * Documents that are taken from the ledger at once, ahead of time: enough that nobody waits for it, few
 * enough to give back.
 */
export const prefetchDocuments = 64;
// Documents of a connection on their way beside those in slots: looked for, landing.
const maxOutsideSlots = 48;

/**
 * Which document of a batch begins next. Each connection has places of its own, so that one whose storage
 * stands still takes no other's.
 */
export interface JobPicker {
  /** So many more documents of a connection are on their way, those that rest aside. */
  count(connectionId: string, more: number): void;
  /** Takes the document that begins next out of those that are ready; undefined where none may. */
  next(run: Run): TakenTransfer | undefined;
  /** Whether the ledger is to be asked for more documents of a batch. */
  needsMore(run: Run): boolean;
}

/** A picker before the first document. */
export function createJobPicker(slots: Pick<TransferDeps['slots'], 'maxTransfersOf'>): JobPicker {
  const busy = new Map<string, number>();
  const busyOf = (connectionId: string) => busy.get(connectionId) ?? 0;

  const hasPlace = (run: Run, { connectionId }: TakenTransfer) =>
    !run.pausedConnections.has(connectionId) &&
    busyOf(connectionId) < slots.maxTransfersOf(connectionId) + maxOutsideSlots;

  /** Where the first document stands that may begin; -1 where none may. */
  function indexOfNext(run: Run): number {
    // Many of one connection follow each other: it is asked about once.
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
      // Those that are ready may all be of connections that have no place for them.
      return isShort(run) || (indexOfNext(run) < 0 && !hasOnlyReadyConnections(run));
    },
  };
}

/** Whether few documents of a batch are ready. */
export function isShort(run: Run): boolean {
  return run.ready.length < prefetchDocuments / 2;
}

/** Whether nothing is left of a batch but documents of paused connections. */
export function isEveryConnectionPaused(run: Run): boolean {
  if (!run.isEnumerated || run.taking || run.tasks.size > 0 || run.ready.length === 0) return false;
  const isAllTaken = run.isDry || hasOnlyReadyConnections(run);
  return isAllTaken && run.ready.every(({ connectionId }) => run.pausedConnections.has(connectionId));
}

/** Whether the ledger has nothing but documents of the connections whose documents are ready. */
function hasOnlyReadyConnections(run: Run): boolean {
  return run.dryExceptKey === connectionsKey(connectionsOf(run.ready));
}

/** The connections of documents, each once, in order. */
export function connectionsOf(taken: readonly TakenTransfer[]): string[] {
  return [...new Set(taken.map(({ connectionId }) => connectionId))].sort();
}

/** A key of connections in order, to compare with. */
export function connectionsKey(connectionIds: readonly string[]): string {
  return compositeKey(...connectionIds);
}

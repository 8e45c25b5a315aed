import { compositeKey } from '../../../shared/composite-key.ts';
import { ruleOf } from '../../../shared/error-codes.ts';
import { type AppError, fromErrorData, isAppError, toErrorData } from '../../../shared/errors.ts';
import type { PauseReason } from '../../../shared/model/download.ts';
import type { TakenTransfer } from '../../database/index.ts';
import { type TransferContext, whyUnwritten } from '../transfer/index.ts';
import type { ConnectionPause, Run } from './batch-run.ts';

/** Documents prefetched from the ledger: enough to avoid waiting, few enough to return. */
export const prefetchDocuments = 64;
// Maximum documents of a connection outside transferQueue: requesting a link or being committed.
const maxOutsideSlots = 48;
// Failed reads in a row, for transient failures such as another process with a long write.
const maxFailures = 5;

/**
 * Selects the next document of a batch. Each connection has its own limit, so that one with stalled storage
 * does not block the others.
 */
export class JobPicker {
  readonly #transferQueue: Pick<TransferContext['transferQueue'], 'maxTransfersOf'>;
  /** Documents in progress, by connection. */
  readonly #busy = new Map<string, number>();

  constructor(transferQueue: Pick<TransferContext['transferQueue'], 'maxTransfersOf'>) {
    this.#transferQueue = transferQueue;
  }

  /** Changes the number of a connection's documents in progress; waiting ones do not count. */
  count(connectionId: string, more: number): void {
    this.#busy.set(connectionId, (this.#busy.get(connectionId) ?? 0) + more);
  }

  /** Removes and returns the next document from `ready`; undefined if none may start. */
  next(run: Run): TakenTransfer | undefined {
    const index = this.#indexOfNext(run);
    return index < 0 ? undefined : run.ready.splice(index, 1)[0];
  }

  /** Whether the next documents should be prefetched. */
  needsMore(run: Run): boolean {
    if (run.supply.kind === 'none' || run.prefetch) return false;
    // All ready documents may belong to connections at their limit.
    return isShort(run) || (this.#indexOfNext(run) < 0 && !hasOnlyReadyConnections(run));
  }

  /** Index of the first document that may start; -1 if none. */
  #indexOfNext(run: Run): number {
    // Documents of one connection come in runs: each is checked once.
    let full: string | undefined;
    return run.ready.findIndex(({ connectionId }) => {
      if (connectionId === full) return false;
      const max = this.#transferQueue.maxTransfersOf(connectionId) + maxOutsideSlots;
      const busy = this.#busy.get(connectionId) ?? 0;
      if (!run.pausedConnections.has(connectionId) && busy < max) return true;
      full = connectionId;
      return false;
    });
  }
}

/** Whether few documents are ready. */
function isShort(run: Run): boolean {
  return run.ready.length < prefetchDocuments / 2;
}

/**
 * Why the whole batch pauses: only documents of paused connections remain. Prefers a reason that ends by
 * itself; undefined if anything else may start.
 */
export function wholeBatchPause(run: Run): ConnectionPause | undefined {
  if (!run.isEnumerated || run.prefetch || run.tasks.size > 0 || run.ready.length === 0) return undefined;
  const isAllTaken = run.supply.kind === 'none' || hasOnlyReadyConnections(run);
  if (!isAllTaken || run.ready.some(({ connectionId }) => !run.pausedConnections.has(connectionId)))
    return undefined;
  const pauses = [...run.pausedConnections.values()];
  return pauses.find(({ why }) => why === 'offline') ?? pauses[0];
}

/** Whether the ledger has only documents of the connections in `ready`. */
function hasOnlyReadyConnections(run: Run): boolean {
  return (
    run.supply.kind === 'only' && run.supply.connectionsKey === compositeKey(...connectionsOf(run.ready))
  );
}

/** The connections whose documents the next prefetch leaves out, because enough of them are ready. */
export function connectionsToExclude(run: Run): string[] {
  return isShort(run) ? [] : connectionsOf(run.ready);
}

/** Records in a run what a prefetch found without the connections of `excluding`. */
export function recordPrefetch(
  run: Run,
  transfers: readonly TakenTransfer[],
  excluding: readonly string[],
): void {
  if (transfers.length > 0) run.failures = 0;
  else if (excluding.length === 0) run.supply = { kind: 'none' };
  else run.supply = { kind: 'only', connectionsKey: compositeKey(...excluding) };
  for (const { connectionId } of transfers) run.connections.add(connectionId);
}

/**
 * Counts a failed read of the ledger. Returns the reason to pause the batch if no retry helps or all are used
 * up.
 */
export function countFailedRead(run: Run, cause: unknown): { why: PauseReason; error: AppError } | undefined {
  const error = isAppError(cause) ? cause : fromErrorData(toErrorData(cause));
  const isTransient = ruleOf(error.code).follows === 'wait';
  run.failures++;
  if (isTransient && run.failures < maxFailures) return undefined;
  return { why: whyUnwritten(cause, error), error };
}

/** The distinct connections of documents, sorted. */
function connectionsOf(transfers: readonly TakenTransfer[]): string[] {
  return [...new Set(transfers.map(({ connectionId }) => connectionId))].sort();
}

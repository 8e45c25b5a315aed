import { AppError } from '../../../shared/errors.ts';
import type { PauseReason } from '../../../shared/model/download.ts';
import { resumesAutomatically } from '../../../shared/model/resumes-automatically.ts';
import type { Clock } from '../../host.ts';
import { CircuitOpenError } from '../../jobs/index.ts';
import type { OutageDetector, Server } from '../signed-links/index.ts';
import type { TransferJob, TransferOutcome } from '../transfer/index.ts';
import type { Run } from './batch-run.ts';
import type { Queue } from './queue.ts';
import type { RecoveryWaits } from './wait-for-recovery.ts';

export interface FailurePausesOptions {
  queue: Queue;
  recovery: RecoveryWaits;
  outages: OutageDetector;
  clock: Pick<Clock, 'elapsed'>;
  reportError(error: unknown): void;
}

/** Pauses everything that a failure affects, and has it resumed when the failure is over. */
export class FailurePauses {
  readonly #queue: Queue;
  readonly #recovery: RecoveryWaits;
  readonly #outages: OutageDetector;
  readonly #clock: Pick<Clock, 'elapsed'>;
  readonly #reportError: (error: unknown) => void;
  /** Last key change of each connection, monotonic ms. */
  readonly #keyChanges = new Map<string, number>();

  constructor({ queue, recovery, outages, clock, reportError }: FailurePausesOptions) {
    this.#queue = queue;
    this.#recovery = recovery;
    this.#outages = outages;
    this.#clock = clock;
    this.#reportError = reportError;
  }

  /** A document failed for a reason that affects others too. */
  onFailure(
    run: Run,
    { why, error, server }: Extract<TransferOutcome, { kind: 'held-up' }>,
    task: TransferJob,
  ): void {
    const { connectionId } = task.taken;
    if (why === 'offline') {
      this.#awaitServer(run, server, error);
    } else if (why !== 'connection-refused') {
      this.pauseAffected(run, why, withNeed(run, error, task)).catch(this.#reportError);
    } else if (task.begunAt > (this.#keyChanges.get(connectionId) ?? -1)) {
      this.#pauseRefused(run, connectionId, error);
    }
  }

  /** Pauses every batch with the same failure until it is over; `folder-gone` affects one folder. */
  async pauseAffected(run: Run, why: PauseReason, error: AppError): Promise<void> {
    const isAnyFolder = why !== 'folder-gone';
    const affected = this.#running().filter(({ batch }) => isAnyFolder || batch.folder === run.batch.folder);
    await Promise.all(affected.map((other) => this.#queue.pause(other, why, error)));
    for (const other of affected) this.#awaitTarget(other, why, error);
  }

  /** Pauses one batch whose ledger rows cannot be read; other batches have their own. */
  async pauseUnread(run: Run, why: PauseReason, error: AppError): Promise<void> {
    await this.#queue.pause(run, why, error);
    this.#awaitTarget(run, why, error);
  }

  /** Resumes the batches of a connection that has a new key. */
  async resumeConnection(connectionId: string): Promise<void> {
    for (const run of [...this.#queue.runs.values()]) {
      const isRefused = run.state.kind === 'paused' && run.state.why === 'connection-refused';
      const isAffected = run.connections.size === 0 || run.connections.has(connectionId);
      this.#queue.resumeConnections(run, connectionId);
      if (isRefused && isAffected) await this.#queue.resume(run);
    }
  }

  /** Ignores rejections of requests that were made with an earlier key of the connection. */
  recordKeyChange(connectionId: string): void {
    this.#keyChanges.set(connectionId, this.#clock.elapsed());
  }

  /** Resumes when the reason is over. A damaged store needs the user. */
  #awaitTarget(run: Run, why: PauseReason, error: AppError): void {
    if (!resumesAutomatically({ why, error })) return;
    this.#recovery.waitForTarget(run, why, error);
  }

  /** Pauses a batch's documents from an unreachable server. */
  #awaitServer(run: Run, server: Server, error: AppError): void {
    if (run.state.kind !== 'running' || run.pausedConnections.has(server.connectionId)) return;
    // CircuitOpenError: no request was made, so the breaker already knows the server's state.
    if (!(error instanceof CircuitOpenError)) this.#outages.breakerOf(server).open(error);
    this.#queue.pauseConnection(run, server.connectionId, { why: 'offline', error });
    this.#recovery.waitForServer(run, server, error);
  }

  /** Pauses all documents of a connection with a rejected key, in every batch. */
  #pauseRefused(run: Run, connectionId: string, error: AppError): void {
    for (const other of this.#running()) {
      const isAffected = other === run || other.connections.has(connectionId);
      if (isAffected && other.pausedConnections.get(connectionId)?.why !== 'connection-refused') {
        this.#queue.pauseConnection(other, connectionId, { why: 'connection-refused', error });
      }
    }
  }

  #running(): Run[] {
    return [...this.#queue.runs.values()].filter(({ state }) => state.kind === 'running');
  }
}

/**
 * Adds the required space, in bytes, to a `DISK_FULL`. `needed` extrapolates from finished documents to the
 * whole batch; `next` is the document that did not fit. Other errors are returned unchanged.
 */
function withNeed({ counters, destination }: Run, error: AppError, task: TransferJob): AppError {
  if (error.code !== 'DISK_FULL') return error;
  const { counts, bytes } = counters;
  const next = Math.max(task.size ?? 0, task.bytes, 1);
  const average = counts.done > 0 ? bytes / counts.done : next;
  const needed = Math.max(next, Math.ceil(average * (counts.waiting + counts.transferring)));
  return new AppError('DISK_FULL', 'no space is left', {
    values: { path: destination.folder, needed, next },
    cause: error,
  });
}

import { compositeKey } from '../../../shared/composite-key.ts';
import { ruleOf } from '../../../shared/error-codes.ts';
import { AppError } from '../../../shared/errors.ts';
import type { Batch, PauseReason } from '../../../shared/model/download.ts';
import { resumesAutomatically } from '../../../shared/model/resumes-automatically.ts';
import { Breaker, type BreakerState, CircuitOpenError, retry, retryInBackground } from '../../jobs/index.ts';
import type { Server } from '../signed-links/index.ts';
import type { TransferJob, TransferOutcome } from '../transfer/index.ts';
import type { Run } from './batch-run.ts';
import type { Queue, QueueContext } from './queue.ts';

// Short, ms: a reconnected drive is found soon, and probing is local.
const maxFolderWaitMs = 30_000;
// A completely full file system cannot even write directory entries.
const spareBytes = 64 * 1024;
// Maximum size of a write probe, bytes: free space does not show a user's quota.
const maxProbeBytes = 8 * 1024 * 1024;

/** Pauses everything that a failure affects, and resumes it when its circuit breaker closes. */
export class BatchPauses {
  readonly #queue: Queue;
  readonly #context: QueueContext;
  /** Last key change of each connection, monotonic ms. */
  readonly #keyChanges = new Map<string, number>();
  /** Aborts each wait, by batch and name: one for its target, one for each of its connections. */
  readonly #waits = new Map<string, AbortController>();
  /** The breaker of a batch's target, and the number of finished documents when it last opened. */
  readonly #targets = new WeakMap<Run, { breaker: Breaker; finished: number }>();

  constructor(queue: Queue, context: QueueContext) {
    this.#queue = queue;
    this.#context = context;
  }

  /** A document failed for a reason that affects others too. */
  onFailure(
    run: Run,
    { why, error, server }: Extract<TransferOutcome, { kind: 'held-up' }>,
    task: TransferJob,
  ): void {
    const { connectionId } = task.taken;
    if (why === 'offline') {
      this.#pauseServer(run, server, error);
    } else if (why !== 'connection-refused') {
      this.pauseAffected(run, why, withNeed(run, error, task)).catch(this.#context.onError);
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

  /**
   * Resumes the batches of a connection that has a new key. Rejections of requests that were made with an
   * earlier one are ignored.
   */
  async resumeConnection(connectionId: string): Promise<void> {
    const { transferContext, closing, onError } = this.#context;
    const { clock, links } = transferContext;
    this.#keyChanges.set(connectionId, clock.elapsed());
    links.resetLinks(connectionId);
    const refused = [...this.#queue.runs.values()].filter(
      (run) =>
        isPausedFor(run, 'connection-refused') &&
        (run.connections.size === 0 || run.connections.has(connectionId)),
    );
    for (const run of this.#queue.runs.values()) this.#queue.resumeConnections(run, connectionId);
    const resume = (run: Run) => this.#resumeIfPaused(run, 'connection-refused');
    const options = { clock, signal: closing, onError };
    await Promise.all(refused.map((run) => retryInBackground(() => resume(run), options)));
  }

  close(): void {
    for (const ending of this.#waits.values()) ending.abort();
  }

  #running(): Run[] {
    return [...this.#queue.runs.values()].filter(({ state }) => state.kind === 'running');
  }

  /** Pauses a batch's documents from an unreachable server. */
  #pauseServer(run: Run, server: Server, error: AppError): void {
    const { connectionId } = server;
    if (run.state.kind !== 'running' || run.pausedConnections.has(connectionId)) return;
    const breaker = this.#context.transferContext.outages.breakerOf(server);
    // CircuitOpenError: no request was made, so the breaker already knows the server's state.
    if (!(error instanceof CircuitOpenError)) breaker.open(error);
    this.#queue.pauseConnection(run, connectionId, { why: 'offline', error });
    const target = ruleOf(error.code).concerns === 'way' ? 'network' : server.kind;
    this.#start(run, connectionId, async (ending) => {
      const { signal } = ending;
      let isLeft = false;
      const onState = (state: BreakerState) => {
        // Resumed or changed by others, who will notice a failure themselves.
        isLeft = run.state.kind !== 'running' && !isPausedFor(run, 'offline');
        if (isLeft) ending.abort();
        else this.#showWait(run, target, state);
      };
      await breaker.untilClosed(onState, signal).catch(() => undefined);
      if (signal.aborted && !isLeft) return;
      this.#queue.resumeConnections(run, connectionId);
      await this.#resumeWhilePaused(run, 'offline', signal);
    });
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

  /** Resumes when a disk, a folder or the ledger is back. A damaged store needs the user. */
  #awaitTarget(run: Run, why: PauseReason, error: AppError): void {
    if (!resumesAutomatically({ why, error })) return;
    const target = why === 'disk-full' ? 'disk' : why === 'folder-gone' ? 'folder' : 'store';
    const breaker = this.#openTarget(run, error);
    this.#start(run, 'target', async (ending) => {
      const { signal } = ending;
      const onState = (state: BreakerState) =>
        isPausedFor(run, why) ? this.#showWait(run, target, state) : ending.abort();
      await breaker.untilClosed(onState, signal);
      if (signal.aborted) return;
      if (why === 'folder-gone') run.mayHaveLostFiles = true;
      await this.#resumeWhilePaused(run, why, signal);
    });
  }

  /** Starts `wait` and aborts the earlier wait of that name. */
  #start(run: Run, name: string, wait: (ending: AbortController) => Promise<void>): void {
    const key = compositeKey(run.batch.uuid, name);
    this.#waits.get(key)?.abort();
    const ending = new AbortController();
    this.#waits.set(key, ending);
    const forget = () => {
      if (this.#waits.get(key) === ending) this.#waits.delete(key);
    };
    // They reject only when aborted.
    wait(ending).then(forget, forget);
  }

  /** Opens the breaker of a batch's target. Its waits grow only while no document finishes. */
  #openTarget(run: Run, error: AppError): Breaker {
    const finished = run.progress.finished;
    const probe = (cause: AppError) => this.#isOver(run, cause);
    const { clock } = this.#context.transferContext;
    const target = this.#targets.get(run) ?? {
      breaker: new Breaker({ clock, maxWaitMs: maxFolderWaitMs, probe }),
      finished,
    };
    this.#targets.set(run, target);
    if (target.finished !== finished) target.breaker.served();
    target.finished = finished;
    // The reason may have changed.
    target.breaker.close();
    target.breaker.open(error);
    return target.breaker;
  }

  async #isOver(run: Run, error: AppError): Promise<boolean> {
    const { disk, probeWritable } = this.#context.transferContext;
    const { folder } = run.destination;
    const { concerns } = ruleOf(error.code);
    if (concerns === 'everything') {
      const bytes = Number(error.values?.['next'] ?? 0) + spareBytes;
      if ((await disk.freeBytes(folder)) < bytes) return false;
      await probeWritable(folder, Math.min(bytes, maxProbeBytes));
    }
    if (concerns !== 'folder') return true;
    await run.destination.check();
    if (error.code === 'FOLDER_UNWRITABLE') await probeWritable(folder);
    return true;
  }

  #showWait(run: Run, target: NonNullable<Batch['waits']>['for'], state: BreakerState): void {
    if (state.kind !== 'open') return;
    const { clock } = this.#context.transferContext;
    const until = new Date(clock.now() + Math.max(0, state.probeAt - clock.elapsed())).toISOString();
    run.waits = { for: target, until };
    this.#context.publisher.changed(run);
  }

  /** Resumes a batch, with retries, while it is paused for that reason. */
  #resumeWhilePaused(run: Run, why: PauseReason, signal: AbortSignal): Promise<void> {
    // Failures are not reported: a persistent one pauses it again.
    const { clock } = this.#context.transferContext;
    return retry(() => this.#resumeIfPaused(run, why), { clock, signal });
  }

  async #resumeIfPaused(run: Run, why: PauseReason): Promise<void> {
    if (isPausedFor(run, why)) await this.#queue.resume(run);
  }
}

function isPausedFor({ state }: Run, why: PauseReason): boolean {
  return state.kind === 'paused' && state.why === why;
}

/**
 * Adds the required space, in bytes, to a `DISK_FULL`. `needed` extrapolates from finished documents to the
 * whole batch; `next` is the document that did not fit. Other errors are returned unchanged.
 */
function withNeed({ progress, destination }: Run, error: AppError, task: TransferJob): AppError {
  if (error.code !== 'DISK_FULL') return error;
  const { counts, bytesOnDisk } = progress;
  const next = Math.max(task.size ?? 0, task.bytes, 1);
  const average = counts.done > 0 ? bytesOnDisk / counts.done : next;
  const needed = Math.max(next, Math.ceil(average * (counts.waiting + counts.transferring)));
  return new AppError('DISK_FULL', 'no space is left', {
    values: { path: destination.folder, needed, next },
    cause: error,
  });
}

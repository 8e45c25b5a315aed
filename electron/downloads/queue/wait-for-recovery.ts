import { ruleOf } from '../../../shared/error-rules.ts';
import type { AppError } from '../../../shared/errors.ts';
import type { Batch, PauseReason } from '../../../shared/model/download.ts';
import type { Clock } from '../../host.ts';
import { Breaker, type BreakerState } from '../../jobs/index.ts';
import type { Disk, ProbeWritable } from '../files/index.ts';
import type { OutageDetector, Server } from '../signed-links/index.ts';
import type { Run } from './batch-run.ts';

export interface RecoveryWaitsOptions {
  disk: Disk;
  clock: Clock;
  probeWritable: ProbeWritable;
  outages: OutageDetector;
  resume(run: Run): Promise<void>;
  /** Resumes the documents of a connection. */
  resumeConnections(run: Run, connectionId: string): void;
  /** The target or the end of a batch's wait changed. */
  onWaiting(run: Run): void;
}

// Delay after a resume that could not be stored, ms.
const retryDelayMs = 5_000;
// Short, ms: a reconnected drive is found soon, and probing is local.
const maxFolderWaitMs = 30_000;
// A completely full file system cannot even write directory entries.
const spareBytes = 64 * 1024;
// Maximum size of a write probe, bytes: free space does not show a user's quota.
const maxProbeBytes = 8 * 1024 * 1024;

/** Resumes automatically paused batches when their circuit breaker closes. */
export class RecoveryWaits {
  readonly #options: RecoveryWaitsOptions;
  /** Aborts each wait: one for a batch's target, one for each of its connections. */
  readonly #waits = new Map<Run, Map<string, AbortController>>();
  /** The breaker of a batch's target, and the number of finished documents when it last opened. */
  readonly #targets = new WeakMap<Run, { breaker: Breaker; finished: number }>();

  constructor(options: RecoveryWaitsOptions) {
    this.#options = options;
  }

  /** A batch was paused because of its target: a disk, a folder or the ledger. */
  waitForTarget(run: Run, why: PauseReason, error: AppError): void {
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

  /** A connection's documents were paused because of a server. */
  waitForServer(run: Run, server: Server, error: AppError): void {
    const { connectionId } = server;
    const { outages, resumeConnections } = this.#options;
    const breaker = outages.breakerOf(server);
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
      resumeConnections(run, connectionId);
      await this.#resumeWhilePaused(run, 'offline', signal);
    });
  }

  close(): void {
    for (const own of this.#waits.values()) for (const ending of own.values()) ending.abort();
  }

  /** Starts `wait` and aborts the earlier wait of that name. */
  #start(run: Run, name: string, wait: (ending: AbortController) => Promise<void>): void {
    const own = this.#waits.get(run) ?? new Map<string, AbortController>();
    this.#waits.set(run, own);
    own.get(name)?.abort();
    const ending = new AbortController();
    own.set(name, ending);
    const forget = () => {
      if (own.get(name) === ending) own.delete(name);
      if (own.size === 0 && this.#waits.get(run) === own) this.#waits.delete(run);
    };
    // They reject only when aborted.
    wait(ending).then(forget, forget);
  }

  /** Opens the breaker of a batch's target. Its waits grow only while no document finishes. */
  #openTarget(run: Run, error: AppError): Breaker {
    const finished = finishedCount(run);
    const target = this.#targets.get(run) ?? { breaker: this.#createBreaker(run), finished };
    this.#targets.set(run, target);
    if (target.finished !== finished) target.breaker.served();
    target.finished = finished;
    // The reason may have changed.
    target.breaker.close();
    target.breaker.open(error);
    return target.breaker;
  }

  #createBreaker(run: Run): Breaker {
    const { clock } = this.#options;
    const probe = (error: AppError) => this.#isOver(run, error);
    return new Breaker({ clock, maxWaitMs: maxFolderWaitMs, probe });
  }

  async #isOver(run: Run, error: AppError): Promise<boolean> {
    const { disk, probeWritable } = this.#options;
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
    const { clock, onWaiting } = this.#options;
    const until = new Date(clock.now() + Math.max(0, state.probeAt - clock.elapsed())).toISOString();
    run.waits = { for: target, until };
    onWaiting(run);
  }

  /** Resumes a batch, with retries, while it is paused for that reason. */
  async #resumeWhilePaused(run: Run, why: PauseReason, signal: AbortSignal): Promise<void> {
    while (isPausedFor(run, why)) {
      try {
        return await this.#options.resume(run);
      } catch {
        // Retried: a persistent failure pauses it again.
        await this.#options.clock.sleep(retryDelayMs, signal);
      }
    }
  }
}

function isPausedFor({ state }: Run, why: PauseReason): boolean {
  return state.kind === 'paused' && state.why === why;
}

/** Number of documents with a verdict. */
function finishedCount({ counters: { counts, documents } }: Run): number {
  return documents - counts.waiting - counts.transferring - counts.paused;
}

import { AppError, fromErrorData } from '../../shared/errors.ts';
import type { Clock, StartWorker } from '../host.ts';
import { cancelled } from './async.ts';
import { machineTime } from './retry-while-locked.ts';
import type { WorkerMessage } from './worker-task.mjs';

/** Limits of one task: a malicious document uses all that it gets. */
export interface WorkLimits {
  /** Of the process's heap, in MiB; the bytes of documents are outside it. */
  heapMb: number;
  /**
   * Maximum time without a finished step, in ms; undefined for work that reports no steps and takes as long
   * as the disk.
   */
  stillMs?: number | undefined;
}

export interface WorkOptions {
  signal?: AbortSignal | undefined;
  /** Called for each finished document or file, with the step's own result where it has one. */
  onStep?: ((value: unknown) => void) | undefined;
  clock?: Pick<Clock, 'sleep'>;
}

/** Timeout for a started process to report itself, ms: a virus scanner may read the program first. */
const startMs = 60_000;

/**
 * Interval of the stall check, ms. System timers continue while a computer sleeps, and the work does not: a
 * night counts as one interval.
 */
const pollIntervalMs = 1_000;

/** Exit code of a script that threw (Node); the system and V8 use others, mostly when memory runs out. */
const scriptThrew = 1;

/**
 * Runs one task in a process of its own, which frees all memory of a document at its end. `script` calls
 * `serveWork`. Rejects with `PAPERS_TOO_HEAVY` where the task exceeds its memory or time, with `CANCELLED`,
 * else as the task does.
 */
export async function workInProcess(
  startWorker: StartWorker,
  script: URL,
  work: unknown,
  { heapMb, stillMs }: WorkLimits,
  { signal, onStep, clock = machineTime }: WorkOptions = {},
): Promise<unknown> {
  if (signal?.aborted) throw cancelled();
  const worker = await startWorker(script, { heapMb });
  const { promise, resolve, reject } = Promise.withResolvers<unknown>();
  const cancel = () => reject(cancelled());
  signal?.addEventListener('abort', cancel, { once: true });
  const tooHeavy = () => reject(new AppError('PAPERS_TOO_HEAVY', 'the papers take too much memory or time'));
  const notThere = () => reject(new AppError('UNEXPECTED', 'the process for the work did not start'));
  let watch = watchStillness(clock, startMs, notThere);
  worker.onEnd((code) => {
    if (code === scriptThrew || code === 0) reject(new AppError('UNEXPECTED', 'the work ended early'));
    else tooHeavy();
  });
  worker.onMessage((said) => {
    // The message comes from our own script.
    const message = said as WorkerMessage;
    if (message.kind === 'begun') {
      watch.stop();
      watch = watchStillness(clock, stillMs, tooHeavy);
    } else if (message.kind === 'step') {
      watch.begin();
      onStep?.(message.value);
    } else if (message.outcome.ok) resolve(message.outcome.value);
    else reject(fromErrorData(message.outcome.error));
  });
  // Aborted while the process was being started.
  if (signal?.aborted) cancel();
  try {
    worker.send(work);
    return await promise;
  } finally {
    watch.stop();
    signal?.removeEventListener('abort', cancel);
    await worker.end();
  }
}

/** Measures the time without a step while this computer was awake. */
interface Watch {
  /** Restarts at zero. */
  begin(): void;
  stop(): void;
}

function watchStillness(
  clock: Pick<Clock, 'sleep'>,
  limitMs: number | undefined,
  onStill: () => void,
): Watch {
  const watching = new AbortController();
  let still = 0;
  async function poll(limit: number): Promise<void> {
    const ms = Math.min(pollIntervalMs, limit);
    for (; still < limit; still += ms) await clock.sleep(ms, watching.signal);
    onStill();
  }
  // A stopped watch has nothing to report.
  if (limitMs !== undefined) poll(limitMs).catch(() => undefined);
  return {
    begin: () => {
      still = 0;
    },
    stop: () => watching.abort(),
  };
}

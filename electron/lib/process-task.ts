import { AppError, fromErrorData } from '../../shared/errors.ts';
import type { Clock, StartWorker } from '../host.ts';
import { machineTime } from './retry-while-locked.ts';
import type { WorkerMessage } from './worker-task.ts';

/** What one piece of work may take: documents made to do harm take all that they get. */
export interface WorkLimits {
  /** Of the process's heap, in MiB; the bytes of documents lie beside it. */
  heapMb: number;
  /**
   * Longest without a step that is done, in ms; undefined where the work tells of none and takes what a disk
   * takes.
   */
  stillMs?: number | undefined;
}

export interface WorkOptions {
  signal?: AbortSignal | undefined;
  /** Hears of each document or file that is done. */
  onStep?: (() => void) | undefined;
  clock?: Pick<Clock, 'sleep'>;
}

/** Milliseconds in which a process that was started says so: a virus scanner may read the program first. */
const startMs = 60_000;

/**
 * Milliseconds between two looks at how long nothing has come. Systems' timers go on while a computer sleeps,
 * and the work does not: a night counts as one look.
 */
const pollIntervalMs = 1_000;

/**
 * How a process ends whose script threw (Node); the system and V8 end it in other ways, mostly for want of
 * memory.
 */
const scriptThrew = 1;

/**
 * Has one piece of work done by a process of its own, gone with it: what a document took in memory goes too.
 * `script` calls `serveWork`. Rejects with `PAPERS_TOO_HEAVY` where the work takes more memory or time than
 * it may, with `CANCELLED`, else as the work does.
 */
export async function workInProcess(
  startWorker: StartWorker,
  script: URL,
  work: unknown,
  { heapMb, stillMs }: WorkLimits,
  { signal, onStep, clock = machineTime }: WorkOptions = {},
): Promise<unknown> {
  if (signal?.aborted) throw new AppError('CANCELLED', 'cancelled');
  const worker = await startWorker(script, { heapMb });
  const { promise, resolve, reject } = Promise.withResolvers<unknown>();
  const cancel = () => reject(new AppError('CANCELLED', 'cancelled'));
  signal?.addEventListener('abort', cancel, { once: true });
  const tooHeavy = () => reject(new AppError('PAPERS_TOO_HEAVY', 'the papers take too much memory or time'));
  const notThere = () => reject(new AppError('UNEXPECTED', 'the process for the work did not start'));
  let watch = watchStillness(clock, startMs, notThere);
  worker.onEnd((code) => {
    if (code === scriptThrew || code === 0) reject(new AppError('UNEXPECTED', 'the work ended early'));
    else tooHeavy();
  });
  worker.onMessage((said) => {
    // It comes from our own script.
    const message = said as WorkerMessage;
    if (message.kind === 'begun') {
      watch.stop();
      watch = watchStillness(clock, stillMs, tooHeavy);
    } else if (message.kind === 'step') {
      watch.begin();
      onStep?.();
    } else if (message.outcome.ok) resolve(message.outcome.value);
    else reject(fromErrorData(message.outcome.error));
  });
  // Aborted while the process was started.
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

/** What counts how long nothing has come while this computer was awake. */
interface Watch {
  /** Counts from nought. */
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
  // Stopped, it has nothing to say.
  if (limitMs !== undefined) poll(limitMs).catch(() => undefined);
  return {
    begin: () => {
      still = 0;
    },
    stop: () => watching.abort(),
  };
}

import { CarpetaError, fromErrorData } from '../../shared/errors.ts';
import type { StartWorker } from '../host.ts';
import type { WorkerMessage } from './serve-work.ts';

/** What one piece of work may take: papers made to do harm take all that they get. */
export interface WorkLimits {
  /** Of the process's heap, in MiB; the bytes of papers lie beside it. */
  heapMb: number;
  /** Longest without a step that is done, in ms; undefined where the work tells of none and takes what a disk takes. */
  stillMs?: number | undefined;
}

export interface WorkOptions {
  signal?: AbortSignal | undefined;
  /** Hears of each paper or file that is done. */
  onStep?: (() => void) | undefined;
}

/** Milliseconds in which a process that was started says so: a virus scanner may read the program first. */
const startMs = 60_000;

/** How a process ends whose script threw (Node); the system and V8 end it in other ways, mostly for want of memory. */
const scriptThrew = 1;

/**
 * Has one piece of work done by a process of its own, gone with it: what a paper took in memory goes too. `script` calls `serveWork`. Rejects with
 * `PAPERS_TOO_HEAVY` where the work takes more memory or time than it may, with `CANCELLED`, else as the work does.
 */
export async function workInProcess(
  startWorker: StartWorker,
  script: URL,
  work: unknown,
  { heapMb, stillMs }: WorkLimits,
  { signal, onStep }: WorkOptions = {},
): Promise<unknown> {
  if (signal?.aborted) throw new CarpetaError('CANCELLED', 'cancelled');
  const worker = await startWorker(script, { heapMb });
  const { promise, resolve, reject } = Promise.withResolvers<unknown>();
  const cancel = () => reject(new CarpetaError('CANCELLED', 'cancelled'));
  signal?.addEventListener('abort', cancel, { once: true });
  const tooHeavy = () =>
    reject(new CarpetaError('PAPERS_TOO_HEAVY', 'the papers take too much memory or time'));
  const notThere = () => reject(new CarpetaError('UNEXPECTED', 'the process for the work did not start'));
  let watch: NodeJS.Timeout | undefined = setTimeout(notThere, startMs);
  worker.onEnd((code) => {
    if (code === scriptThrew || code === 0) reject(new CarpetaError('UNEXPECTED', 'the work ended early'));
    else tooHeavy();
  });
  worker.onMessage((said) => {
    // It comes from our own script.
    const message = said as WorkerMessage;
    if (message.kind === 'begun') {
      clearTimeout(watch);
      watch = stillMs === undefined ? undefined : setTimeout(tooHeavy, stillMs);
    } else if (message.kind === 'step') {
      watch?.refresh();
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
    clearTimeout(watch);
    signal?.removeEventListener('abort', cancel);
    await worker.end();
  }
}

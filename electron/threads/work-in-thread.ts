import { parentPort, type Transferable, Worker } from 'node:worker_threads';
import { CarpetaError, type ErrorData, fromErrorData, type Outcome } from '../../shared/errors.ts';
import { hasCode } from '../disk/index.ts';

/** What one piece of work may take: papers made to do harm take all that they get. */
export interface WorkLimits {
  /** Of the worker's heap, in MiB; the bytes of papers lie beside it. */
  heapMb: number;
  /** Longest without a step that is done, in ms; undefined where the work tells of none and takes what a disk takes. */
  stillMs?: number | undefined;
}

export interface WorkOptions {
  signal?: AbortSignal | undefined;
  /** Hears of each paper or file that is done. */
  onStep?: (() => void) | undefined;
  /** Memory that goes over to the worker instead of being copied. */
  transfer?: readonly Transferable[];
}

/** What a worker says: one step done, or the end. */
type WorkerMessage = { kind: 'step' } | { kind: 'end'; outcome: Outcome<unknown> };

/** What a worker's outcome is, and what of its memory goes over instead of being copied. */
export interface Performed {
  value: unknown;
  transfer?: readonly Transferable[];
}

/**
 * Has one piece of work done by a worker thread of its own, gone with it: what a paper took in memory goes too. `worker` calls {@link serveWork}.
 * Rejects with `PAPERS_TOO_HEAVY` where the work takes more memory or time than it may, with `CANCELLED`, else as the work does.
 */
export async function workInThread(
  worker: URL,
  work: unknown,
  { heapMb, stillMs }: WorkLimits,
  { signal, onStep, transfer = [] }: WorkOptions = {},
): Promise<unknown> {
  if (signal?.aborted) throw new CarpetaError('CANCELLED', 'cancelled');
  // The libraries that read papers warn on the console, which belongs to the app.
  const thread = new Worker(worker, {
    stdout: true,
    stderr: true,
    resourceLimits: { maxOldGenerationSizeMb: heapMb },
  });
  const { promise, resolve, reject } = Promise.withResolvers<unknown>();
  const cancel = () => reject(new CarpetaError('CANCELLED', 'cancelled'));
  signal?.addEventListener('abort', cancel, { once: true });
  const tooHeavy = () =>
    reject(new CarpetaError('PAPERS_TOO_HEAVY', 'the papers take too much memory or time'));
  const watch = stillMs === undefined ? undefined : setTimeout(tooHeavy, stillMs);
  thread.on('error', (cause) => {
    if (hasCode(cause, 'ERR_WORKER_OUT_OF_MEMORY')) tooHeavy();
    else reject(new CarpetaError('UNEXPECTED', 'the work stopped', { cause }));
  });
  thread.on('exit', () => reject(new CarpetaError('UNEXPECTED', 'the work ended early')));
  thread.on('message', (message: WorkerMessage) => {
    if (message.kind === 'step') {
      watch?.refresh();
      onStep?.();
    } else if (message.outcome.ok) resolve(message.outcome.value);
    else reject(fromErrorData(message.outcome.error));
  });
  try {
    thread.postMessage(work, transfer);
    return await promise;
  } finally {
    clearTimeout(watch);
    signal?.removeEventListener('abort', cancel);
    await thread.terminate();
  }
}

/** Does the one piece of work that this worker thread was started for. `told` says what of its errors the app is told. */
export function serveWork<Work>(
  perform: (work: Work, onStep: () => void) => Promise<Performed>,
  told: (thrown: unknown) => ErrorData,
): void {
  const port = parentPort;
  if (!port) throw new CarpetaError('UNEXPECTED', 'such work is done in a worker only');
  const say = (message: WorkerMessage, transfer: readonly Transferable[] = []) =>
    port.postMessage(message, transfer);
  port.once('message', (work: Work) => {
    perform(work, () => say({ kind: 'step' })).then(
      ({ value, transfer }) => say({ kind: 'end', outcome: { ok: true, value } }, transfer),
      (thrown: unknown) => say({ kind: 'end', outcome: { ok: false, error: told(thrown) } }),
    );
  });
}

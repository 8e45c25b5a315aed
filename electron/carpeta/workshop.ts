import { Worker } from 'node:worker_threads';
import { CarpetaError, fromErrorData } from '../../shared/errors.ts';
import type { Desktop } from '../host.ts';
import { type FileNames, hasCode, patientNames, removeUnlessHeld } from '../patience.ts';
import { diskError } from './disk-error.ts';
import type { Work, Works } from './work.ts';
import type { WorkerMessage } from './worker.ts';

export interface WorkOptions {
  signal?: AbortSignal;
  /** Hears of each paper or file that is done. */
  onStep?: () => void;
}

/** Does heavy work beside the main event loop. */
export interface Workshop {
  /**
   * Does one piece of work. Rejects with `DISK_FULL`, `FOLDER_UNWRITABLE`, `FOLDER_GONE`, `FILE_LOCKED`, `PAPERS_TOO_HEAVY` where it takes more memory
   * or time than it may, or `CANCELLED`; a half-made file is its caller's to remove.
   */
  perform<Kind extends Work['kind']>(
    work: Extract<Work, { kind: Kind }>,
    options?: WorkOptions,
  ): Promise<Works[Kind]>;
}

/** What one piece of work may take: papers made to do harm take all that they get. */
export interface WorkLimits {
  /** Of the worker's heap, in MiB; the bytes of papers lie beside it. */
  heapMb: number;
  /** Longest without a paper that is done, in ms. Packing tells of none, and copies no faster than a share takes it. */
  stillMs: number;
}

const ordinaryLimits: WorkLimits = { heapMb: 1_024, stillMs: 10 * 60_000 };

/** A workshop with one worker thread for each piece of work, gone with it: what a paper took in memory goes too. */
export function createWorkshop(limits: WorkLimits = ordinaryLimits): Workshop {
  return {
    perform: async (work, { signal, onStep } = {}) => {
      if (signal?.aborted) throw new CarpetaError('CANCELLED', 'cancelled');
      return (await inWorker(work, limits, signal, onStep)) as Works[typeof work.kind];
    },
  };
}

/** How a file is made. */
export interface MakeFileOptions {
  /** Marks it as one that came from outside: it holds what papers hold. */
  markAsForeign: Desktop['markAsForeign'];
  names?: FileNames;
}

/**
 * Makes a file under a name that was reserved: written beside it first, marked, in its place when it is whole. Where nothing came to be written
 * (undefined), or `write` rejects, neither is left behind.
 */
export async function makeFile<Result>(
  reserved: string,
  write: (unfinished: string) => Promise<Result>,
  { markAsForeign, names = patientNames() }: MakeFileOptions,
): Promise<Result> {
  const unfinished = `${reserved}.part`;
  try {
    await names.remove(unfinished);
    const result = await write(unfinished);
    if (result === undefined) await names.remove(reserved);
    else {
      await markAsForeign(unfinished);
      await names.rename(unfinished, reserved);
    }
    return result;
  } catch (thrown) {
    await removeUnlessHeld(names, unfinished);
    await removeUnlessHeld(names, reserved);
    throw diskError(thrown);
  }
}

async function inWorker(
  work: Work,
  { heapMb, stillMs }: WorkLimits,
  signal: AbortSignal | undefined,
  onStep: (() => void) | undefined,
): Promise<unknown> {
  // The libraries that read papers warn on the console, which belongs to the app.
  const worker = new Worker(new URL('./worker.ts', import.meta.url), {
    stdout: true,
    stderr: true,
    resourceLimits: { maxOldGenerationSizeMb: heapMb },
  });
  const { promise, resolve, reject } = Promise.withResolvers<unknown>();
  const cancel = () => reject(new CarpetaError('CANCELLED', 'cancelled'));
  signal?.addEventListener('abort', cancel, { once: true });
  const tooHeavy = () =>
    reject(new CarpetaError('PAPERS_TOO_HEAVY', 'the papers take too much memory or time'));
  const watch = work.kind === 'merge' ? setTimeout(tooHeavy, stillMs) : undefined;
  worker.on('error', (cause) => {
    if (hasCode(cause, 'ERR_WORKER_OUT_OF_MEMORY')) tooHeavy();
    else reject(new CarpetaError('UNEXPECTED', 'merging stopped', { cause }));
  });
  worker.on('exit', () => reject(new CarpetaError('UNEXPECTED', 'merging ended early')));
  worker.on('message', (message: WorkerMessage) => {
    if (message.kind === 'step') {
      watch?.refresh();
      onStep?.();
    } else if (message.outcome.ok) resolve(message.outcome.value);
    else reject(fromErrorData(message.outcome.error));
  });
  worker.postMessage(work);
  try {
    return await promise;
  } finally {
    clearTimeout(watch);
    signal?.removeEventListener('abort', cancel);
    await worker.terminate();
  }
}

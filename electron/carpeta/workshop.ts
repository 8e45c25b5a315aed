import { Worker } from 'node:worker_threads';
import { CarpetaError, fromErrorData } from '../../shared/errors.ts';
import { type FileNames, patientNames, removeUnlessHeld } from '../patience.ts';
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
   * Does one piece of work. Rejects with `DISK_FULL`, `FOLDER_UNWRITABLE`, `FOLDER_GONE`, `FILE_LOCKED` or `CANCELLED`; a half-made file is its
   * caller's to remove.
   */
  perform<Kind extends Work['kind']>(
    work: Extract<Work, { kind: Kind }>,
    options?: WorkOptions,
  ): Promise<Works[Kind]>;
}

/** A workshop with one worker thread for each piece of work, gone with it: what a paper took in memory goes too. */
export function createWorkshop(): Workshop {
  return {
    perform: async (work, { signal, onStep } = {}) => {
      if (signal?.aborted) throw new CarpetaError('CANCELLED', 'cancelled');
      return (await inWorker(work, signal, onStep)) as Works[typeof work.kind];
    },
  };
}

/**
 * Makes a file under a name that was reserved: written beside it first, in its place when it is whole. Where nothing came to be written
 * (undefined), or `write` rejects, neither is left behind.
 */
export async function makeFile<Result>(
  reserved: string,
  write: (unfinished: string) => Promise<Result>,
  names: FileNames = patientNames(),
): Promise<Result> {
  const unfinished = `${reserved}.part`;
  try {
    await names.remove(unfinished);
    const result = await write(unfinished);
    if (result === undefined) await names.remove(reserved);
    else await names.rename(unfinished, reserved);
    return result;
  } catch (thrown) {
    await removeUnlessHeld(names, unfinished);
    await removeUnlessHeld(names, reserved);
    throw diskError(thrown);
  }
}

async function inWorker(
  work: Work,
  signal: AbortSignal | undefined,
  onStep: (() => void) | undefined,
): Promise<unknown> {
  // The libraries that read papers warn on the console, which belongs to the app.
  const worker = new Worker(new URL('./worker.ts', import.meta.url), { stdout: true, stderr: true });
  const { promise, resolve, reject } = Promise.withResolvers<unknown>();
  const cancel = () => reject(new CarpetaError('CANCELLED', 'cancelled'));
  signal?.addEventListener('abort', cancel, { once: true });
  worker.on('error', (cause) => reject(new CarpetaError('UNEXPECTED', 'merging stopped', { cause })));
  worker.on('exit', () => reject(new CarpetaError('UNEXPECTED', 'merging ended early')));
  worker.on('message', (message: WorkerMessage) => {
    if (message.kind === 'step') onStep?.();
    else if (message.outcome.ok) resolve(message.outcome.value);
    else reject(fromErrorData(message.outcome.error));
  });
  worker.postMessage(work);
  try {
    return await promise;
  } finally {
    signal?.removeEventListener('abort', cancel);
    await worker.terminate();
  }
}

import { Worker } from 'node:worker_threads';
import { CarpetaError, fromErrorData, type Outcome } from '../../shared/errors.ts';
import { createPassing } from '../passing.ts';
import type { LaneRole } from './worker.ts';

/** A worker with its own connection to the file, asked by name. */
export interface Lane {
  ask(name: string, input: readonly unknown[]): Promise<unknown>;
  /** Ends it after what is under way; what is asked afterwards rejects with `CANCELLED`. */
  close(): Promise<void>;
}

interface Waiting {
  resolve(value: unknown): void;
  reject(error: Error): void;
}

/** Starts a worker over the file at `path`. It keeps the process alive only while it is asked something. */
export function createLane(path: string, role: LaneRole): Lane {
  const worker = new Worker(new URL('./worker.ts', import.meta.url), { workerData: { path, role } });
  const waiting = createPassing<number, Waiting>();
  let calls = 0;
  let ended: Error | undefined;

  function end(error: Error): void {
    ended ??= error;
    for (const { reject } of waiting.empty()) reject(ended);
  }
  worker.on('error', (cause) => end(new CarpetaError('UNEXPECTED', 'the store stopped', { cause })));
  worker.on('exit', () => end(new CarpetaError('CANCELLED', 'the store is closed')));
  worker.on('message', ([call, outcome]: [number, Outcome<unknown>]) => {
    const waiter = waiting.take(call);
    if (waiting.size === 0) worker.unref();
    if (outcome.ok) waiter?.resolve(outcome.value);
    else waiter?.reject(fromErrorData(outcome.error));
  });

  function ask(name: string, input: readonly unknown[]): Promise<unknown> {
    return new Promise((resolve, reject) => {
      if (ended) return reject(ended);
      const call = ++calls;
      waiting.add(call, { resolve, reject });
      worker.ref();
      worker.postMessage([call, name, input]);
    });
  }

  return {
    ask,
    close: async () => {
      if (ended) return;
      const closed = ask('close', []);
      ended = new CarpetaError('CANCELLED', 'the store is closed');
      await closed;
      await worker.terminate();
    },
  };
}

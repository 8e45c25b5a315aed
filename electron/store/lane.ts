import { Worker } from 'node:worker_threads';
import { CarpetaError, fromErrorData, type Outcome } from '../../shared/errors.ts';
import { createPassing } from '../passing.ts';
import type { LaneRole, LaneWork } from './worker.ts';

/** A worker with its own connection to the file, asked by name. */
export interface Lane {
  /** Rejects with `STORE_STOPPED` when the worker dies on the way: whether it was done is not known. The next call has a new worker. */
  ask(name: string, input: readonly unknown[]): Promise<unknown>;
  /** Ends it after what is under way; what is asked afterwards rejects with `CANCELLED`. */
  close(): Promise<void>;
}

interface Waiting {
  resolve(value: unknown): void;
  reject(error: Error): void;
}

/** A worker from its start to its end. */
interface Life {
  readonly isOver: boolean;
  ask(name: string, input: readonly unknown[]): Promise<unknown>;
  end(): Promise<void>;
}

/**
 * A worker over the file at `path`, started when it is first asked, and anew when it has died since. It keeps the process alive only while it is
 * asked something.
 */
export function createLane(path: string, role: LaneRole): Lane {
  let life: Life | undefined;
  let isClosed = false;

  return {
    ask(name, input) {
      if (isClosed) return Promise.reject(new CarpetaError('CANCELLED', 'the store is closed'));
      if (!life || life.isOver) life = begin({ path, role, isAgain: life !== undefined });
      return life.ask(name, input);
    },
    async close() {
      if (isClosed) return;
      isClosed = true;
      if (life && !life.isOver) await life.end();
    },
  };
}

// MiB of heap of one worker, many times what the largest answer takes: rows made to fill memory end the worker and nothing else.
const heapMb = 1_024;

function begin(work: LaneWork): Life {
  const worker = new Worker(new URL('./worker.ts', import.meta.url), {
    workerData: work,
    resourceLimits: { maxOldGenerationSizeMb: heapMb },
  });
  const waiting = createPassing<number, Waiting>();
  let calls = 0;
  let isOver = false;
  let cause: unknown;

  worker.on('error', (thrown) => {
    cause = thrown;
  });
  worker.on('exit', () => {
    isOver = true;
    const stopped = new CarpetaError('STORE_STOPPED', 'a worker of the store has died', { cause });
    for (const { reject } of waiting.empty()) reject(stopped);
  });
  worker.on('message', ([call, outcome]: [number, Outcome<unknown>]) => {
    const waiter = waiting.take(call);
    if (waiting.size === 0) worker.unref();
    if (outcome.ok) waiter?.resolve(outcome.value);
    else waiter?.reject(fromErrorData(outcome.error));
  });

  function ask(name: string, input: readonly unknown[]): Promise<unknown> {
    return new Promise((resolve, reject) => {
      const call = ++calls;
      waiting.add(call, { resolve, reject });
      worker.ref();
      worker.postMessage([call, name, input]);
    });
  }

  return {
    get isOver() {
      return isOver;
    },
    ask,
    async end() {
      // A worker that dies now has ended, too.
      await ask('close', []).catch(() => undefined);
      await worker.terminate();
    },
  };
}

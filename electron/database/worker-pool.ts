import { dirname } from 'node:path';
import { Worker } from 'node:worker_threads';
import { AppError, fromErrorData } from '../../shared/errors.ts';
import { ensureFolderSync } from '../lib/ensure-folder.ts';
import { isOutOfFiles } from '../lib/out-of-files.ts';
import { createSmallMap } from '../lib/small-map.ts';
import { removeDamagedCopies } from './remove-damaged-copies.ts';
import * as reportQueries from './reports/reports.ts';
import { textIndexPath } from './text-index/open-text-index.ts';
import * as textQueries from './text-index/texts.ts';
import type { OpenResult, WorkerOptions, WorkerReply, WorkerRole } from './worker-calls.ts';
import type { StoreQueries } from './worker-queries.ts';

/** Runs queries by name in a worker with its own connection to the file. */
export interface WorkerClient {
  /**
   * Rejects with `STORE_STOPPED` when the worker dies during the call: the query may have run or not. The
   * next call starts a new worker.
   */
  call(name: string, input: readonly unknown[]): Promise<unknown>;
  /** Ends the worker after the pending calls; later calls reject with `CANCELLED`. */
  close(): Promise<void>;
}

/** The promise of a call that waits for its reply. */
interface PendingCall {
  resolve(value: unknown): void;
  reject(error: Error): void;
}

/** A worker from its start to its end. */
interface WorkerThread {
  readonly isOver: boolean;
  call(name: string, input: readonly unknown[]): Promise<unknown>;
  end(): Promise<void>;
}

/**
 * A client for a worker on the file at `path`. The first call starts the worker, as does the first after it
 * died. It keeps the process alive only during calls.
 */
function createWorkerClient(path: string, role: WorkerRole): WorkerClient {
  let thread: WorkerThread | undefined;
  let isClosed = false;

  return {
    call(name, input) {
      if (isClosed) return Promise.reject(new AppError('CANCELLED', 'the store is closed'));
      if (!thread || thread.isOver) thread = startWorker({ path, role, isRestart: thread !== undefined });
      return thread.call(name, input);
    },
    async close() {
      if (isClosed) return;
      isClosed = true;
      if (thread && !thread.isOver) await thread.end();
    },
  };
}

// Heap limit of one worker in MiB, many times the largest result. Rows made to fill memory end only the
// worker.
const heapMb = 1_024;

function startWorker(work: WorkerOptions): WorkerThread {
  const worker = new Worker(new URL('./worker.ts', import.meta.url), {
    workerData: work,
    resourceLimits: { maxOldGenerationSizeMb: heapMb },
  });
  const pending = createSmallMap<number, PendingCall>();
  let lastCall = 0;
  let isOver = false;
  let cause: unknown;

  worker.on('error', (error) => {
    cause = error;
  });
  worker.on('exit', () => {
    isOver = true;
    // A worker that cannot even start has usually met that limit.
    const stopped = isOutOfFiles(cause)
      ? new AppError('TOO_MANY_OPEN_FILES', 'a worker of the store cannot open a file', { cause })
      : new AppError('STORE_STOPPED', 'a worker of the store has died', { cause });
    for (const { reject } of pending.empty()) reject(stopped);
  });
  worker.on('message', ([id, outcome]: WorkerReply) => {
    const caller = pending.take(id);
    if (pending.size === 0) worker.unref();
    if (outcome.ok) caller?.resolve(outcome.value);
    else caller?.reject(fromErrorData(outcome.error));
  });

  function call(name: string, input: readonly unknown[]): Promise<unknown> {
    return new Promise((resolve, reject) => {
      const id = ++lastCall;
      pending.add(id, { resolve, reject });
      worker.ref();
      worker.postMessage([id, name, input]);
    });
  }

  return {
    get isOver() {
      return isOver;
    },
    call,
    async end() {
      // A worker that dies now has ended, too.
      await call('close', []).catch(() => undefined);
      await worker.terminate();
    },
  };
}

/** The database as the modules see it: every query of `worker-queries.ts`, run by a worker. */
export type Store = {
  readonly [Name in keyof StoreQueries]: (
    ...input: Parameters<StoreQueries[Name]>
  ) => Promise<ReturnType<StoreQueries[Name]>>;
} & {
  /** The path to which a damaged file was renamed at opening. */
  readonly setAside: string | undefined;
  /** Deletes the damaged files that were ever renamed here. Rejects with `FILE_LOCKED`. */
  removeDamagedCopies(): Promise<void>;
  /** Ends the workers after the pending calls; the file is complete afterwards. */
  close(): Promise<void>;
};

/**
 * Opens the SQLite file at `path` in two workers, a writer and a reader (docs/design/database.md). No query
 * delays the main event loop, and no write delays a list. The first slow query starts a third worker, the
 * first about words of documents one on a file of their own. A damaged file is renamed and a new one created.
 * A file of a newer version rejects with `STORE_NEWER`, one of other migrations or another program with
 * `STORE_FOREIGN`; it stays as it is. A query rejects with `STORE_DAMAGED`, `STORE_BUSY`, `STORE_STOPPED`
 * where its worker died (the next call starts a new one), and `CANCELLED` once closed.
 */
export async function openStore(path: string): Promise<Store> {
  ensureFolderSync(dirname(path));
  const writer = createWorkerClient(path, 'writer');
  const reader = createWorkerClient(path, 'reader');
  const reports = createWorkerClient(path, 'reports');
  const texts = createWorkerClient(textIndexPath(path), 'texts');
  const close = async () => {
    await texts.close();
    await reports.close();
    // The last connection to close truncates the write-ahead log: it must be the writer's.
    await reader.close();
    await writer.close();
  };
  try {
    const { setAside: setAsideAtOpening, names } = (await writer.call('open', [])) as OpenResult;
    const reads = new Set(((await reader.call('open', [])) as OpenResult).names);
    const workerOf = new Map(
      [...names, ...reads].map((name) => [name, reads.has(name) ? reader : writer] as const),
    );
    let setAside = setAsideAtOpening;
    const own = {
      close,
      get setAside() {
        return setAside;
      },
      async removeDamagedCopies() {
        await removeDamagedCopies(path);
        setAside = undefined;
      },
    };
    // The one cast of the module: the proxy gives every name of StoreQueries the type that Store states.
    return new Proxy(own, {
      get: (target, name) => {
        if (typeof name !== 'string' || name === 'then') return undefined;
        if (name in target) return target[name as keyof typeof target];
        if (Object.hasOwn(reportQueries, name)) return (...input: unknown[]) => reports.call(name, input);
        if (Object.hasOwn(textQueries, name)) return (...input: unknown[]) => texts.call(name, input);
        return (...input: unknown[]) =>
          workerOf.get(name)?.call(name, input) ??
          Promise.reject(new AppError('UNEXPECTED', `the store has no query ${name}`));
      },
    }) as unknown as Store;
  } catch (error) {
    await close();
    throw error;
  }
}

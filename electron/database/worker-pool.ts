import { dirname } from 'node:path';
import { Worker } from 'node:worker_threads';
import { AppError, fromErrorData } from '../../shared/errors.ts';
import { ensureFolderSync } from '../lib/ensure-folder.ts';
import { isOutOfFiles } from '../lib/open-files.ts';
import { createSmallMap } from '../lib/small-map.ts';
import { removeSetAside } from './damaged-files.ts';
import { reportNames, type StoreQueries } from './queries.ts';
import type { OpenResult, WorkerOptions, WorkerReply, WorkerRole } from './rpc.ts';

/** Runs queries by name in a worker with its own connection to the file. */
export interface WorkerClient {
  /**
   * Rejects with `STORE_STOPPED` when the worker dies during the call: the query may have run or not. The
   * next call starts a new worker.
   */
  ask(name: string, input: readonly unknown[]): Promise<unknown>;
  /** Ends the worker after the pending calls; later calls reject with `CANCELLED`. */
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
 * A client for a worker on the file at `path`. The first call starts the worker, as does the first after it
 * died. It keeps the process alive only during calls.
 */
function createWorkerClient(path: string, role: WorkerRole): WorkerClient {
  let life: Life | undefined;
  let isClosed = false;

  return {
    ask(name, input) {
      if (isClosed) return Promise.reject(new AppError('CANCELLED', 'the store is closed'));
      if (!life || life.isOver) life = begin({ path, role, isRestart: life !== undefined });
      return life.ask(name, input);
    },
    async close() {
      if (isClosed) return;
      isClosed = true;
      if (life && !life.isOver) await life.end();
    },
  };
}

// Heap limit of one worker in MiB, many times the largest result. Rows made to fill memory end only the
// worker.
const heapMb = 1_024;

function begin(work: WorkerOptions): Life {
  const worker = new Worker(new URL('./worker.ts', import.meta.url), {
    workerData: work,
    resourceLimits: { maxOldGenerationSizeMb: heapMb },
  });
  const waiting = createSmallMap<number, Waiting>();
  let calls = 0;
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
    for (const { reject } of waiting.empty()) reject(stopped);
  });
  worker.on('message', ([call, outcome]: WorkerReply) => {
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

/** The database as the modules see it: every query of `queries.ts`, run by a worker. */
export type Store = {
  readonly [Name in keyof StoreQueries]: (
    ...input: Parameters<StoreQueries[Name]>
  ) => Promise<ReturnType<StoreQueries[Name]>>;
} & {
  /** The path to which a damaged file was renamed at opening. */
  readonly setAside: string | undefined;
  /** Deletes the damaged files that were ever renamed here. Rejects with `FILE_LOCKED`. */
  removeSetAside(): Promise<void>;
  /** Ends the workers after the pending calls; the file is complete afterwards. */
  close(): Promise<void>;
};

/**
 * Opens the SQLite file at `path` in two workers, a writer and a reader (docs/design/database.md). No query
 * delays the main event loop, and no write delays a list. The first slow query starts a third worker. A
 * damaged file is renamed and a new one created. A file of a newer version rejects with `STORE_NEWER`, one of
 * other migrations or another program with `STORE_FOREIGN`; it stays as it is. A query rejects with
 * `STORE_DAMAGED`, `STORE_BUSY`, `STORE_STOPPED` where its worker died (the next call starts a new one), and
 * `CANCELLED` once closed.
 */
export async function openStore(path: string): Promise<Store> {
  ensureFolderSync(dirname(path));
  const writer = createWorkerClient(path, 'writer');
  const reader = createWorkerClient(path, 'reader');
  const reports = createWorkerClient(path, 'reports');
  const close = async () => {
    await reports.close();
    // The last connection to close truncates the write-ahead log: it must be the writer's.
    await reader.close();
    await writer.close();
  };
  try {
    const { setAside: found, names } = (await writer.ask('open', [])) as OpenResult;
    const reads = new Set(((await reader.ask('open', [])) as OpenResult).names);
    const workerOf = new Map(
      [...names, ...reads].map((name) => [name, reads.has(name) ? reader : writer] as const),
    );
    let setAside = found;
    const own = {
      close,
      get setAside() {
        return setAside;
      },
      async removeSetAside() {
        await removeSetAside(path);
        setAside = undefined;
      },
    };
    // The one cast of the module: the proxy gives every name of StoreQueries the type that Store states.
    return new Proxy(own, {
      get: (target, name) => {
        if (typeof name !== 'string' || name === 'then') return undefined;
        if (name in target) return target[name as keyof typeof target];
        if (reportNames.has(name)) return (...input: unknown[]) => reports.ask(name, input);
        return (...input: unknown[]) =>
          workerOf.get(name)?.ask(name, input) ??
          Promise.reject(new AppError('UNEXPECTED', `the store has no query ${name}`));
      },
    }) as unknown as Store;
  } catch (error) {
    await close();
    throw error;
  }
}

import { AppError } from '../../shared/errors.ts';
import type { Clock } from '../host.ts';

/** The error of anything that a person or the app has cancelled. */
export function cancelled(): AppError {
  return new AppError('CANCELLED', 'cancelled');
}

/**
 * Waits for a promise that an abort does not end. Rejects with `CANCELLED` once `signal` is aborted, else as
 * the promise does.
 */
export function orCancelled<T>(awaited: Promise<T>, signal: AbortSignal | undefined): Promise<T> {
  if (!signal) return awaited;
  return new Promise((resolve, reject) => {
    const stop = () => reject(cancelled());
    if (signal.aborted) stop();
    else signal.addEventListener('abort', stop, { once: true });
    const free = () => signal.removeEventListener('abort', stop);
    // Also handles a rejection after the abort.
    awaited.then(resolve, reject).finally(free);
  });
}

/** Calls `run` after `ms`, unless the returned function is called before. */
export function startTimer(clock: Pick<Clock, 'sleep'>, ms: number, run: () => void): () => void {
  const stopping = new AbortController();
  clock.sleep(ms, stopping.signal).then(run, () => undefined);
  return () => stopping.abort();
}

/** Whether a promise resolves; an error that rejects it says nothing more. */
export function succeeds(awaited: Promise<unknown>): Promise<boolean> {
  return awaited.then(
    () => true,
    () => false,
  );
}

/** Waits for `ms`; whether they passed before the signal ended the wait. */
export function hasSlept(clock: Pick<Clock, 'sleep'>, ms: number, signal: AbortSignal): Promise<boolean> {
  return succeeds(clock.sleep(ms, signal));
}

/** The result of `work`, or `late` after `ms`, while `work` goes on. Rejects as `work` does. */
export async function within<T>(
  clock: Pick<Clock, 'sleep'>,
  ms: number,
  work: Promise<T>,
  late: T,
): Promise<T> {
  const { promise, resolve } = Promise.withResolvers<T>();
  const stop = startTimer(clock, ms, () => resolve(late));
  try {
    return await Promise.race([work, promise]);
  } finally {
    stop();
  }
}

interface ThrottleOptions {
  clock: Pick<Clock, 'sleep'>;
  /** At least between two runs, ms. */
  intervalMs: number;
  /** The first request waits too, for others to join it. */
  delaysFirst?: boolean;
}

/** Runs at once when it is requested, and for all requests of an interval once more at its end. */
export class Throttle {
  readonly #run: () => void;
  readonly #options: ThrottleOptions;
  #isRequested = false;
  #stopTimer: (() => void) | undefined;
  #isStopped = false;

  constructor(run: () => void, options: ThrottleOptions) {
    this.#run = run;
    this.#options = options;
  }

  request(): void {
    this.#isRequested = true;
    if (this.#stopTimer || this.#isStopped) return;
    this.#startInterval();
    if (!this.#options.delaysFirst) this.flush();
  }

  /** Runs now if a run is due. */
  flush(): void {
    if (!this.#isRequested || this.#isStopped) return;
    this.#isRequested = false;
    this.#run();
  }

  /** Drops what is due, and runs no more. */
  stop(): void {
    this.#isStopped = true;
    this.#stopTimer?.();
  }

  #startInterval(): void {
    this.#stopTimer = startTimer(this.#options.clock, this.#options.intervalMs, () => {
      this.#stopTimer = undefined;
      if (!this.#isRequested) return;
      if (!this.#options.delaysFirst) this.#startInterval();
      this.flush();
    });
  }
}

/** Work that runs, by key: who asks for the same meanwhile shares its result. */
export class SingleFlight<Result> {
  readonly #running = new Map<string, Promise<Result>>();

  /** The running work of a key; undefined if there is none. */
  running(key: string): Promise<Result> | undefined {
    return this.#running.get(key);
  }

  /** The result of the key's running work, else of `work`. */
  run(key: string, work: () => Promise<Result>): Promise<Result> {
    const running = this.#running.get(key);
    if (running) return running;
    const started = work().finally(() => this.#running.delete(key));
    this.#running.set(key, started);
    return started;
  }
}

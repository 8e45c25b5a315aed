import type { Clock } from '../host.ts';

/** Calls `run` after `ms`, unless the returned function is called before. */
export function startTimer(clock: Pick<Clock, 'sleep'>, ms: number, run: () => void): () => void {
  const stopping = new AbortController();
  clock.sleep(ms, stopping.signal).then(run, () => undefined);
  return () => stopping.abort();
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

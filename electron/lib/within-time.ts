import type { Clock } from '../host.ts';

/** The result of `work`, or undefined if it takes longer than `ms`. Rejects as `work` does. */
export function withinTime<T>(
  clock: Pick<Clock, 'sleep'>,
  ms: number,
  work: Promise<T>,
): Promise<T | undefined> {
  const waiting = new AbortController();
  const late = clock.sleep(ms, waiting.signal).then(
    () => undefined,
    () => undefined,
  );
  return Promise.race([work, late]).finally(() => waiting.abort());
}

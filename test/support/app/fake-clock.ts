import { setImmediate as yieldToEventLoop } from 'node:timers/promises';
import type { Clock } from '../../../electron/host.ts';

/** A clock that moves only when a test moves it. */
export interface FakeClock extends Clock {
  /**
   * Moves time on, waking sleepers in the order of their hour; what each of them starts runs before the next
   * wakes.
   */
  advance(ms: number): Promise<void>;
  /** Sets the wall clock alone, as a person or a time server does; elapsed time goes on as before. */
  setWallClock(now: number): void;
  /** Durations, in ms, of the sleeps that came to their end, in that order. */
  readonly slept: readonly number[];
  /** Durations, in ms, of the sleeps that still wait, in the order in which they will end. */
  readonly sleeping: readonly number[];
  /** Resolves as soon as somebody sleeps for a time that fits. */
  untilSleeping(fits?: (ms: number) => boolean): Promise<number>;
}

export interface FakeClockOptions {
  /** Milliseconds since 1970, UTC. Default: 2026-11-20, noon in UTC. */
  startAt?: number;
  /**
   * Sleeps that end by themselves, at once for the test and after `ms` for the clock: `(ms) => ms <= 30_000`
   * lets waits between retries pass and leaves longer time-outs to `advance`. Default: none.
   */
  passes?: (ms: number) => boolean;
}

interface Sleeper {
  ms: number;
  due: number;
  wake: () => void;
}

/** A working clock whose time belongs to the test. */
export function createFakeClock({
  startAt = Date.UTC(2026, 10, 20, 12),
  passes = () => false,
}: FakeClockOptions = {}): FakeClock {
  let elapsed = 0;
  let offset = startAt;
  const sleepers = new Set<Sleeper>();
  const watchers = new Set<(ms: number) => void>();
  const slept: number[] = [];

  const inOrder = () => [...sleepers].sort((a, b) => a.due - b.due);

  function moveTo(time: number): void {
    elapsed = Math.max(elapsed, time);
    for (const sleeper of inOrder()) if (sleeper.due <= elapsed) sleeper.wake();
  }

  function sleep(ms: number, signal?: AbortSignal): Promise<void> {
    return new Promise((resolve, reject) => {
      const stop = () => {
        sleepers.delete(sleeper);
        reject(new DOMException('The sleep was ended early', 'AbortError'));
      };
      const sleeper: Sleeper = {
        ms,
        due: elapsed + ms,
        wake: () => {
          sleepers.delete(sleeper);
          signal?.removeEventListener('abort', stop);
          slept.push(ms);
          resolve();
        },
      };
      if (signal?.aborted) return stop();
      signal?.addEventListener('abort', stop, { once: true });
      sleepers.add(sleeper);
      for (const watcher of [...watchers]) watcher(ms);
      if (passes(ms)) void yieldToEventLoop().then(() => sleepers.has(sleeper) && moveTo(sleeper.due));
    });
  }

  async function untilIdle(): Promise<void> {
    for (let i = 0; i < 5; i++) await yieldToEventLoop();
  }

  return {
    // Whole milliseconds, as a machine's clock tells them, though waits may have fractions.
    now: () => Math.floor(offset + elapsed),
    elapsed: () => elapsed,
    sleep,
    async advance(ms) {
      const end = elapsed + ms;
      await untilIdle();
      for (let next = inOrder()[0]; next && next.due <= end; next = inOrder()[0]) {
        moveTo(next.due);
        await untilIdle();
      }
      elapsed = Math.max(elapsed, end);
    },
    setWallClock(now) {
      offset = now - elapsed;
    },
    get slept() {
      return slept;
    },
    get sleeping() {
      return inOrder().map((sleeper) => sleeper.ms);
    },
    untilSleeping(fits = () => true) {
      const waiting = inOrder().find((sleeper) => fits(sleeper.ms));
      if (waiting) return Promise.resolve(waiting.ms);
      return new Promise((resolve) => {
        const watcher = (ms: number) => {
          if (!fits(ms)) return;
          watchers.delete(watcher);
          resolve(ms);
        };
        watchers.add(watcher);
      });
    },
  };
}

import { AppError } from '../../../shared/errors.ts';
import type { Clock } from '../../host.ts';
import { createSmallMap } from '../../lib/small-map.ts';

/** A watched transfer. */
export interface TransferWatch {
  /** Resets the silence: a response arrived, or `bytes` of a body. */
  touch(bytes?: number): void;
  /** The receiver is busy: silence does not count until the next touch. */
  suspend(): void;
  /** Ends the watch. */
  release(): void;
}

// Catches bodies that trickle without silence, at less than a tenth of the slowest mobile network. Waits for
// bandwidth or disk do not count.
const speedCheckMs = 5 * 60_000;
const minBytesPerCheck = 64 * 1024;

/**
 * Ends transfers that are silent for too long or bring less than 64 KiB in five minutes. One timer serves
 * all, because timers per chunk cost more than chunks.
 */
export interface StallWatch {
  watch(onStall: () => void): TransferWatch;
  /** Stops the timer. */
  close(): void;
}

interface Silence {
  /** Monotonic ms. */
  last: number;
  /** Time spent waiting for the sender since the last speed check, ms, and the bytes received in it. */
  waited: number;
  came: number;
  onStall(): void;
}

/** Creates a watch that calls `onStall` after `timeoutMs` of silence, ± one second. */
export function createStallWatch(clock: Clock, timeoutMs: number): StallWatch {
  const watched = createSmallMap<Silence, Silence>();
  const ending = new AbortController();
  let isTicking = false;

  async function tick(): Promise<void> {
    while (watched.size > 0) {
      await clock.sleep(Math.min(1_000, timeoutMs), ending.signal);
      const now = clock.elapsed();
      for (const one of [...watched.values()]) {
        if (now - one.last < timeoutMs) continue;
        watched.take(one);
        one.onStall();
      }
    }
  }

  function start(): void {
    isTicking = true;
    const stop = () => {
      isTicking = false;
    };
    // It rejects only when aborted.
    tick().then(stop, stop);
  }

  return {
    watch(onStall) {
      const one: Silence = { last: clock.elapsed(), waited: 0, came: 0, onStall };
      watched.add(one, one);
      if (!isTicking) start();
      return {
        touch(bytes = 0) {
          const now = clock.elapsed();
          if (bytes > 0 && now > one.last) one.waited += now - one.last;
          one.came += bytes;
          one.last = now;
          if (one.waited < speedCheckMs) return;
          if (one.came < minBytesPerCheck) onStall();
          one.waited = 0;
          one.came = 0;
        },
        suspend: () => {
          one.last = Number.POSITIVE_INFINITY;
        },
        release: () => void watched.take(one),
      };
    },
    close: () => ending.abort(),
  };
}

/**
 * Runs an action that receives bytes, and aborts it if none arrive. Rejects with `TRANSFER_STALLED` then,
 * with `CANCELLED` after the signal, else as the action does.
 */
export async function withStallWatch<T>(
  stalls: StallWatch,
  signal: AbortSignal,
  action: (watched: TransferWatch, signal: AbortSignal) => Promise<T>,
): Promise<T> {
  const ending = new AbortController();
  const end = () => ending.abort();
  signal.addEventListener('abort', end, { once: true });
  let isStalled = false;
  const watched = stalls.watch(() => {
    isStalled = true;
    ending.abort();
  });
  try {
    signal.throwIfAborted();
    return await action(watched, ending.signal);
  } catch (error) {
    if (isStalled) throw new AppError('TRANSFER_STALLED', 'nothing came for too long', { cause: error });
    if (signal.aborted) throw new AppError('CANCELLED', 'cancelled');
    throw error;
  } finally {
    watched.release();
    signal.removeEventListener('abort', end);
  }
}

/** Excludes the time in which a request waits locally. */
export function onBlocked(watched: TransferWatch): (isBlocked: boolean) => void {
  return (isBlocked) => (isBlocked ? watched.suspend() : watched.touch());
}

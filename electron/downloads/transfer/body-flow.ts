import { AppError } from '../../../shared/errors.ts';
import type { Clock } from '../../host.ts';
import { createSmallMap } from '../../lib/small-map.ts';

/** One transfer under watch. */
export interface Watched {
  /** Something has come: so many bytes of a body, or an answer. */
  touch(bytes?: number): void;
  /** The receiver is busy: silence does not count until the next touch. */
  suspend(): void;
  /** Ends the watch. */
  release(): void;
}

// A body of a byte a second is never silent. The slowest mobile network is ten times as fast; waits for
// bandwidth or a disk do not count.
const judgedEvery = 5 * 60_000;
const minBytes = 64 * 1024;

/**
 * Ends transfers on which nothing has come for so long, or less than 64 KiB in five minutes; one timer for
 * all of them, because timers per chunk cost more than chunks.
 */
export interface StallWatch {
  watch(onStall: () => void): Watched;
  /** Ends the timer. */
  close(): void;
}

interface Silence {
  /** Elapsed ms. */
  last: number;
  /**
   * Time in which the sender was waited for since the speed was judged last, ms, and the bytes that came in
   * it.
   */
  waited: number;
  came: number;
  onStall(): void;
}

/** A watch that calls `onStall` after `timeoutMs` ms of silence, give or take a second. */
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
    // Its only failure is being ended.
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
          if (one.waited < judgedEvery) return;
          if (one.came < minBytes) onStall();
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
 * Does something that brings bytes, and ends it when none come for too long. Rejects with `TRANSFER_STALLED`
 * then, with `CANCELLED` when the signal ended it, and as the act itself does.
 */
export async function underWatch<T>(
  stalls: StallWatch,
  signal: AbortSignal,
  action: (watched: Watched, signal: AbortSignal) => Promise<T>,
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

/** Has silence not count while a request waits on this side of the network. */
export function onBlocked(watched: Watched): (isBlocked: boolean) => void {
  return (isBlocked) => (isBlocked ? watched.suspend() : watched.touch());
}

/** A limit on bytes a second, shared by all transfers. */
export interface Bandwidth {
  /** When so many bytes may be read, in turn; undefined when at once. */
  take(bytes: number, signal: AbortSignal): Promise<void> | undefined;
}

// How often those who wait look whether the limit has changed, ms.
const recheckMs = 200;
// Shorter debts are left to add up, so that a timer is worth its while, ms.
const minDelayMs = 20;

/** A limit that may change at any time; `limit()` is bytes a second, 0 for none. */
export function createBandwidth(limit: () => number, clock: Clock): Bandwidth {
  // All bytes that were let through, and how many of them have had their time by `since`, in elapsed ms.
  let taken = 0;
  let paid = 0;
  let since = clock.elapsed();

  /** Counts what has had its time since it was counted last; gives the limit of now. */
  function settle(): number {
    const perSecond = limit();
    const now = clock.elapsed();
    paid = perSecond > 0 ? Math.min(taken, paid + ((now - since) * perSecond) / 1000) : taken;
    since = now;
    return perSecond;
  }

  /** How long until so many of all bytes have had their time, ms. */
  const until = (bytes: number, perSecond: number) =>
    paid >= bytes ? 0 : ((bytes - paid) / perSecond) * 1000;

  async function waitFor(bytes: number, signal: AbortSignal): Promise<void> {
    for (let wait = until(bytes, settle()); wait > 0; wait = until(bytes, settle())) {
      await clock.sleep(Math.min(Math.max(wait, 1), recheckMs), signal);
    }
  }

  return {
    take(bytes, signal) {
      const perSecond = settle();
      if (perSecond <= 0) return undefined;
      taken += bytes;
      return until(taken, perSecond) < minDelayMs ? undefined : waitFor(taken, signal);
    },
  };
}

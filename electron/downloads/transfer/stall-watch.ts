import type { Clock } from '../../host.ts';
import { createPassing } from '../../passing.ts';

/** One transfer under watch. */
export interface Watched {
  /** Something has come: so many bytes of a body, or an answer. */
  touch(bytes?: number): void;
  /** The receiver is busy: silence does not count until the next touch. */
  hold(): void;
  /** Ends the watch. */
  release(): void;
}

// A body of a byte a second is never silent. The slowest mobile network is ten times as fast; waits for bandwidth or a disk do not count.
const judgedEvery = 5 * 60_000;
const leastBytes = 64 * 1024;

/** Ends transfers on which nothing has come for so long, or less than 64 KiB in five minutes; one timer for all of them, because timers per piece cost more than pieces. */
export interface StallWatch {
  watch(onStall: () => void): Watched;
  /** Ends the timer. */
  close(): void;
}

interface Silence {
  /** Elapsed ms. */
  last: number;
  /** Time in which the sender was waited for since the speed was judged last, ms, and the bytes that came in it. */
  waited: number;
  came: number;
  onStall(): void;
}

/** A watch that calls `onStall` after `patience` ms of silence, give or take a second. */
export function createStallWatch(clock: Clock, patience: number): StallWatch {
  const watched = createPassing<Silence, Silence>();
  const ending = new AbortController();
  let isTicking = false;

  async function tick(): Promise<void> {
    while (watched.size > 0) {
      await clock.sleep(Math.min(1_000, patience), ending.signal);
      const now = clock.elapsed();
      for (const one of [...watched.values()]) {
        if (now - one.last < patience) continue;
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
          if (one.came < leastBytes) onStall();
          one.waited = 0;
          one.came = 0;
        },
        hold: () => {
          one.last = Number.POSITIVE_INFINITY;
        },
        release: () => void watched.take(one),
      };
    },
    close: () => ending.abort(),
  };
}

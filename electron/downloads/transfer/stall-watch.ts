import type { Clock } from '../../host.ts';
import { createPassing } from '../../passing.ts';

/** One transfer under watch. */
export interface Watched {
  /** Something has come. */
  touch(): void;
  /** The receiver is busy: silence does not count until the next touch. */
  hold(): void;
  /** Ends the watch. */
  release(): void;
}

/** Ends transfers on which nothing has come for so long; one timer for all of them, because timers per piece cost more than pieces. */
export interface StallWatch {
  watch(onStall: () => void): Watched;
  /** Ends the timer. */
  close(): void;
}

interface Silence {
  /** Elapsed ms. */
  last: number;
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
      const one = { last: clock.elapsed(), onStall };
      watched.add(one, one);
      if (!isTicking) start();
      return {
        touch: () => {
          one.last = clock.elapsed();
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

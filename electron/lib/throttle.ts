import type { Clock } from '../host.ts';
import { startTimer } from './timer.ts';

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

import type { Clock } from '../host.ts';

/** What the service's answers say of the time, against which this machine's own is held. */
export interface ServiceClock {
  /** Hears the service's time minus this machine's, as an answer told it just now, in milliseconds. */
  update(offset: number): void;
  /**
   * Whether the machine's clock tells about the day that the service's does; false while none has been heard.
   */
  confirms(): boolean;
}

/** Farther apart than this, in milliseconds, one of the two clocks is plainly wrong. */
const maxOffsetMs = 86_400_000;

/** Nothing heard yet. What was heard goes on by the machine's elapsed time, which nobody sets. */
export function createServiceClock({ now, elapsed }: Pick<Clock, 'now' | 'elapsed'>): ServiceClock {
  let lastOffset: { time: number; at: number } | undefined;
  return {
    update(offset) {
      lastOffset = { time: now() + offset, at: elapsed() };
    },
    confirms: () =>
      lastOffset !== undefined &&
      Math.abs(now() - (lastOffset.time + elapsed() - lastOffset.at)) <= maxOffsetMs,
  };
}

import type { Clock } from '../host.ts';

/** The service's time, from its responses, to check this machine's clock. */
export interface ServiceClock {
  /** Receives the service's time minus this machine's from a response that just arrived, in milliseconds. */
  update(offset: number): void;
  /** Whether the machine's clock is within a day of the service's; false before the first response. */
  confirms(): boolean;
}

/** Maximum difference in milliseconds; beyond it one of the two clocks is plainly wrong. */
const maxOffsetMs = 86_400_000;

/**
 * Starts without an offset. The last one is extrapolated with the machine's elapsed time, which nobody sets.
 */
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

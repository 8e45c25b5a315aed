import type { Clock } from '../../host.ts';

/** A limit in bytes per second, shared by all transfers. */
export interface Bandwidth {
  /** Resolves when these bytes may be read, in order; undefined if at once. */
  take(bytes: number, signal: AbortSignal): Promise<void> | undefined;
}

// Interval at which waiting transfers check for a changed limit, ms.
const recheckMs = 200;
// Shorter delays accumulate, so that a timer is worth it, ms.
const minDelayMs = 20;

/** Creates a limit that may change at any time; `limit()` is in bytes per second, 0 for none. */
export function createBandwidth(limit: () => number, clock: Clock): Bandwidth {
  // Bytes passed in total, and how many of them were paid for by `since` (monotonic ms).
  let taken = 0;
  let paid = 0;
  let since = clock.elapsed();

  /** Updates `paid` to now; returns the current limit. */
  function updatePaid(): number {
    const perSecond = limit();
    const now = clock.elapsed();
    paid = perSecond > 0 ? Math.min(taken, paid + ((now - since) * perSecond) / 1000) : taken;
    since = now;
    return perSecond;
  }

  /** Time until this many bytes in total are paid for, ms. */
  const until = (bytes: number, perSecond: number) =>
    paid >= bytes ? 0 : ((bytes - paid) / perSecond) * 1000;

  async function waitFor(bytes: number, signal: AbortSignal): Promise<void> {
    for (let wait = until(bytes, updatePaid()); wait > 0; wait = until(bytes, updatePaid())) {
      await clock.sleep(Math.min(Math.max(wait, 1), recheckMs), signal);
    }
  }

  return {
    take(bytes, signal) {
      const perSecond = updatePaid();
      if (perSecond <= 0) return undefined;
      taken += bytes;
      return until(taken, perSecond) < minDelayMs ? undefined : waitFor(taken, signal);
    },
  };
}

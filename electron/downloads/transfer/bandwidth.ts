import type { Clock } from '../../host.ts';

/** A limit on bytes a second, shared by all transfers. */
export interface Bandwidth {
  /** When so many bytes may be read, in turn; undefined when at once. */
  take(bytes: number, signal: AbortSignal): Promise<void> | undefined;
}

// How often those who wait look whether the limit has changed, ms.
const glance = 200;
// Shorter debts are left to add up, so that a timer is worth its while, ms.
const shortest = 20;

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
      await clock.sleep(Math.min(Math.max(wait, 1), glance), signal);
    }
  }

  return {
    take(bytes, signal) {
      const perSecond = settle();
      if (perSecond <= 0) return undefined;
      taken += bytes;
      return until(taken, perSecond) < shortest ? undefined : waitFor(taken, signal);
    },
  };
}

import type { Clock } from '../../host.ts';

/** A limit on bytes a second, shared by all transfers. */
export interface Bandwidth {
  /** When so many bytes may be read, in turn; undefined when at once. */
  take(bytes: number, signal: AbortSignal): Promise<void> | undefined;
}

/** A limit that may change at any time; `limit()` is bytes a second, 0 for none. */
export function createBandwidth(limit: () => number, clock: Clock): Bandwidth {
  // When everything that was let through so far has had its time, in elapsed ms.
  let paidUntil = 0;
  return {
    take(bytes, signal) {
      const perSecond = limit();
      if (perSecond <= 0) return undefined;
      const now = clock.elapsed();
      paidUntil = Math.max(paidUntil, now) + (bytes / perSecond) * 1000;
      const wait = paidUntil - now;
      // Short debts are left to add up, so that a timer is worth its while.
      return wait < 20 ? undefined : clock.sleep(wait, signal);
    },
  };
}

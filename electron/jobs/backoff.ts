/** The first wait after a failure and the longest one, ms. */
export interface Backoff {
  firstMs: number;
  maxMs: number;
}

/** Waits between requests (api.md, Retry guidance). */
export const requestBackoff: Backoff = { firstMs: 1_000, maxMs: 30_000 };

/**
 * Wait before the next attempt, ms: doubles from `firstMs` up to `maxMs`, ±30 percent, so that many apps do
 * not retry at once. `failures` counts from 1; `random` is 0 to 1, with 0.5 for the exact wait.
 */
export function backoffMs(
  failures: number,
  random: number,
  { firstMs, maxMs }: Backoff = requestBackoff,
): number {
  return Math.min(maxMs, firstMs * 2 ** (failures - 1) * (0.7 + 0.6 * random));
}

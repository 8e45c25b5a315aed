/** Maximum wait between two attempts, ms (api.md, Retry guidance). */
export const maxBackoffMs = 30_000;

/**
 * Wait before the next attempt, ms: doubles from one second up to thirty, ±30 percent. `failures` counts from
 * 1, `random` is 0 to 1.
 */
export function backoffMs(failures: number, random: number): number {
  return Math.min(maxBackoffMs, 1_000 * 2 ** (failures - 1) * (0.7 + 0.6 * random));
}

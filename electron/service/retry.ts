/** How often a request is made in all, the first time included (api.md, Retry guidance). */
export const attemptsInAll = 5;

const longestDelay = 30_000;

/**
 * Milliseconds to wait before a retry, 1 for the first: doubling from one second, 30 percent jitter either way, never before `retryAfter` has
 * passed, and then at most 30 seconds (api.md, Retry guidance). `random` is 0 to 1.
 */
export function retryDelay(retry: number, random: number, retryAfter = 0): number {
  const jittered = 1000 * 2 ** (retry - 1) * (0.7 + 0.6 * random);
  return Math.round(Math.min(longestDelay, Math.max(jittered, retryAfter)));
}

/** Milliseconds that a `Retry-After` header asks for, in seconds or as a date; 0 when it is absent or unreadable. `now` is the answer's time. */
export function readRetryAfter(header: string | undefined, now: number): number {
  const text = header?.trim() ?? '';
  if (/^\d+$/.test(text)) return Number(text) * 1000;
  // Date.parse takes a bare number for a year: an HTTP date ends in GMT.
  const date = text.endsWith('GMT') ? Date.parse(text) : Number.NaN;
  return Number.isNaN(date) ? 0 : Math.max(0, date - now);
}

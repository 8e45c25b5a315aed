import { backoffMs, requestBackoff } from '../jobs/index.ts';

/**
 * Ms to wait before a retry, 1 for the first (api.md, Retry guidance). It is the back-off, and never less
 * than the `retryAfter` that the server requests, up to the maximum. `random` is 0 to 1.
 */
export function retryDelay(retry: number, random: number, retryAfter = 0): number {
  return Math.round(Math.min(requestBackoff.maxMs, Math.max(backoffMs(retry, random), retryAfter)));
}

/**
 * The wait of a `Retry-After` header, in seconds or as a date, as ms; 0 when absent or unreadable. `now` is
 * the response's time.
 */
export function readRetryAfter(header: string | undefined, now: number): number {
  const text = header?.trim() ?? '';
  if (/^\d+$/.test(text)) return Number(text) * 1000;
  // `Date.parse` takes a bare number for a year: an HTTP date ends in GMT.
  const date = text.endsWith('GMT') ? Date.parse(text) : Number.NaN;
  return Number.isNaN(date) ? 0 : Math.max(0, date - now);
}

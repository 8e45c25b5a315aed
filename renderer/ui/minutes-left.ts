/** With fewer requests done, or in less time, their pace says nothing yet. */
const minDone = 5;
const minElapsedMs = 10_000;

/** Whole minutes that the requests left take at the pace so far; undefined if unknown, or below a minute. */
export function minutesLeft({
  done,
  left,
  elapsedMs,
}: {
  done: number;
  left: number;
  elapsedMs: number;
}): number | undefined {
  if (done < minDone || elapsedMs < minElapsedMs) return undefined;
  const minutes = Math.round((left * elapsedMs) / done / 60_000);
  return minutes >= 1 ? minutes : undefined;
}

/** Requests that an agency responds to in a minute, measured with a few in parallel. */
const requestsPerMinute = 120;

/** Whole minutes that requests take, before their pace is known; 1 at least. */
export function minutesOfRequests(requests: number): number {
  return Math.max(1, Math.ceil(requests / requestsPerMinute));
}

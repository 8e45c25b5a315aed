/** What a part of the hostile campaign came to. */
export interface HostileFigures {
  tries: number;
  /** Errors and reasons for incomplete lists that were reported, by code. */
  counts: Record<string, number>;
  /**
   * Answers that lost something, or were about something else, without a word; and whatever else went wrong.
   */
  silent: string[];
  /** Places where the key or a signature was found. */
  found: string[];
  /** Largest resident memory of the process, in bytes. */
  peakBytes: number;
  /**
   * Longest time that main's loop was held up by its own work, in ms of processor: a busy machine makes no
   * program slower by that clock.
   */
  maxFreezeMs: number;
}

/** No tries yet. */
export function noFigures(): HostileFigures {
  return { tries: 0, counts: {}, silent: [], found: [], peakBytes: 0, maxFreezeMs: 0 };
}

/** Two parts as one. */
export function summed(left: HostileFigures, right: HostileFigures): HostileFigures {
  const sums = { ...left.counts };
  for (const [code, count] of Object.entries(right.counts)) sums[code] = (sums[code] ?? 0) + count;
  return {
    tries: left.tries + right.tries,
    counts: sums,
    silent: [...left.silent, ...right.silent],
    found: [...left.found, ...right.found],
    peakBytes: Math.max(left.peakBytes, right.peakBytes),
    maxFreezeMs: Math.max(left.maxFreezeMs, right.maxFreezeMs),
  };
}

/** Notes one more error or reason. */
export function tell({ counts }: HostileFigures, code: string): void {
  counts[code] = (counts[code] ?? 0) + 1;
}

/** Watches the loop of the thread that asks; gives the longest freeze so far, in ms of its processor time. */
export function watchFreezes(): { maxMs(): number; stop(): void } {
  let before = process.threadCpuUsage();
  let maxMs = 0;
  const timer = setInterval(() => {
    const now = process.threadCpuUsage();
    maxMs = Math.max(maxMs, (now.user + now.system - before.user - before.system) / 1_000);
    before = now;
  }, 1);
  return { maxMs: () => Math.round(maxMs), stop: () => clearInterval(timer) };
}

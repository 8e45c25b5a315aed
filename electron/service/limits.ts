import { CarpetaError } from '../../shared/errors.ts';
import type { Clock } from '../host.ts';
import { attemptsInAll } from './retry.ts';

/** How long and how large one attempt may be, and how many there are. */
export interface Limits {
  /** How often a request is made in all, the first time included. */
  attempts: number;
  /** Longest silence, before the answer or between two pieces of it, in ms. */
  stallMs: number;
  /** Longest whole attempt, in ms. */
  totalMs: number;
  /** Largest body, in bytes. */
  bodyBytes: number;
}

export const defaultLimits: Limits = {
  attempts: attemptsInAll,
  stallMs: 35_000,
  totalMs: 120_000,
  bodyBytes: 64 * 1024 * 1024,
};

/** For a trial that a person waits for: asked once, and told soon. */
export const trialLimits: Partial<Limits> = { attempts: 1, stallMs: 15_000, totalMs: 15_000 };

/** How soon an attempt that is held is looked at again, in ms: what is left of its time stands still, and may be next to nothing. */
const heldLook = 100;

/** What an attempt tells of itself. */
export interface Life {
  /** A sign of life. */
  alive(): void;
  /** It waits on this side of the network until it is told otherwise: its time stands still. */
  hold(isHeld: boolean): void;
}

/** One attempt: it ends when its signal does, and tells how it goes. */
export type Attempt<T> = (signal: AbortSignal, life: Life) => Promise<T>;

/**
 * Runs one attempt under its time limits. Rejects with `TIMED_OUT` when they pass and with `CANCELLED` when `signal` ends first, even if the
 * attempt itself hangs on.
 */
export async function withinTime<T>(
  clock: Clock,
  limits: Limits,
  signal: AbortSignal | undefined,
  attempt: Attempt<T>,
): Promise<T> {
  if (signal?.aborted) throw cancelled();
  const own = new AbortController();
  const ends = signal ? AbortSignal.any([signal, own.signal]) : own.signal;
  let begun = clock.elapsed();
  let lastSign = begun;
  let heldSince: number | undefined;
  let isLate = false;

  async function watch(): Promise<void> {
    for (;;) {
      const left =
        Math.min(lastSign + limits.stallMs, begun + limits.totalMs) - (heldSince ?? clock.elapsed());
      if (left <= 0) break;
      try {
        await clock.sleep(heldSince === undefined ? left : Math.max(left, heldLook), ends);
      } catch {
        return; // The attempt has ended, and this watch with it.
      }
    }
    isLate = true;
    own.abort();
  }

  const ended = new Promise<never>((_, reject) => {
    ends.addEventListener('abort', () => reject(cancelled()), { once: true });
  });
  const watching = watch();
  try {
    const alive = () => {
      lastSign = clock.elapsed();
    };
    const hold = (isHeld: boolean) => {
      const now = clock.elapsed();
      if (heldSince !== undefined) {
        begun += now - heldSince;
        lastSign += now - heldSince;
      }
      heldSince = isHeld ? now : undefined;
    };
    return await Promise.race([attempt(ends, { alive, hold }), ended]);
  } catch (thrown) {
    if (isLate) throw new CarpetaError('TIMED_OUT', 'no answer in time', { cause: thrown });
    throw signal?.aborted ? cancelled() : thrown;
  } finally {
    own.abort();
    await watching;
  }
}

/** The error of whatever a person or the app has ended. */
export function cancelled(): CarpetaError {
  return new CarpetaError('CANCELLED', 'cancelled');
}

import { z } from 'zod';
import type { Preferences } from '../host.ts';
import { judgeRelease, type Release } from './release.ts';

/**
 * When an address was last asked and what came of it: kept, so that it is asked once a day across restarts
 * and processes.
 */
export interface LastCheck {
  address: string;
  /** Wall clock when it was asked, ms since 1970, UTC. Noted before the request goes out. */
  askedAt: number;
  /** Since when the wall clock has stood before `askedAt`, by that clock: it was set back. */
  behindSince?: number | undefined;
  /** The last answer that could be used. */
  release?: Release | undefined;
  /** The code of the last request, where it failed. */
  failure?: string | undefined;
  /** The version that the person wants no more notice of. */
  dismissed?: string | undefined;
}

/** How long an address is left alone after it was asked, in ms. */
export const dayMs = 86_400_000;

const latestInstant = 8.64e15;
const instant = z.number().min(0).max(latestInstant);
const checkSchema = z.object({
  address: z.string(),
  askedAt: instant,
  behindSince: instant.optional().catch(undefined),
  release: z.unknown().optional(),
  failure: z.string().max(100).optional().catch(undefined),
  dismissed: z.string().max(100).optional().catch(undefined),
});

const key = 'updates';

/** The last look; undefined where there was none or it is damaged. */
export function readCheck(preferences: Preferences): LastCheck | undefined {
  return checkIn(preferences.get(key));
}

/** Changes the last look, on what any other process left of it; undefined leaves it as it is. */
export function changeCheck(
  preferences: Preferences,
  next: (check: LastCheck | undefined) => LastCheck | undefined,
): void {
  preferences.change(key, (value) => next(checkIn(value)) ?? value);
}

/** What to note now, and whether the address is to be asked; undefined when there is nothing to note. */
export function planCheck(
  check: LastCheck | undefined,
  address: string,
  now: number,
): { isDue: boolean; check: LastCheck } | undefined {
  const begun: LastCheck = { address, askedAt: now, dismissed: check?.dismissed };
  if (check?.address !== address) return { isDue: true, check: begun };
  const { askedAt, behindSince, release, failure } = check;
  const next = { isDue: true, check: { ...begun, release, failure } };
  if (now >= askedAt) return now - askedAt >= dayMs ? next : undefined;
  // A clock that was set back says nothing about how long ago that was: the day is counted from when this was
  // noticed.
  if (behindSince === undefined || now < behindSince) {
    return { isDue: false, check: { ...check, behindSince: now } };
  }
  return now - behindSince >= dayMs ? next : undefined;
}

function checkIn(value: unknown): LastCheck | undefined {
  const judged = checkSchema.safeParse(value);
  if (!judged.success) return undefined;
  const { release: stored, ...check } = judged.data;
  // Judged as if it had just come: somebody else may have written the file.
  const release = judgeRelease(stored, check.address);
  return typeof release === 'string' ? check : { ...check, release };
}

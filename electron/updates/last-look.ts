import { z } from 'zod';
import type { Preferences } from '../host.ts';
import { judgeRelease, type Release } from './release.ts';

/** When an address was last asked and what came of it: kept, so that it is asked once a day across restarts and processes. */
export interface LastLook {
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
const lookSchema = z.object({
  address: z.string(),
  askedAt: instant,
  behindSince: instant.optional().catch(undefined),
  release: z.unknown().optional(),
  failure: z.string().max(100).optional().catch(undefined),
  dismissed: z.string().max(100).optional().catch(undefined),
});

const key = 'updates';

/** The last look; undefined where there was none or it is damaged. */
export function readLook(preferences: Preferences): LastLook | undefined {
  return lookIn(preferences.get(key));
}

/** Changes the last look, on what any other process left of it; undefined leaves it as it is. */
export function changeLook(
  preferences: Preferences,
  next: (look: LastLook | undefined) => LastLook | undefined,
): void {
  preferences.change(key, (value) => next(lookIn(value)) ?? value);
}

/** What to note now, and whether the address is to be asked; undefined when there is nothing to note. */
export function planLook(
  look: LastLook | undefined,
  address: string,
  now: number,
): { isDue: boolean; look: LastLook } | undefined {
  const begun: LastLook = { address, askedAt: now, dismissed: look?.dismissed };
  if (look?.address !== address) return { isDue: true, look: begun };
  const { askedAt, behindSince, release, failure } = look;
  const next = { isDue: true, look: { ...begun, release, failure } };
  if (now >= askedAt) return now - askedAt >= dayMs ? next : undefined;
  // A clock that was set back says nothing about how long ago that was: the day is counted from when this was noticed.
  if (behindSince === undefined || now < behindSince) {
    return { isDue: false, look: { ...look, behindSince: now } };
  }
  return now - behindSince >= dayMs ? next : undefined;
}

function lookIn(value: unknown): LastLook | undefined {
  const judged = lookSchema.safeParse(value);
  if (!judged.success) return undefined;
  const { release: stored, ...look } = judged.data;
  // Judged as if it had just come: somebody else may have written the file.
  const release = judgeRelease(stored, look.address);
  return typeof release === 'string' ? look : { ...look, release };
}

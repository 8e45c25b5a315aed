import { z } from 'zod';
import type { Preferences } from '../host.ts';
import { type Release, validateRelease } from './fetch-release.ts';

/**
 * When a URL was last checked, and the result: stored, so that it is checked once a day across restarts and
 * processes.
 */
export interface UpdateCheck {
  address: string;
  /** Wall clock of the last request, ms since 1970, UTC. Saved before the request is sent. */
  askedAt: number;
  /** Wall clock when it was first seen before `askedAt`: the clock was set back. */
  behindSince?: number | undefined;
  /** The last valid response. */
  release?: Release | undefined;
  /** The error code of the last request, where it failed. */
  failure?: string | undefined;
  /** The version whose notice the person dismissed. */
  dismissed?: string | undefined;
}

/** Minimum interval between two requests to a URL, in ms. */
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

/** The last check; undefined where there was none or it is damaged. */
export function readCheck(preferences: Preferences): UpdateCheck | undefined {
  return parseCheck(preferences.get(key));
}

/** Changes the last check, based on the last write of any process; undefined leaves it as it is. */
export function changeCheck(
  preferences: Preferences,
  next: (check: UpdateCheck | undefined) => UpdateCheck | undefined,
): void {
  preferences.change(key, (value) => next(parseCheck(value)) ?? value);
}

/** What to save now, and whether a request is due; undefined when there is nothing to save. */
export function planCheck(
  check: UpdateCheck | undefined,
  address: string,
  now: number,
): { isDue: boolean; check: UpdateCheck } | undefined {
  const claimed: UpdateCheck = { address, askedAt: now, dismissed: check?.dismissed };
  if (check?.address !== address) return { isDue: true, check: claimed };
  const { askedAt, behindSince, release, failure } = check;
  const next = { isDue: true, check: { ...claimed, release, failure } };
  if (now >= askedAt) return now - askedAt >= dayMs ? next : undefined;
  // After the clock was set back, the elapsed time is unknown: the day counts from when this was noticed.
  if (behindSince === undefined || now < behindSince) {
    return { isDue: false, check: { ...check, behindSince: now } };
  }
  return now - behindSince >= dayMs ? next : undefined;
}

function parseCheck(value: unknown): UpdateCheck | undefined {
  const result = checkSchema.safeParse(value);
  if (!result.success) return undefined;
  const { release: stored, ...check } = result.data;
  // Validated like a new response: another program may have written the file.
  const release = validateRelease(stored, check.address);
  return typeof release === 'string' ? check : { ...check, release };
}

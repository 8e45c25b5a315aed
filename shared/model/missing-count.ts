import type { StateCounts } from './download.ts';

/**
 * How many documents are still to be had: asked for again, they may come. What the agency has no file of is
 * none.
 */
export function missingCount({ failed, unsigned }: StateCounts): number {
  return failed + unsigned;
}

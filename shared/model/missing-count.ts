import type { StateCounts } from './download.ts';

/**
 * The number of documents that another request may still bring. Those without a file at the agency are not
 * among them.
 */
export function missingCount({ failed, unsigned }: StateCounts): number {
  return failed + unsigned;
}

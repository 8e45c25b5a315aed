import { createLeaseOwner } from '../../../electron/jobs/index.ts';
import { Retention, type RetentionOptions } from '../../../electron/search/retention.ts';

/** Retention of thirty days over a store, by a clock that is right; nothing runs that a purge would end. */
export function openRetention(
  overrides: Pick<RetentionOptions, 'store' | 'clock'> & Partial<RetentionOptions>,
) {
  const identity = { computer: 'here', processId: 1, isAlive: () => true };
  return new Retention({
    leases: createLeaseOwner({ ...identity, clock: overrides.clock, uuid: () => 'retention' }),
    random: () => 0.5,
    retentionDays: () => 30,
    isClockRight: () => true,
    cancelSearches: () => Promise.resolve(),
    afterPrune: () => Promise.resolve(),
    cancelDownload: () => Promise.resolve(),
    reportError: (what, error) => {
      throw new Error(what, { cause: error });
    },
    ...overrides,
  });
}

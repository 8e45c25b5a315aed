import { expect, test } from 'vitest';
import type { StoredResultSet } from '../../../../electron/database/index.ts';
import { renewEvery } from '../../../../electron/jobs/index.ts';
import { createSearchLeases } from '../../../../electron/search/search-lease.ts';
import { createFakeClock } from '../../../support/app/fake-clock.ts';

/**
 * An answer that this process keeps and that has this owner by the time of its next renewal; gives whether it
 * counts as lost.
 */
async function isLostTo(owner: string, state: StoredResultSet['state'] = 'running') {
  const clock = createFakeClock();
  const claimed: string[] = [];
  let isLost = false;
  const leases = createSearchLeases({
    clock,
    uuid: () => 'me',
    computer: 'here',
    processId: 1,
    isAlive: (id) => id === 2,
    startOf: (id) => (id === 2 ? 'tuesday' : ''),
    store: {
      readResultSet: async () => ({ state, owner, leaseUntil: 0 }) as StoredResultSet,
      claimResultSet: async (_id, seen) => claimed.push(seen) > 0,
      renewResultSets: async () => [],
    },
    reportError: (_what, error) => {
      throw error;
    },
  });
  leases.maintain('a', () => {
    isLost = true;
  });
  await clock.advance(renewEvery);
  leases.close();
  return { isLost, claimed };
}

test('an answer that nobody has is taken again by who has lost it', async () => {
  expect(await isLostTo('')).toEqual({ isLost: false, claimed: [''] });
});

test('an answer is lost to a process that lives, however old its lease is, and to its end', async () => {
  expect(await isLostTo('here/2/x/tuesday')).toEqual({ isLost: true, claimed: [] });
  expect(await isLostTo('', 'done')).toEqual({ isLost: true, claimed: [] });
});

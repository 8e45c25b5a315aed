import { expect, onTestFinished, test } from 'vitest';
import type { Rut } from '../../../shared/model/rut.ts';
import { openSearchFixture, practiceConnection, rangeQuery } from '../../support/app/search-fixture.ts';

test('before a client is purged every search that may find something of it ends, and no other', async () => {
  const fixture = await openSearchFixture({ practice: { documents: 50, clients: 2 } });
  onTestFinished(() => fixture.close());
  const [one, other] = fixture.agency.clients.map(({ rut }) => rut);
  if (!one || !other) throw new Error('the agency has two clients');
  fixture.agency.faults.add({ kind: 'hang' });
  const numbered = (ruts: Rut[]) => ({
    kind: 'dispatches' as const,
    connectionIds: [practiceConnection],
    dispatches: [{ number: '410317', ruts }],
  });
  const queries = {
    ofClient: rangeQuery([one, other]),
    ofOther: rangeQuery([other]),
    dispatchOfClient: numbered([one]),
    dispatchOfOther: numbered([other]),
    dispatchOfAnybody: numbered([]),
  };
  const begun = await Promise.all(
    Object.entries(queries).map(
      async ([name, query]) => [name, await fixture.search.runner.start(query)] as const,
    ),
  );
  await fixture.search.runner.cancelAbout({ rut: one });
  const states = await Promise.all(
    begun.map(async ([name, id]) => [name, (await fixture.search.runner.progress(id)).state] as const),
  );
  expect(Object.fromEntries(states)).toEqual({
    ofClient: 'cancelled',
    dispatchOfClient: 'cancelled',
    dispatchOfAnybody: 'cancelled',
    ofOther: 'running',
    dispatchOfOther: 'running',
  });
});

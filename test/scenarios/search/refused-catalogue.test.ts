import { expect, test } from 'vitest';
import { openSearchFixture, rangeQuery } from '../../support/app/search-fixture.ts';

test('a refresh of all types that cannot read the catalogue takes nothing that is kept for gone', async () => {
  const fixture = await openSearchFixture({ practice: { documents: 200, clients: 2 } });
  try {
    const rut = fixture.agency.clients[0]?.rut ?? fixture.agency.inactiveClient.rut;
    const { resultSetId } = await fixture.ask(rangeQuery([rut]));
    const before = await fixture.documents(resultSetId);
    expect(before.length).toBeGreaterThan(0);
    await fixture.agency.close();
    const { rejection, state } = await fixture.search.runner.refresh(resultSetId);
    expect(state).toBe('interrupted');
    expect(rejection).toMatchObject({ code: 'NO_NETWORK' });
    expect(await fixture.documents(resultSetId)).toEqual(before);
  } finally {
    await fixture.close();
  }
});

import { expect, test } from 'vitest';
import { openSearchDesk, rangeQuery } from '../../support/app/search-desk.ts';

test('a refresh of all types that cannot read the catalogue takes nothing that is kept for gone', async () => {
  const desk = await openSearchDesk({ practice: { documents: 200, clients: 2 } });
  try {
    const rut = desk.agency.clients[0]?.rut ?? desk.agency.inactiveClient.rut;
    const { resultSetId } = await desk.ask(rangeQuery([rut]));
    const before = await desk.documents(resultSetId);
    expect(before.length).toBeGreaterThan(0);
    await desk.agency.close();
    const { rejection, state } = await desk.search.runner.refresh(resultSetId);
    expect(state).toBe('interrupted');
    expect(rejection).toMatchObject({ code: 'NO_NETWORK' });
    expect(await desk.documents(resultSetId)).toEqual(before);
  } finally {
    await desk.close();
  }
});

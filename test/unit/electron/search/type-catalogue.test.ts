import { afterAll, beforeAll, expect, test } from 'vitest';
import { openSearchFixture, rangeQuery, type SearchFixture } from '../../../support/app/search-fixture.ts';

let fixture: SearchFixture;
const other = { id: '900', name: 'TIPO DE ANTES', operation: '', responsible: '', item: {} };

beforeAll(async () => {
  fixture = await openSearchFixture({ practice: { documents: 50, clients: 1 } });
});
afterAll(() => fixture.close());

test('a list of types that came in part says so, and takes away none that are kept, and is still incomplete where nothing comes afterwards', async () => {
  const [connectionId = ''] = rangeQuery([]).connectionIds;
  const { types } = await fixture.search.typeCatalogues.list(connectionId);
  const sameName = { ...other, name: types[0]?.name ?? '' };
  await fixture.store.saveTypes(connectionId, [...types, other, sameName], '2026-11-20T12:00:00.000Z');
  const inPart = () => fixture.agency.faults.add({ kind: 'total-off', by: 2, endpoint: 'file-types' });
  const stop = inPart();
  const partial = await fixture.search.typeCatalogues.list(connectionId);
  expect(partial).toMatchObject({ incompleteReason: { code: 'WALK_INCOMPLETE' } });
  expect(partial.types).toEqual([...types, other, sameName]);
  stop();
  const fail = fixture.agency.faults.add({
    kind: 'answer',
    code: 'INTERNAL_ERROR',
    endpoint: 'file-types',
  });
  expect(await fixture.search.typeCatalogues.list(connectionId)).toEqual(partial);
  fail();
  const stopAgain = inPart();
  await fixture.ask(rangeQuery([fixture.agency.clients[0]?.rut ?? fixture.agency.inactiveClient.rut]));
  expect(await fixture.store.readTypes(connectionId)).toEqual(expect.arrayContaining([other, sameName]));
  stopAgain();
  const whole = await fixture.search.typeCatalogues.list(connectionId);
  expect(whole.incompleteReason).toBeUndefined();
  expect(await fixture.store.readTypes(connectionId)).not.toContainEqual(other);
  expect(await fixture.store.readTypesIncompleteReason(connectionId)).toBeUndefined();
});

test('a search of all types that cannot read the catalogue is not done', async () => {
  const stop = fixture.agency.faults.add({
    kind: 'answer',
    code: 'INTERNAL_ERROR',
    endpoint: 'file-types',
  });
  const rut = fixture.agency.clients[0]?.rut ?? fixture.agency.inactiveClient.rut;
  const { state, problems } = await fixture.ask(rangeQuery([rut]));
  stop();
  expect([state, problems.map(({ kind }) => kind)]).toEqual(['interrupted', ['catalogue']]);
});

import { afterAll, beforeAll, expect, test } from 'vitest';
import { openSearchDesk, rangeQuery, type SearchDesk } from '../../../support/app/search-desk.ts';

let desk: SearchDesk;
const other = { id: '900', name: 'TIPO DE ANTES', operation: '', responsible: '', item: {} };

beforeAll(async () => {
  desk = await openSearchDesk({ practice: { documents: 50, clients: 1 } });
});
afterAll(() => desk.close());

test('a list of types that came in part says so, and takes away none that are kept, and is still incomplete where nothing comes afterwards', async () => {
  const [connectionId = ''] = rangeQuery([]).connectionIds;
  const { types } = await desk.search.types(connectionId);
  const sameName = { ...other, name: types[0]?.name ?? '' };
  await desk.store.saveTypes(connectionId, [...types, other, sameName], '2026-11-20T12:00:00.000Z');
  const inPart = () => desk.agency.misbehave.add({ kind: 'total-off', by: 2, endpoint: 'file-types' });
  const stop = inPart();
  const partial = await desk.search.types(connectionId);
  expect(partial).toMatchObject({ incompleteReason: { code: 'WALK_INCOMPLETE' } });
  expect(partial.types).toEqual([...types, other, sameName]);
  stop();
  const fail = desk.agency.misbehave.add({ kind: 'answer', code: 'INTERNAL_ERROR', endpoint: 'file-types' });
  expect(await desk.search.types(connectionId)).toEqual(partial);
  fail();
  const stopAgain = inPart();
  await desk.ask(rangeQuery([desk.agency.clients[0]?.rut ?? desk.agency.inactiveClient.rut]));
  expect(await desk.store.readTypes(connectionId)).toEqual(expect.arrayContaining([other, sameName]));
  stopAgain();
  const whole = await desk.search.types(connectionId);
  expect(whole.incompleteReason).toBeUndefined();
  expect(await desk.store.readTypes(connectionId)).not.toContainEqual(other);
  expect(await desk.store.readTypesIncompleteReason(connectionId)).toBeUndefined();
});

test('a search of all types that cannot read the catalogue is not done', async () => {
  const stop = desk.agency.misbehave.add({ kind: 'answer', code: 'INTERNAL_ERROR', endpoint: 'file-types' });
  const rut = desk.agency.clients[0]?.rut ?? desk.agency.inactiveClient.rut;
  const { state, problems } = await desk.ask(rangeQuery([rut]));
  stop();
  expect([state, problems.map(({ kind }) => kind)]).toEqual(['interrupted', ['catalogue']]);
});

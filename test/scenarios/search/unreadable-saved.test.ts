import { DatabaseSync } from 'node:sqlite';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import type { Rut } from '../../../shared/model/rut.ts';
import { savedSearches } from '../../support/app/saved-searches.ts';
import { openSearchFixture, rangeQuery, type SearchFixture } from '../../support/app/search-fixture.ts';

let fixture: SearchFixture;
let rut: Rut;
let damaged: string;
let whole: string;

const { draft } = savedSearches(() => ({ fixture, rut }));

beforeEach(async () => {
  fixture = await openSearchFixture({ practice: { documents: 60, clients: 2 } });
  rut = fixture.agency.clients[0]?.rut ?? fixture.agency.inactiveClient.rut;
  ({ id: damaged } = await fixture.search.saved.create(draft({ name: 'Dañada' }), undefined));
  ({ id: whole } = await fixture.search.saved.create(draft({ name: 'Entera' }), undefined));
});
afterEach(() => fixture.close());

/**
 * Puts something else in the place of a saved search's query and view, as damage or another version would.
 */
function damage(row: string, id = damaged): void {
  const database = new DatabaseSync(fixture.path, { timeout: 10_000 });
  database.prepare('UPDATE saved_search SET draft = ? WHERE uuid = ?').run(row, id);
  database.close();
}

describe.each([
  ['half a JSON', '{"name":"Dañ'],
  ['another thing', '{"name":"Dañada"}'],
])('a saved search whose row holds %s', (_, row) => {
  beforeEach(() => damage(row));

  test('is told by its id, and keeps no other from being listed and asked', async () => {
    const { saved } = fixture.search;
    expect(await saved.unreadable()).toEqual([{ id: damaged }]);
    expect((await saved.list()).map(({ id }) => id)).toEqual([whole]);
    await saved.refresh(whole);
    expect(await saved.changes()).toEqual([]);
    expect((await saved.list())[0]?.asOf).not.toBe('');
  });

  test('can be removed, with what it kept', async () => {
    const { saved } = fixture.search;
    await saved.remove(damaged);
    expect(await saved.unreadable()).toEqual([]);
    expect((await saved.list()).map(({ id }) => id)).toEqual([whole]);
    expect(fixture.savedEvents.at(-1)).toMatchObject({ saved: [{ id: whole }], unreadable: [] });
  });
});

test('a saved search that cannot be read keeps no client from being purged, and goes where it may have asked for that client', async () => {
  const { saved, retention } = fixture.search;
  const other = fixture.agency.clients[1]?.rut ?? rut;
  const { id } = await saved.create(draft({ question: rangeQuery([rut, other]) }), undefined);
  damage(`{"question":{"ruts":["${rut}"`, id);
  await retention.purge({ rut });
  expect(await saved.unreadable()).toEqual([]);
  expect(await saved.list()).toEqual([]);
});

test('a saved search that cannot be read any more is told of without being asked for', async () => {
  await fixture.search.saved.list();
  damage('{');
  await fixture.search.saved.poll();
  expect(fixture.savedEvents.at(-1)).toMatchObject({ saved: [{ id: whole }], unreadable: [{ id: damaged }] });
});

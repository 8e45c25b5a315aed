import { DatabaseSync } from 'node:sqlite';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { newJob } from '../../../electron/jobs/index.ts';
import type { Rut } from '../../../shared/model/rut.ts';
import { savedSearches } from '../../support/app/saved-searches.ts';
import {
  openSearchFixture,
  practiceConnection,
  rangeQuery,
  type SearchFixture,
} from '../../support/app/search-fixture.ts';

let fixture: SearchFixture;
let rut: Rut;
let other: Rut;

const { draft } = savedSearches(() => ({ fixture, rut }));

beforeEach(async () => {
  fixture = await openSearchFixture({ practice: { documents: 60, clients: 2 } });
  const [first, second] = fixture.agency.clients;
  if (!first || !second) throw new Error('the agency has fewer than two clients');
  [rut, other] = [first.rut, second.rut];
});
afterEach(() => fixture.close());

/** Puts half a query in the place of an answer's, as damage would. */
function damage(resultSetId: string): void {
  const database = new DatabaseSync(fixture.path, { timeout: 10_000 });
  const half = `{"ruts":["${rut}"`;
  database.prepare('UPDATE result_set SET question = ? WHERE uuid = ?').run(half, resultSetId);
  database.close();
}

test('an answer whose query cannot be read is counted, is no recent search, and hides no other', async () => {
  const [damaged, whole] = [await fixture.ask(rangeQuery([rut])), await fixture.ask(rangeQuery([other]))];
  damage(damaged.resultSetId);
  const recent = await fixture.search.recent();
  expect(recent.map(({ resultSetId }) => resultSetId)).toEqual([whole.resultSetId]);
  expect(await fixture.search.unreadable()).toBe(1);
});

test('an answer whose query cannot be read keeps no new key from having the others asked again', async () => {
  const { search, store } = fixture;
  const [damaged, whole] = [
    await search.saved.create(draft({ name: 'Dañada' }), undefined),
    await search.saved.create(draft({ name: 'Entera' }), undefined),
  ];
  const refused = { attempts: 1, retryAfter: 9e15, error: { code: 'API_KEY_INVALID', message: '' } } as const;
  for (const { resultSetId } of [damaged, whole]) {
    const job = newJob({ kind: 'refresh', subject: resultSetId });
    await store.beginJob(job, refused, { owner: '', leaseUntil: 0 });
  }
  damage(damaged.resultSetId);
  await store.resetJobs([practiceConnection]);
  const stored = await store.listRefreshes();
  expect(stored.find(({ id }) => id === whole.id)).toMatchObject({ attempts: 0, retryAfter: undefined });
});

test('an answer whose query cannot be read keeps no dispatch from being asked for as those of the client directory', async () => {
  damage((await fixture.ask(rangeQuery([rut]))).resultSetId);
  await fixture.ask(rangeQuery([other]));
  expect(await fixture.store.clientsByUse(practiceConnection)).toContain(other);
});

test('a saved search whose answer holds half a query is asked what it asks itself', async () => {
  const { id, resultSetId } = await fixture.search.saved.create(draft(), undefined);
  damage(resultSetId);
  await fixture.search.saved.refresh(id);
  expect((await fixture.search.saved.list())[0]?.asOf).not.toBe('');
});

test('an answer whose query cannot be read goes with any client that is purged, a saved one only where its search asks for that client', async () => {
  const unsaved = await fixture.ask(rangeQuery([rut]));
  const ofOther = await fixture.search.saved.create(draft({ question: rangeQuery([other]) }), undefined);
  const ofBoth = await fixture.search.saved.create(draft({ question: rangeQuery([rut, other]) }), undefined);
  const lost = await fixture.search.saved.create(draft({ name: 'Perdida' }), undefined);
  for (const { resultSetId } of [unsaved, ofOther, ofBoth, lost]) damage(resultSetId);
  const database = new DatabaseSync(fixture.path, { timeout: 10_000 });
  database.prepare('UPDATE saved_search SET draft = ? WHERE uuid = ?').run('{', lost.id);
  database.close();
  await fixture.search.purge({ rut });
  await expect(fixture.store.readResultSet(unsaved.resultSetId)).rejects.toMatchObject({
    code: 'RESULT_SET_GONE',
  });
  expect(await fixture.search.saved.unreadable()).toEqual([]);
  for (const { id, resultSetId } of [ofOther, ofBoth]) {
    expect((await fixture.search.saved.list()).find((one) => one.id === id)?.question).toMatchObject({
      ruts: [other],
    });
    expect((await fixture.store.readResultSet(resultSetId)).query).toMatchObject({ ruts: [other] });
  }
});

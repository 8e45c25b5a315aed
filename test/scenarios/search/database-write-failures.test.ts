import { DatabaseSync } from 'node:sqlite';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { AppError } from '../../../shared/errors.ts';
import {
  openSearchFixture,
  practiceConnection,
  rangeQuery,
  type SearchFixture,
} from '../../support/app/search-fixture.ts';

let fixture: SearchFixture;
beforeEach(async () => {
  fixture = await openSearchFixture({ practice: { documents: 60, clients: 2 } });
});
afterEach(() => fixture.close());

/** Has a method of the store reject. */
function fail(method: 'upsertPage' | 'endTask', error: AppError): void {
  Object.assign(fixture.store, { [method]: () => Promise.reject(error) });
}
const everything = () => rangeQuery(fixture.agency.clients.map(({ rut }) => rut));

test('a search whose pages the store cannot keep is answered in no part, and tells why', async () => {
  const { upsertPage } = fixture.store;
  fail('upsertPage', new AppError('DISK_FULL', 'the store has no room'));
  const ended = await fixture.ask(everything());
  Object.assign(fixture.store, { upsertPage });
  expect(ended.documents).toBe(0);
  expect(ended.problems.some(({ error }) => error.code === 'DISK_FULL')).toBe(true);
  expect(ended.tasksAnswered).toBeLessThan(ended.tasksDone);
});

test('a search that the store keeps but for damaged documents has the rest, and tells of them', async () => {
  const { upsertPage } = fixture.store;
  let pages = 0;
  Object.assign(fixture.store, {
    upsertPage: async (page: Parameters<typeof upsertPage>[0]) => ({
      ...(await upsertPage(page)),
      damaged: pages++ === 0 ? 2 : 0,
    }),
  });
  const ended = await fixture.ask(everything());
  expect(ended.documents).toBeGreaterThan(0);
  expect(ended.problems.map(({ error }) => [error.code, error.values])).toEqual([
    ['ROW_UNREADABLE', { count: 2 }],
  ]);
});

test('one whose end the store cannot note says so, when it is asked again too, until it is asked anew', async () => {
  const { endTask } = fixture.store;
  fail('endTask', new AppError('STORE_BUSY', 'another process is writing'));
  const ended = await fixture.ask(everything());
  expect(ended).toMatchObject({ state: 'interrupted', error: { code: 'STORE_BUSY' } });
  const { resultSetId } = ended;
  expect(await fixture.search.runner.progress(resultSetId)).toMatchObject({ error: { code: 'STORE_BUSY' } });
  Object.assign(fixture.store, { endTask });
  await fixture.search.runner.repeat(resultSetId);
  const again = await fixture.ended(resultSetId);
  expect(again.state).toBe('done');
  expect(again.error).toBeUndefined();
});

test('a stored catalogue that cannot be read counts as none: it is read again', async () => {
  await fixture.ask(everything());
  const database = new DatabaseSync(fixture.path, { timeout: 10_000 });
  database.prepare(`UPDATE connection SET types = '[{"id"'`).run();
  database.close();
  expect(await fixture.store.readTypes(practiceConnection)).toBeUndefined();
  expect((await fixture.ask(everything())).state).toBe('done');
  expect(await fixture.store.readTypes(practiceConnection)).not.toEqual([]);
});

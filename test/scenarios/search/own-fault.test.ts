import { DatabaseSync } from 'node:sqlite';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { AppError } from '../../../shared/errors.ts';
import {
  openSearchDesk,
  practiceConnection,
  rangeQuery,
  type SearchDesk,
} from '../../support/app/search-desk.ts';

let desk: SearchDesk;
beforeEach(async () => {
  desk = await openSearchDesk({ practice: { documents: 60, clients: 2 } });
});
afterEach(() => desk.close());

/** Has a method of the store reject. */
function fail(method: 'upsertPage' | 'endTask', error: AppError): void {
  Object.assign(desk.store, { [method]: () => Promise.reject(error) });
}
const everything = () => rangeQuery(desk.agency.clients.map(({ rut }) => rut));

test('a search whose pages the store cannot keep is answered in no part, and tells why', async () => {
  const { upsertPage } = desk.store;
  fail('upsertPage', new AppError('DISK_FULL', 'the store has no room'));
  const ended = await desk.ask(everything());
  Object.assign(desk.store, { upsertPage });
  expect(ended.documents).toBe(0);
  expect(ended.problems.some(({ error }) => error.code === 'DISK_FULL')).toBe(true);
  expect(ended.tasksAnswered).toBeLessThan(ended.tasksDone);
});

test('a search that the store keeps but for damaged documents has the rest, and tells of them', async () => {
  const { upsertPage } = desk.store;
  let pages = 0;
  Object.assign(desk.store, {
    upsertPage: async (page: Parameters<typeof upsertPage>[0]) => ({
      ...(await upsertPage(page)),
      damaged: pages++ === 0 ? 2 : 0,
    }),
  });
  const ended = await desk.ask(everything());
  expect(ended.documents).toBeGreaterThan(0);
  expect(ended.problems.map(({ error }) => [error.code, error.values])).toEqual([
    ['ROW_UNREADABLE', { count: 2 }],
  ]);
});

test('one whose end the store cannot note says so, when it is asked again too, until it is asked anew', async () => {
  const { endTask } = desk.store;
  fail('endTask', new AppError('STORE_BUSY', 'another process is writing'));
  const ended = await desk.ask(everything());
  expect(ended).toMatchObject({ state: 'interrupted', error: { code: 'STORE_BUSY' } });
  const { resultSetId } = ended;
  expect(await desk.search.runner.progress(resultSetId)).toMatchObject({ error: { code: 'STORE_BUSY' } });
  Object.assign(desk.store, { endTask });
  await desk.search.runner.repeat(resultSetId);
  const again = await desk.ended(resultSetId);
  expect(again.state).toBe('done');
  expect(again.error).toBeUndefined();
});

test('a stored catalogue that cannot be read counts as none: it is read again', async () => {
  await desk.ask(everything());
  const database = new DatabaseSync(desk.path, { timeout: 10_000 });
  database.prepare(`UPDATE connection SET types = '[{"id"'`).run();
  database.close();
  expect(await desk.store.readTypes(practiceConnection)).toBeUndefined();
  expect((await desk.ask(everything())).state).toBe('done');
  expect(await desk.store.readTypes(practiceConnection)).not.toEqual([]);
});

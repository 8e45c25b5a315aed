import { DatabaseSync } from 'node:sqlite';
import { afterEach, expect, test } from 'vitest';
import type { Store } from '../../../../electron/database/index.ts';
import { createBreaker } from '../../../../electron/jobs/index.ts';
import { AppError } from '../../../../shared/errors.ts';
import type { SearchProgress } from '../../../../shared/model/search.ts';
import { maxAttempts } from '../../../../shared/retry-table.ts';
import { createFakeClock, type FakeClock } from '../../../support/app/fake-clock.ts';
import {
  openSearchDesk,
  practiceConnection,
  rangeQuery,
  type SearchDesk,
  type SearchDeskOptions,
} from '../../../support/app/search-desk.ts';

let desk: SearchDesk;
let clock: FakeClock;
afterEach(() => desk.close());

/** Between the attempts of one request, and between two messages of progress, ms. What a breaker is waited for has any length: it stands. */
const passing = [0, 100, 1_000, 2_000, 4_000, 8_000];

/** A desk that goes on by itself. */
async function open(options: SearchDeskOptions = {}): Promise<void> {
  clock = createFakeClock({ passes: (ms) => passing.includes(ms) });
  desk = await openSearchDesk({ practice: { documents: 60, clients: 2 }, clock, ...options });
  desk.search.resumer.begin();
}

/** The next start of the app. */
async function restart(): Promise<void> {
  desk = await desk.restarted();
  desk.search.resumer.begin();
}

const everything = () => rangeQuery(desk.agency.clients.map(({ rut }) => rut));
const isDone = ({ state }: { state: string }) => state === 'done';
const isWaiting = ({ waits }: { waits?: unknown }) => waits !== undefined;

/** Begins a search to which the agency does not answer before what is given back is called. */
async function unanswered(): Promise<{ id: string; answer: () => void }> {
  const answer = desk.agency.misbehave.add({ kind: 'hang' });
  return { id: await desk.search.runner.start(everything()), answer };
}

function inStore(statement: string): void {
  const database = new DatabaseSync(desk.path, { timeout: 10_000 });
  database.exec(statement);
  database.close();
}

/** Has the desk's store do this by that name; its methods are no properties that could be spied on. */
function instead<Name extends keyof Store>(name: Name, act: Store[Name]): void {
  Object.assign(desk.store, { [name]: act });
}

async function awaited(): Promise<{ id: string; attempts: number }[]> {
  return (await desk.store.listPendingSearches()).map(({ resultSetId, attempts }) => ({
    id: resultSetId,
    attempts,
  }));
}

test('a search in whose middle the app ended goes on with the next start, and that was no attempt', async () => {
  await open();
  const { id, answer } = await unanswered();
  expect(await awaited()).toEqual([{ id, attempts: 1 }]);
  desk = await desk.restarted();
  expect(await awaited()).toEqual([{ id, attempts: 0 }]);
  answer();
  desk.search.resumer.begin();
  await desk.until(id, isDone);
  expect(await awaited()).toEqual([]);
  expect((await desk.documents(id)).length).toBeGreaterThan(0);
});

test('a search whose process is killed goes on with its attempts, and is left to the person after the last', async () => {
  await open();
  const { id, answer } = await unanswered();
  desk = await desk.restarted();
  answer();
  const killed = "state = 'running', owner = 'gone', lease_until = 0";
  inStore(`UPDATE result_set SET ${killed}, attempts = ${maxAttempts - 1}`);
  desk.agency.misbehave.add({ kind: 'answer', code: 'INTERNAL_ERROR', endpoint: 'files' });
  const asked = desk.until(id, ({ state }) => state === 'running');
  desk.search.resumer.begin();
  await asked;
  expect(await desk.ended(id)).not.toHaveProperty('waits');
  expect(await awaited()).toEqual([]);
  inStore(`UPDATE result_set SET ${killed}, attempts = ${maxAttempts}, is_awaited = 1`);
  desk.agency.requests.forget();
  await restart();
  await expect.poll(awaited).toEqual([]);
  expect(desk.agency.requests.count('files')).toBe(0);
});

test('a search that finds its agency away says whom it waits for, and goes on once that is back', async () => {
  await open();
  await desk.ask(everything());
  const mend = desk.agency.misbehave.add({ kind: 'answer', code: 'INTERNAL_ERROR', endpoint: 'files' });
  const id = await desk.search.runner.start(everything());
  const told = await desk.until(id, isWaiting);
  expect(told).toMatchObject({ state: 'interrupted', waits: { for: 'service' } });
  expect(Date.parse(told.waits?.until ?? '')).toBeGreaterThanOrEqual(clock.now());
  expect(await desk.search.runner.progress(id)).toMatchObject({ waits: { for: 'service' } });
  mend();
  await clock.advance(5_000);
  expect(await desk.until(id, isDone)).not.toHaveProperty('waits');
});

test('a search that waits for an agency waits for it after a new start, too', async () => {
  await open();
  await desk.ask(everything());
  const mend = desk.agency.misbehave.add({ kind: 'answer', code: 'INTERNAL_ERROR', endpoint: 'files' });
  const id = await desk.search.runner.start(everything());
  await desk.until(id, isWaiting);
  await restart();
  await desk.until(id, isWaiting);
  mend();
  await clock.advance(3 * 60_000);
  await desk.until(id, isDone);
});

test('a search whose key was refused goes on with another one, after a new start, too; of one query the last alone', async () => {
  await open();
  const mend = desk.agency.misbehave.add({ kind: 'answer', code: 'API_KEY_INVALID' });
  await desk.ask(everything());
  const id = await desk.search.runner.start(everything());
  expect(await desk.until(id, isWaiting)).toMatchObject({ waits: { for: 'key' } });
  await restart();
  await desk.until(id, isWaiting);
  mend();
  await clock.advance(60_000);
  expect(await desk.search.runner.progress(id)).toMatchObject({
    state: 'interrupted',
    waits: { for: 'key' },
  });
  desk.search.resume(['another']);
  desk.search.resume([practiceConnection]);
  await desk.until(id, isDone);
  expect(await awaited()).toEqual([]);
  expect(desk.told.filter(isDone)).toHaveLength(1);
});

test('a search that a person stops goes on no more, while it is asked and while it waits', async () => {
  await open();
  const { id, answer } = await unanswered();
  await desk.search.runner.cancel(id);
  answer();
  const mend = desk.agency.misbehave.add({ kind: 'answer', code: 'API_KEY_INVALID' });
  const waiting = await desk.search.runner.start(everything());
  await desk.until(waiting, isWaiting);
  await desk.search.runner.cancel(waiting);
  mend();
  desk.search.resume([practiceConnection]);
  await desk.search.resumer.stop();
  for (const one of [id, waiting]) {
    const progress = await desk.search.runner.progress(one);
    expect(progress.state).toBe('cancelled');
    expect(progress).not.toHaveProperty('waits');
  }
});

test('a search that goes on just as a person stops it does not go on', async () => {
  await open();
  const { id, answer } = await unanswered();
  desk = await desk.restarted();
  const { noteRefresh } = desk.store;
  const cancelled = Promise.withResolvers<void>();
  const beginning = Promise.withResolvers<void>();
  const written = Promise.withResolvers<boolean>();
  instead('noteRefresh', async (...record) => {
    beginning.resolve();
    await cancelled.promise;
    const isWritten = await noteRefresh(...record);
    written.resolve(isWritten);
    return isWritten;
  });
  desk.agency.requests.forget();
  desk.search.resumer.begin();
  await beginning.promise;
  await desk.search.runner.cancel(id);
  cancelled.resolve();
  // Before the end of the app, which has nothing begin either.
  expect(await written.promise).toBe(false);
  await desk.search.resumer.stop();
  expect(desk.agency.requests.count('files')).toBe(0);
  expect((await desk.search.runner.progress(id)).state).toBe('cancelled');
  answer();
});

test('a search that has gone on just before it is stopped is stopped', async () => {
  await open();
  const { id, answer } = await unanswered();
  desk = await desk.restarted();
  const { dropPendingSearch } = desk.store;
  instead('dropPendingSearch', async (...given) => {
    desk.search.resumer.begin();
    await desk.until(id, ({ state }) => state === 'running');
    return dropPendingSearch(...given);
  });
  await desk.search.runner.cancel(id);
  expect((await desk.search.runner.progress(id)).state).toBe('cancelled');
  answer();
});

test('what an earlier start left waits for the person where the settings say so', async () => {
  await open({ settings: { afterRestart: 'ask' } });
  const { id, answer } = await unanswered();
  await restart();
  answer();
  await desk.search.resumer.stop();
  expect((await desk.search.runner.progress(id)).state).toBe('interrupted');
  expect(await awaited()).toEqual([]);
});

test('an agency of which nobody waits for an answer any more is not looked at', async () => {
  await open();
  desk.agency.misbehave.add({ kind: 'close', where: 'before' });
  const id = await desk.search.runner.start(everything());
  const until = ({ waits }: SearchProgress) => Date.parse(waits?.until ?? '');
  const first = until(await desk.until(id, isWaiting));
  await clock.advance(5_000);
  // The first look has failed, and the second is ten seconds away.
  const second = await desk.until(id, (told) => until(told) > first + 5_000);
  expect(second).toMatchObject({ waits: { for: 'network' } });
  const isLook = (ms: number) => ms > 5_000 && ms <= 10_000;
  expect(clock.sleeping.filter(isLook)).toHaveLength(1);
  await desk.search.runner.cancel(id);
  await expect.poll(() => clock.sleeping.filter(isLook)).toEqual([]);
});

test('an agency that is only thought to be back is not asked again at once, and not for ever', async () => {
  await open();
  await desk.ask(everything());
  desk.agency.misbehave.add({ kind: 'answer', code: 'INTERNAL_ERROR', endpoint: 'files' });
  const id = await desk.search.runner.start(everything());
  await desk.until(id, ({ waits }) => waits?.for === 'service');
  await clock.advance(5_000);
  for (let attempt = 2; attempt < maxAttempts; attempt++) {
    expect(await desk.until(id, ({ waits }) => waits?.for === 'retry')).toMatchObject({
      state: 'interrupted',
    });
    expect((await awaited())[0]).toEqual({ id, attempts: attempt });
    await clock.advance(20 * 60_000);
    await desk.until(id, ({ waits }) => waits?.for !== 'retry');
  }
  await expect.poll(awaited).toEqual([]);
});

test('a search of a connection that was removed is left to the person', async () => {
  const removed = new AppError('CONNECTION_UNKNOWN', 'no such connection');
  await open({ parts: { getApiClient: () => Promise.reject(removed) } });
  expect(await desk.ask(everything())).not.toHaveProperty('waits');
  expect(await awaited()).toEqual([]);
});

test('a search whose query is damaged keeps no other from going on', async () => {
  await open();
  const { id, answer } = await unanswered();
  desk = await desk.restarted();
  answer();
  inStore(`INSERT INTO result_set (uuid, question, state, created_at, asked_at, touched_at, run, is_awaited)
    SELECT 'damaged', '{}', 'interrupted', created_at, '9999', touched_at, run, 1 FROM result_set`);
  desk.search.resumer.begin();
  await desk.until(id, isDone);
  expect(desk.problems).toEqual([]);
});

test('where an attempt cannot be written down, the next one is made a minute later', async () => {
  await open();
  const { answer } = await unanswered();
  desk = await desk.restarted();
  answer();
  let attempts = 0;
  instead('noteRefresh', async () => {
    attempts++;
    throw new Error('no room');
  });
  desk.search.resumer.begin();
  await expect.poll(() => desk.problems.length).toBe(1);
  for (let read = 0; read < 10; read++) await awaited();
  expect(attempts).toBe(1);
  await clock.advance(60_000);
  await expect.poll(() => attempts).toBe(2);
});

test('a search that is about to go on as the app ends does not begin any more', async () => {
  await open();
  const { id, answer } = await unanswered();
  desk = await desk.restarted();
  const { noteRefresh } = desk.store;
  const written = Promise.withResolvers<void>();
  const writing = Promise.withResolvers<void>();
  instead('noteRefresh', async (...record) => {
    const isWritten = await noteRefresh(...record);
    writing.resolve();
    await written.promise;
    return isWritten;
  });
  desk.agency.requests.forget();
  desk.search.resumer.begin();
  await writing.promise;
  const closed = desk.search.close();
  written.resolve();
  await closed;
  expect(desk.agency.requests.count('files')).toBe(0);
  expect(await awaited()).toEqual([{ id, attempts: 0 }]);
  answer();
});

test('a person has an agency asked that was away once an older answer to the same query is awaited no more', async () => {
  const done: string[] = [];
  const breaker = createBreaker({ clock: createFakeClock(), probe: async () => false });
  await open({ parts: { breakerOf: () => ({ ...breaker, close: () => void done.push('asked') }) } });
  const { addPendingSearch } = desk.store;
  instead('addPendingSearch', async (id) => {
    await addPendingSearch(id);
    done.push('awaited');
  });
  const { resultSetId } = await desk.ask(everything());
  await desk.search.runner.repeat(resultSetId);
  await desk.ended(resultSetId);
  await desk.search.runner.refresh(resultSetId, { isUrgent: true });
  expect(done).toEqual(['awaited', 'asked', 'awaited', 'asked', 'awaited', 'asked']);
});

import { DatabaseSync } from 'node:sqlite';
import { afterEach, expect, test } from 'vitest';
import type { Store } from '../../../../electron/database/index.ts';
import { Breaker } from '../../../../electron/jobs/index.ts';
import { maxAttempts } from '../../../../shared/error-codes.ts';
import { AppError } from '../../../../shared/errors.ts';
import type { SearchProgress } from '../../../../shared/model/search.ts';
import { createFakeClock, type FakeClock } from '../../../support/app/fake-clock.ts';
import {
  openSearchFixture,
  practiceConnection,
  rangeQuery,
  type SearchFixture,
  type SearchFixtureOptions,
} from '../../../support/app/search-fixture.ts';

let fixture: SearchFixture;
let clock: FakeClock;
afterEach(() => fixture.close());

/**
 * Waits that the clock skips, ms: between the attempts of one request, and between two progress events. A
 * wait for a circuit breaker is not skipped.
 */
const passing = [0, 100, 1_000, 2_000, 4_000, 8_000];

/** An app that goes on by itself. */
async function open(options: SearchFixtureOptions = {}): Promise<void> {
  clock = createFakeClock({ passes: (ms) => passing.includes(ms) });
  fixture = await openSearchFixture({ practice: { documents: 60, clients: 2 }, clock, ...options });
  fixture.search.resumer.begin();
}

/** The next start of the app. */
async function restart(): Promise<void> {
  fixture = await fixture.restarted();
  fixture.search.resumer.begin();
}

const everything = () => rangeQuery(fixture.agency.clients.map(({ rut }) => rut));
const isDone = ({ state }: { state: string }) => state === 'done';
const isWaiting = ({ waits }: { waits?: unknown }) => waits !== undefined;

/** Begins a search to which the agency does not answer before what is given back is called. */
async function unanswered(): Promise<{ id: string; answer: () => void }> {
  const respond = fixture.agency.faults.add({ kind: 'hang' });
  return { id: await fixture.search.runner.start(everything()), answer: respond };
}

function inStore(statement: string): void {
  const database = new DatabaseSync(fixture.path, { timeout: 10_000 });
  database.exec(statement);
  database.close();
}

/** Has the app's store do this by that name; its methods are no properties that could be spied on. */
function instead<Name extends keyof Store>(name: Name, action: Store[Name]): void {
  Object.assign(fixture.store, { [name]: action });
}

async function awaited(): Promise<{ id: string; attempts: number }[]> {
  return (await fixture.store.listPendingSearches()).map(({ subject, attempts }) => ({
    id: subject,
    attempts,
  }));
}

test('a search in whose middle the app ended goes on with the next start, and that was no attempt', async () => {
  await open();
  const { id, answer: respond } = await unanswered();
  expect(await awaited()).toEqual([{ id, attempts: 1 }]);
  fixture = await fixture.restarted();
  expect(await awaited()).toEqual([{ id, attempts: 0 }]);
  respond();
  fixture.search.resumer.begin();
  await fixture.until(id, isDone);
  expect(await awaited()).toEqual([]);
  expect((await fixture.documents(id)).length).toBeGreaterThan(0);
});

test('a search whose process is killed goes on with its attempts, and is left to the person after the last', async () => {
  await open();
  const { id, answer: respond } = await unanswered();
  fixture = await fixture.restarted();
  respond();
  const killed = "state = 'running', owner = 'gone', lease_until = 0";
  inStore(`UPDATE result_set SET ${killed}; UPDATE job SET attempts = ${maxAttempts - 1}`);
  fixture.agency.faults.add({ kind: 'answer', code: 'INTERNAL_ERROR', endpoint: 'files' });
  const asked = fixture.until(id, ({ state }) => state === 'running');
  fixture.search.resumer.begin();
  await asked;
  expect(await fixture.ended(id)).not.toHaveProperty('waits');
  expect(await awaited()).toEqual([]);
  inStore(`UPDATE result_set SET ${killed};
    INSERT INTO job (kind, subject, attempts) SELECT 'search', uuid, ${maxAttempts} FROM result_set`);
  fixture.agency.requests.forget();
  await restart();
  await expect.poll(awaited).toEqual([]);
  expect(fixture.agency.requests.count('files')).toBe(0);
});

test('a search that finds its agency away says whom it waits for, and goes on once that is back', async () => {
  await open();
  await fixture.ask(everything());
  const mend = fixture.agency.faults.add({ kind: 'answer', code: 'INTERNAL_ERROR', endpoint: 'files' });
  const id = await fixture.search.runner.start(everything());
  const emitted = await fixture.until(id, isWaiting);
  expect(emitted).toMatchObject({ state: 'interrupted', waits: { for: 'service' } });
  expect(Date.parse(emitted.waits?.until ?? '')).toBeGreaterThanOrEqual(clock.now());
  expect(await fixture.search.runner.progress(id)).toMatchObject({ waits: { for: 'service' } });
  mend();
  await clock.advance(5_000);
  expect(await fixture.until(id, isDone)).not.toHaveProperty('waits');
});

test('a search that waits for an agency waits for it after a new start, too', async () => {
  await open();
  await fixture.ask(everything());
  const mend = fixture.agency.faults.add({ kind: 'answer', code: 'INTERNAL_ERROR', endpoint: 'files' });
  const id = await fixture.search.runner.start(everything());
  await fixture.until(id, isWaiting);
  await restart();
  await fixture.until(id, isWaiting);
  mend();
  await clock.advance(3 * 60_000);
  await fixture.until(id, isDone);
});

test('a search whose key was refused goes on with another one, after a new start, too; of one query the last alone', async () => {
  await open();
  const mend = fixture.agency.faults.add({ kind: 'answer', code: 'API_KEY_INVALID' });
  await fixture.ask(everything());
  const id = await fixture.search.runner.start(everything());
  expect(await fixture.until(id, isWaiting)).toMatchObject({ waits: { for: 'key' } });
  await restart();
  await fixture.until(id, isWaiting);
  mend();
  await clock.advance(60_000);
  expect(await fixture.search.runner.progress(id)).toMatchObject({
    state: 'interrupted',
    waits: { for: 'key' },
  });
  fixture.search.resume(['another']);
  fixture.search.resume([practiceConnection]);
  await fixture.until(id, isDone);
  expect(await awaited()).toEqual([]);
  expect(fixture.events.filter(isDone)).toHaveLength(1);
});

test('a search whose catalogue a quota refuses is tried again in a minute, and waits for no key', async () => {
  await open();
  fixture.agency.faults.add({
    kind: 'answer',
    code: 'QUOTA_EXCEEDED',
    status: 403,
    endpoint: 'file-types',
  });
  const id = await fixture.search.runner.start(everything());
  expect(await fixture.until(id, isWaiting)).toMatchObject({ waits: { for: 'retry' } });
});

test('a search that a person stops goes on no more, while it is asked and while it waits', async () => {
  await open();
  const { id, answer: respond } = await unanswered();
  await fixture.search.runner.cancel(id);
  respond();
  const mend = fixture.agency.faults.add({ kind: 'answer', code: 'API_KEY_INVALID' });
  const waiting = await fixture.search.runner.start(everything());
  await fixture.until(waiting, isWaiting);
  await fixture.search.runner.cancel(waiting);
  mend();
  fixture.search.resume([practiceConnection]);
  await fixture.search.resumer.stop();
  for (const one of [id, waiting]) {
    const progress = await fixture.search.runner.progress(one);
    expect(progress.state).toBe('cancelled');
    expect(progress).not.toHaveProperty('waits');
  }
});

test('a search that goes on just as a person stops it does not go on', async () => {
  await open();
  const { id, answer: respond } = await unanswered();
  fixture = await fixture.restarted();
  const { beginJob } = fixture.store;
  const cancelled = Promise.withResolvers<void>();
  const beginning = Promise.withResolvers<void>();
  const written = Promise.withResolvers<boolean>();
  instead('beginJob', async (...record) => {
    beginning.resolve();
    await cancelled.promise;
    const isWritten = await beginJob(...record);
    written.resolve(isWritten);
    return isWritten;
  });
  fixture.agency.requests.forget();
  fixture.search.resumer.begin();
  await beginning.promise;
  await fixture.search.runner.cancel(id);
  cancelled.resolve();
  // Before the end of the app, which has nothing begin either.
  expect(await written.promise).toBe(false);
  await fixture.search.resumer.stop();
  expect(fixture.agency.requests.count('files')).toBe(0);
  expect((await fixture.search.runner.progress(id)).state).toBe('cancelled');
  respond();
});

test('a search that has gone on just before it is stopped is stopped', async () => {
  await open();
  const { id, answer: respond } = await unanswered();
  fixture = await fixture.restarted();
  const { stopPendingSearch } = fixture.store;
  instead('stopPendingSearch', async (...args) => {
    fixture.search.resumer.begin();
    await fixture.until(id, ({ state }) => state === 'running');
    return stopPendingSearch(...args);
  });
  await fixture.search.runner.cancel(id);
  expect((await fixture.search.runner.progress(id)).state).toBe('cancelled');
  respond();
});

test('what an earlier start left waits for the person where the settings say so', async () => {
  await open({ settings: { afterRestart: 'ask' } });
  const { id, answer: respond } = await unanswered();
  await restart();
  respond();
  await fixture.search.resumer.stop();
  expect((await fixture.search.runner.progress(id)).state).toBe('interrupted');
  expect(await awaited()).toEqual([]);
});

test('an agency of which nobody waits for an answer any more is not looked at', async () => {
  await open();
  fixture.agency.faults.add({ kind: 'close', where: 'before' });
  const id = await fixture.search.runner.start(everything());
  const until = ({ waits }: SearchProgress) => Date.parse(waits?.until ?? '');
  const first = until(await fixture.until(id, isWaiting));
  await clock.advance(5_000);
  // The first look has failed, and the second is ten seconds away.
  const second = await fixture.until(id, (emitted) => until(emitted) > first + 5_000);
  expect(second).toMatchObject({ waits: { for: 'network' } });
  const isLook = (ms: number) => ms > 5_000 && ms <= 10_000;
  expect(clock.sleeping.filter(isLook)).toHaveLength(1);
  await fixture.search.runner.cancel(id);
  await expect.poll(() => clock.sleeping.filter(isLook)).toEqual([]);
});

test('an agency that is only thought to be back is not asked again at once, and not for ever', async () => {
  await open();
  await fixture.ask(everything());
  fixture.agency.faults.add({ kind: 'answer', code: 'INTERNAL_ERROR', endpoint: 'files' });
  const id = await fixture.search.runner.start(everything());
  await fixture.until(id, ({ waits }) => waits?.for === 'service');
  await clock.advance(5_000);
  for (let attempt = 2; attempt < maxAttempts; attempt++) {
    expect(await fixture.until(id, ({ waits }) => waits?.for === 'retry')).toMatchObject({
      state: 'interrupted',
    });
    expect((await awaited())[0]).toEqual({ id, attempts: attempt });
    await clock.advance(20 * 60_000);
    await fixture.until(id, ({ waits }) => waits?.for !== 'retry');
  }
  await expect.poll(awaited).toEqual([]);
});

test('a search of a connection that was removed is left to the person', async () => {
  const removed = new AppError('CONNECTION_UNKNOWN', 'no such connection');
  await open({ overrides: { getApiClient: () => Promise.reject(removed) } });
  expect(await fixture.ask(everything())).not.toHaveProperty('waits');
  expect(await awaited()).toEqual([]);
});

test('a search whose query is damaged keeps no other from going on', async () => {
  await open();
  const { id, answer: respond } = await unanswered();
  fixture = await fixture.restarted();
  respond();
  inStore(`INSERT INTO result_set (uuid, question, state, created_at, asked_at, touched_at, run)
    SELECT 'damaged', '{}', 'interrupted', created_at, '9999', touched_at, run FROM result_set;
    INSERT INTO job (kind, subject) VALUES ('search', 'damaged')`);
  fixture.search.resumer.begin();
  await fixture.until(id, isDone);
  expect(fixture.problems).toEqual([]);
});

test('where an attempt cannot be written down, the next one is made a minute later', async () => {
  await open();
  const { answer: respond } = await unanswered();
  fixture = await fixture.restarted();
  respond();
  let attempts = 0;
  instead('beginJob', async () => {
    attempts++;
    throw new Error('no room');
  });
  fixture.search.resumer.begin();
  await expect.poll(() => fixture.problems.length).toBe(1);
  for (let read = 0; read < 10; read++) await awaited();
  expect(attempts).toBe(1);
  await clock.advance(60_000);
  await expect.poll(() => attempts).toBe(2);
});

test('a search that is about to go on as the app ends does not begin any more', async () => {
  await open();
  const { id, answer: respond } = await unanswered();
  fixture = await fixture.restarted();
  const { beginJob } = fixture.store;
  const written = Promise.withResolvers<void>();
  const writing = Promise.withResolvers<void>();
  instead('beginJob', async (...record) => {
    const isWritten = await beginJob(...record);
    writing.resolve();
    await written.promise;
    return isWritten;
  });
  fixture.agency.requests.forget();
  fixture.search.resumer.begin();
  await writing.promise;
  const closed = fixture.search.close();
  written.resolve();
  await closed;
  expect(fixture.agency.requests.count('files')).toBe(0);
  expect(await awaited()).toEqual([{ id, attempts: 0 }]);
  respond();
});

test('a person has an agency asked that was away once an older answer to the same query is awaited no more', async () => {
  const done: string[] = [];
  const breaker = new Breaker({ clock: createFakeClock(), probe: async () => false });
  breaker.close = () => void done.push('asked');
  await open({ overrides: { breakerOf: () => breaker } });
  const { addPendingSearch } = fixture.store;
  instead('addPendingSearch', async (id) => {
    await addPendingSearch(id);
    done.push('awaited');
  });
  const { resultSetId } = await fixture.ask(everything());
  await fixture.search.runner.repeat(resultSetId);
  await fixture.ended(resultSetId);
  await fixture.search.runner.refresh(resultSetId, { isUrgent: true });
  expect(done).toEqual(['awaited', 'asked', 'awaited', 'asked', 'awaited', 'asked']);
});

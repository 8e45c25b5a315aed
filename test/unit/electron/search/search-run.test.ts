import { afterEach, expect, test } from 'vitest';
import { AppError } from '../../../../shared/errors.ts';
import type { SearchQuery } from '../../../../shared/model/search-query.ts';
import { idsOf, listedDocuments } from '../../../support/agency/listed-documents.ts';
import { createFakeClock } from '../../../support/app/fake-clock.ts';
import {
  openSearchFixture,
  practiceConnection,
  rangeQuery,
  type SearchFixture,
  type SearchFixtureOptions,
} from '../../../support/app/search-fixture.ts';

let fixture: SearchFixture;
afterEach(() => fixture.close());

async function open(options: SearchFixtureOptions = {}): Promise<SearchFixture> {
  fixture = await openSearchFixture(options);
  return fixture;
}

const ruts = () => fixture.agency.clients.map(({ rut }) => rut);

/** Lets what is under way go on for a moment, until there is enough of it. */
async function until(fits: () => Promise<boolean>): Promise<void> {
  while (!(await fits())) await new Promise((resolve) => setImmediate(resolve));
}

test('a query finds every document of every client and type, each once', async () => {
  await open();
  const progress = await fixture.ask(rangeQuery(ruts()));
  expect(progress).toMatchObject({ state: 'done', problems: [], problemsTotal: 0 });
  expect(progress.tasksDone).toBe(progress.tasksTotal);
  const documents = await fixture.documents(progress.resultSetId);
  expect(documents).toHaveLength(progress.documents);
  expect(idsOf(documents)).toEqual(expect.arrayContaining(listedDocuments(fixture)));
  expect(new Set(idsOf(documents)).size).toBe(documents.length);
});

test('the result says which types were asked, those seen in answers that left the catalogue included', async () => {
  await open();
  const client = fixture.agency.clients[0]?.rut ?? fixture.agency.inactiveClient.rut;
  const progress = await fixture.ask(rangeQuery([client], { complete: true }));
  const documents = await fixture.documents(progress.resultSetId);
  const types = new Set(documents.map(({ type }) => type).filter((type) => type !== ''));
  expect(progress.requestedTypes).toEqual(expect.arrayContaining([...types]));
  const found = new Set(documents.map(({ dispatchNumber }) => dispatchNumber));
  const own = [...fixture.agency.data.documents()].filter(
    ({ client: { rut }, dispatch, type }) =>
      rut === client && (types.has(type ?? '') || found.has(dispatch?.number ?? 'none')),
  );
  expect(idsOf(documents)).toEqual(idsOf(own));
});

test('one failed task loses no other, and is repeated alone', async () => {
  await open({ settings: { requestsAtOnce: 1 } });
  fixture.agency.faults.add({
    kind: 'answer',
    code: 'INTERNAL_ERROR',
    endpoint: 'files',
    skip: 4,
    times: 5,
  });
  const progress = await fixture.ask(rangeQuery(ruts().slice(0, 1)));
  expect(progress.state).toBe('done');
  expect(progress.problems).toMatchObject([{ kind: 'type', error: { code: 'INTERNAL_ERROR' } }]);
  const [failure] = progress.problems;
  fixture.agency.requests.forget();
  await fixture.search.runner.repeat(progress.resultSetId, Number(failure?.taskId));
  expect(await fixture.ended(progress.resultSetId)).toMatchObject({ state: 'done', problems: [] });
  const asked = fixture.agency.requests.seen().filter(({ endpoint }) => endpoint === 'files');
  expect(new Set(asked.map(({ query }) => query['fileTypeName']))).toEqual(new Set([failure?.subject]));
});

test('what is asked twice at once is asked once', async () => {
  await open();
  const { resultSetId, requests } = await fixture.ask(rangeQuery(ruts().slice(0, 1)));
  fixture.agency.requests.forget();
  const ends = await Promise.all([1, 2, 3].map(() => fixture.search.runner.refresh(resultSetId)));
  expect(ends.map(({ state }) => state)).toEqual(['done', 'done', 'done']);
  expect(fixture.agency.requests.count()).toBe(requests);
});

test('a cancelled search run keeps what came, and can be finished', async () => {
  await open({ practice: { latencyMs: 1_000 } });
  const resultSetId = await fixture.search.runner.start(rangeQuery(ruts()));
  await until(async () => (await fixture.search.runner.progress(resultSetId)).documents >= 50);
  await fixture.search.runner.cancel(resultSetId);
  const cancelled = await fixture.search.runner.progress(resultSetId);
  expect(cancelled.state).toBe('cancelled');
  expect(cancelled.tasksDone).toBeLessThan(cancelled.tasksTotal);
  expect((await fixture.documents(resultSetId)).length).toBeGreaterThanOrEqual(50);
  await fixture.search.runner.repeat(resultSetId);
  expect(await fixture.ended(resultSetId)).toMatchObject({ state: 'done', problems: [] });
  expect(idsOf(await fixture.documents(resultSetId))).toEqual(
    expect.arrayContaining(listedDocuments(fixture)),
  );
});

test('a client that is deleted for good while it is asked about does not come back', async () => {
  await open({ practice: { latencyMs: 1_000 } });
  const [first, ...others] = ruts();
  const resultSetId = await fixture.search.runner.start(rangeQuery(ruts()));
  await until(async () => (await fixture.search.runner.progress(resultSetId)).documents >= 20);
  await fixture.search.purge(first ? { rut: first } : {});
  expect((await fixture.ended(resultSetId)).state).toBe('cancelled');
  await fixture.search.runner.repeat(resultSetId);
  expect((await fixture.ended(resultSetId)).state).toBe('done');
  const found = new Set((await fixture.documents(resultSetId)).map(({ rut }) => rut));
  expect([...found].sort()).toEqual(others.sort());
});

test('a search run that the end of the app interrupted is finished after the next start', async () => {
  await open({ practice: { latencyMs: 1_000 } });
  const resultSetId = await fixture.search.runner.start(rangeQuery(ruts()));
  await until(async () => (await fixture.search.runner.progress(resultSetId)).documents >= 50);
  fixture = await fixture.restarted();
  const interrupted = await fixture.search.runner.progress(resultSetId);
  expect(interrupted.state).toBe('interrupted');
  expect(interrupted.tasksDone).toBeLessThan(interrupted.tasksTotal);
  await fixture.search.runner.repeat(resultSetId);
  expect(await fixture.ended(resultSetId)).toMatchObject({ state: 'done', problems: [] });
  expect(idsOf(await fixture.documents(resultSetId))).toEqual(
    expect.arrayContaining(listedDocuments(fixture)),
  );
});

test('a refused key ends the search run after a few requests, and leaves the rest to be done later', async () => {
  await open();
  const stop = fixture.agency.faults.add({ kind: 'answer', code: 'API_KEY_INVALID', endpoint: 'files' });
  const progress = await fixture.ask(rangeQuery(ruts()));
  expect(progress.state).toBe('interrupted');
  expect(progress.problems[0]?.error.code).toBe('API_KEY_INVALID');
  expect(fixture.agency.requests.count('files')).toBeLessThanOrEqual(4);
  stop();
  await fixture.search.runner.repeat(progress.resultSetId);
  expect(await fixture.ended(progress.resultSetId)).toMatchObject({ state: 'done', problems: [] });
});

test('a refusal that is not about the key costs its own task alone', async () => {
  await open();
  fixture.agency.faults.add({
    kind: 'answer',
    code: 'QUOTA_EXCEEDED',
    status: 403,
    endpoint: 'files',
    skip: 2,
    times: 1,
  });
  const progress = await fixture.ask(rangeQuery(ruts()));
  expect(progress).toMatchObject({ state: 'done', problems: [{ error: { code: 'QUOTA_EXCEEDED' } }] });
});

test('a client that the agency does not know costs a handful of requests, whatever the number of types', async () => {
  await open();
  const progress = await fixture.ask(rangeQuery([fixture.agency.inactiveClient.rut]));
  expect(progress.problems).toMatchObject([{ error: { code: 'ACCOUNT_NOT_FOUND' } }]);
  expect(progress.problemsTotal).toBe(1);
  expect(fixture.agency.requests.count('files')).toBeLessThanOrEqual(4);
});

test('requests at once are as many as allowed, and fewer while the service errs', async () => {
  await open({ practice: { latencyMs: 1_000 }, settings: { requestsAtOnce: 4 } });
  const types = fixture.agency.data.types.flatMap(({ name }) => name ?? []).slice(0, 8);
  const query = rangeQuery(ruts().slice(0, 1), { types: { kind: 'some', names: types } });
  const { resultSetId } = await fixture.ask(query);
  expect(fixture.agency.requests.peakConcurrency().service).toBe(4);
  fixture.agency.faults.add({ kind: 'answer', code: 'INTERNAL_ERROR', endpoint: 'files' });
  await fixture.search.runner.refresh(resultSetId);
  fixture.agency.requests.forget();
  await fixture.search.runner.refresh(resultSetId, { isUrgent: true });
  expect(fixture.agency.requests.peakConcurrency().service).toBe(1);
});

test('of pasted dispatches, each is told: found, without documents, not found', async () => {
  await open({ practice: { documents: 900 } });
  const withDocuments = new Set([...fixture.agency.data.documents()].map(({ dispatch }) => dispatch?.number));
  const dispatches = fixture.agency.data.dispatches
    .filter(({ client, number }) => ruts().includes(client.rut) && withDocuments.has(number))
    .slice(0, 42);
  expect(dispatches).toHaveLength(42);
  const emptied = dispatches.slice(0, 2).map(({ number }) => number);
  for (const { id, dispatch } of [...fixture.agency.data.documents()]) {
    if (dispatch && emptied.includes(dispatch.number)) fixture.agency.changes.delete(id);
  }
  const unknown = Array.from({ length: 8 }, (_, index) => `9999${index}`);
  const numbers = [...dispatches.map(({ number }) => number), ...unknown];
  const query: SearchQuery = {
    kind: 'dispatches',
    connectionIds: [practiceConnection],
    dispatches: numbers.map((number) => ({ number, ruts: ruts() })),
  };
  const progress = await fixture.ask(query);
  const outcomes = await fixture.search.outcomes(progress.resultSetId);
  expect(outcomes).toHaveLength(50);
  const emitted = (expected: string) =>
    outcomes.flatMap(({ outcome, number }) => (outcome === expected ? [number] : [])).sort();
  expect(emitted('not-found')).toEqual([...unknown].sort());
  expect(emitted('empty')).toEqual([...emptied].sort());
  expect(emitted('found')).toHaveLength(40);
  for (const { number, rut } of outcomes.filter(({ outcome }) => outcome !== 'not-found')) {
    expect(rut).toBe(dispatches.find((dispatch) => dispatch.number === number)?.client.rut);
  }
  const { rows, total } = await fixture.search.rows.page({
    resultSetId: progress.resultSetId,
    list: 'dispatches',
    offset: 0,
    limit: 100,
    sort: [],
    filter: '',
    group: 'none',
  });
  expect(total).toBe(42);
  expect(rows.every((row) => 'isComplete' in row && row.isComplete)).toBe(true);
});

test('dispatches carry their state and disbursements where they were asked for completely', async () => {
  await open();
  const progress = await fixture.ask(rangeQuery(ruts().slice(0, 1), { complete: true }));
  const query = { resultSetId: progress.resultSetId, offset: 0, limit: 500, sort: [], filter: '' };
  const dispatches = await fixture.search.rows.page({ ...query, list: 'dispatches', group: 'none' });
  const disbursements = await fixture.search.rows.page({ ...query, list: 'disbursements', group: 'none' });
  let expected = 0;
  for (const row of dispatches.rows) {
    if (!('customs' in row)) throw new Error('not a dispatch');
    expect(row.isComplete).toBe(true);
    const status = fixture.agency.data.dispatch(row.number)?.status;
    // A state that differs in case alone is the same one (names.md).
    expect(row.state.toLowerCase()).toBe((status?.EstadoDIN ?? status?.EstadoDUS ?? row.state).toLowerCase());
    expect(row.disbursements).toBeDefined();
    expected += row.disbursements ?? 0;
  }
  expect(dispatches.rows.length).toBeGreaterThan(0);
  expect(expected).toBeGreaterThan(0);
  expect(disbursements.total).toBe(expected);
});

test('a page that came instead of an answer is told in part, however many tasks it met', async () => {
  const response = `<html>${'x'.repeat(100_000)}`;
  const exchange = { at: '', method: 'GET' as const, path: '/files', agency: 'a', attempts: 1, response };
  const error = new AppError('RESPONSE_UNREADABLE', 'no JSON', { exchange });
  await open({ through: (api) => ({ ...api, files: () => Promise.reject(error) }) });
  const progress = await fixture.ask(rangeQuery(ruts().slice(0, 1)));
  expect(progress.problemsTotal).toBeGreaterThan(10);
  expect(progress.problems[0]?.error.exchange?.response).toMatch(/^<html>x+…$/);
  expect(JSON.stringify(progress).length).toBeLessThan(progress.problemsTotal * 8_000);
});

test('progress is told at once, then at most ten times a second, and at the end', async () => {
  await open({ clock: createFakeClock() });
  const progress = await fixture.ask(rangeQuery(ruts()));
  // Not a tenth of a second has passed.
  expect(fixture.events.filter(({ state }) => state === 'running').length).toBe(1);
  expect(fixture.events.at(-1)).toEqual(progress);
});

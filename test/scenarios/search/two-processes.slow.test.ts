import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { dirname } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { fileURLToPath } from 'node:url';
import { afterEach, beforeEach, expect, test } from 'vitest';
import type { ApiClient } from '../../../electron/api/index.ts';
import { renewEvery } from '../../../electron/jobs/lease.ts';
import { thisProcess } from '../../../electron/lib/process-identity.ts';
import { sourceOptions } from '../../../scripts/source-options.mjs';
import type { Rut } from '../../../shared/model/rut.ts';
import type { SavedSearchDraft } from '../../../shared/model/search.ts';
import { createFakeClock, type FakeClock } from '../../support/app/fake-clock.ts';
import {
  openSearchFixture,
  rangeQuery,
  type SearchFixture,
  type SearchFixtureOptions,
} from '../../support/app/search-fixture.ts';
import { childEnvironment } from '../../support/process/child-environment.ts';
import type { RefreshOrder } from '../../support/process/search-process.ts';

const program = fileURLToPath(new URL('../../support/process/search-process.ts', import.meta.url));
/** Processes 1 and 2 are these apps'. */
const machine = (processId: number) => ({ computer: 'here', processId, isAlive: () => true });
const newClock = () => createFakeClock({ passes: (ms) => ms <= 30_000 && ms !== renewEvery });

let fixture: SearchFixture;
let other: SearchFixture | undefined;
let clock: FakeClock;
let otherClock: FakeClock;
/** What the first app's requests wait for, and how many wait. */
let gate: PromiseWithResolvers<void>;
let atGate: number;
let isGated: boolean;
let saved: { id: string; resultSetId: string };

beforeEach(async () => {
  gate = Promise.withResolvers();
  [atGate, isGated] = [0, false];
  const through = (api: ApiClient): ApiClient => ({
    ...api,
    files: async (options) => {
      if (isGated) {
        atGate++;
        await gate.promise;
      }
      return api.files(options);
    },
  });
  clock = newClock();
  fixture = await openSearchFixture({
    practice: { documents: 150, clients: 2 },
    clock,
    through,
    overrides: { process: machine(1) },
  });
  const rut = fixture.agency.clients[0]?.rut ?? fixture.agency.inactiveClient.rut;
  saved = await fixture.search.saved.create(draft(rut), undefined);
  await fixture.search.saved.refresh(saved.id);
});
afterEach(async () => {
  gate.resolve();
  await release(other);
  other = undefined;
  await fixture.close();
});

function draft(...ruts: Rut[]): SavedSearchDraft {
  return {
    name: 'Todo',
    question: rangeQuery(ruts),
    folder: '',
    template: '',
    refresh: { kind: 'by-hand' },
    downloadsNew: false,
    takesPapers: false,
    view: { list: 'documents', columns: [], sort: [], filter: '', group: 'none' },
  };
}

/** Another process over the same store. */
async function openOther(process: NonNullable<SearchFixtureOptions['overrides']>['process'] = machine(2)) {
  otherClock = newClock();
  other = await openSearchFixture({
    agency: fixture.agency,
    home: dirname(fixture.path),
    clock: otherClock,
    overrides: { ...(process && { process }) },
  });
  return other;
}

/** Closes an app that shares its agency and its folder. */
async function release(one: SearchFixture | undefined): Promise<void> {
  await one?.search.close();
  await one?.store.close();
}

/** Begins a refresh by the first app, which then waits at the gate. */
async function beginRefresh(): Promise<{ over: Promise<unknown> }> {
  isGated = true;
  const over = fixture.search.saved.refresh(saved.id).catch((error) => error);
  await expect.poll(() => atGate).toBeGreaterThan(0);
  return { over };
}

const refused = { code: 'SEARCH_OWNED_ELSEWHERE' };

test('a saved search is refreshed by one process at a time; the other says so, and hears of the end', async () => {
  const { over } = await beginRefresh();
  const second = await openOther();
  fixture.agency.requests.forget();
  await expect(second.search.saved.refresh(saved.id)).rejects.toMatchObject(refused);
  await expect(second.search.runner.repeat(saved.resultSetId)).rejects.toMatchObject(refused);
  await expect(second.search.runner.cancel(saved.resultSetId)).rejects.toMatchObject(refused);
  const seen = await second.search.runner.progress(saved.resultSetId);
  expect(seen).toMatchObject({ state: 'running', location: 'elsewhere' });
  expect(fixture.agency.requests.count('files')).toBe(0);
  gate.resolve();
  await over;
  await otherClock.untilSleeping((ms) => ms === renewEvery);
  await otherClock.advance(renewEvery);
  await expect.poll(() => second.events.at(-1)?.state).toBe('done');
  expect(second.events.at(-1)?.location).toBeUndefined();
});

test('a refresh that goes on for long keeps its answer, and one whose process sleeps loses it and writes nothing more', async () => {
  const { over } = await beginRefresh();
  const second = await openOther();
  const leaseUntil = async () => (await second.store.readResultSet(saved.resultSetId)).leaseUntil;
  for (let times = 0; times < 3; times++) {
    const before = await leaseUntil();
    await clock.untilSleeping((ms) => ms === renewEvery);
    await clock.advance(15_000);
    await expect.poll(leaseUntil).toBeGreaterThan(before);
    otherClock.setWallClock(clock.now());
    await expect(second.search.saved.refresh(saved.id)).rejects.toMatchObject(refused);
  }
  otherClock.setWallClock(clock.now() + 60_000);
  await second.search.saved.refresh(saved.id);
  const [documents, tasks] = await Promise.all([
    second.documents(saved.resultSetId),
    second.store.listTasks(saved.resultSetId),
  ]);
  isGated = false;
  gate.resolve();
  await over;
  expect(await second.documents(saved.resultSetId)).toEqual(documents);
  expect(await second.store.listTasks(saved.resultSetId)).toEqual(tasks);
  expect(tasks.every(({ state }) => state === 'done')).toBe(true);
  expect(await second.search.runner.progress(saved.resultSetId)).toMatchObject({ state: 'done' });
  // What is lost is not held any more: nothing wakes again for it, seen after whatever it would write.
  await clock.advance(renewEvery);
  expect(clock.slept.at(-1)).toBe(renewEvery);
  await fixture.store.renewResultSets([], { owner: 'nobody/1/x', leaseUntil: 0 });
  await clock.advance(0);
  expect(clock.sleeping).not.toContain(renewEvery);
});

test.each([
  ['at once', thisProcess(), 0],
  // What has come to life since under the number of the dead process is taken for it.
  ['after its lease, where its number lives on', { ...thisProcess(), isAlive: () => true }, 60_000],
])('what a killed process was refreshing is taken over %s', async (_, machineOfOther, later) => {
  const stop = fixture.agency.faults.add({ kind: 'hang', endpoint: 'files' });
  fixture.agency.requests.forget();
  const order: RefreshOrder = {
    home: dirname(fixture.path),
    savedId: saved.id,
    agency: { baseUrl: fixture.agency.baseUrl, agency: fixture.agency.agency, key: fixture.agency.key },
  };
  const child = spawn(process.execPath, [...sourceOptions, program], {
    env: { ...childEnvironment(), REFRESH_ORDER: JSON.stringify(order) },
    stdio: ['ignore', 'ignore', 'inherit'],
  });
  const ended = once(child, 'exit');
  const second = await openOther(machineOfOther);
  const refresh = () => second.search.saved.refresh(saved.id);
  try {
    await expect.poll(() => fixture.agency.requests.count('files')).toBeGreaterThan(0);
    await expect(refresh()).rejects.toMatchObject(refused);
  } finally {
    child.kill('SIGKILL');
    await ended;
  }
  stop();
  if (later > 0) await expect(refresh()).rejects.toMatchObject(refused);
  otherClock.setWallClock(otherClock.now() + later);
  await refresh();
  expect(await second.search.runner.progress(saved.resultSetId)).toMatchObject({ state: 'done' });
});

test('what is deleted for good while another process asks about it does not come back', async () => {
  const [one, two] = fixture.agency.clients;
  if (!one || !two) throw new Error('the agency has fewer than two clients');
  const both = await fixture.search.saved.create(draft(one.rut, two.rut), undefined);
  isGated = true;
  const over = fixture.search.saved.refresh(both.id).catch((error) => error);
  await expect.poll(() => atGate).toBeGreaterThan(0);
  const second = await openOther();
  await second.search.purge({ rut: two.rut });
  gate.resolve();
  await over;
  const left = await second.documents(both.resultSetId);
  expect(left.filter(({ rut }) => rut === two.rut)).toEqual([]);
  const file = new DatabaseSync(fixture.path, { readOnly: true });
  expect(file.prepare('SELECT count(*) AS count FROM document WHERE rut = ?').get(two.rut)?.['count']).toBe(
    0,
  );
  file.close();
  expect(await fixture.search.runner.progress(both.resultSetId)).toMatchObject({ state: 'interrupted' });
  // It can be gone on with, about who is left.
  await second.search.saved.refresh(both.id);
  expect((await second.documents(both.resultSetId)).every(({ rut }) => rut === one.rut)).toBe(true);
});

test('what is told of a dispatch is refused to who holds its answer no more, and none of it is kept', async () => {
  await beginRefresh();
  const second = await openOther();
  const [connection = ''] = (await second.store.readResultSet(saved.resultSetId)).query.connectionIds;
  const emitted = {
    connectionId: connection,
    number: '998877',
    rut: fixture.agency.clients[0]?.rut ?? fixture.agency.inactiveClient.rut,
    at: '2026-01-02T03:04:05.000Z',
    resultSetId: saved.resultSetId,
    owner: 'nobody/1/x',
  };
  await expect(second.store.markComplete(emitted)).rejects.toMatchObject(refused);
  await expect(second.store.saveDisbursements(emitted, [])).rejects.toMatchObject(refused);
  expect(await second.store.findDispatches(['998877'], [connection], '2026-01-02')).toEqual([]);
  isGated = false;
  gate.resolve();
});

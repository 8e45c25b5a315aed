import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { createCircuitBreakers } from '../../electron/api/index.ts';
import { openDatabase } from '../../electron/database/open-database.ts';
import { createReads, createWrites } from '../../electron/database/worker-queries.ts';
import { createLeaseOwner } from '../../electron/jobs/index.ts';
import { createConnectionJobs } from '../../electron/search/connection-jobs.ts';
import { RefreshScheduler } from '../../electron/search/refresh-scheduler.ts';
import { SearchResumer } from '../../electron/search/search-resumer.ts';
import { createFakeClock } from '../support/app/fake-clock.ts';
import { unpackJobs } from '../support/database/store-fixture.ts';
import { temporaryFolder } from '../support/disk/temporary-folder.ts';

/** When the process died that left the store, ms since 1970. */
const killedAt = Date.UTC(2026, 10, 20, 12);
const hour = 3_600_000;
const day = 24 * hour;

/** The store of before, as this version opens it. */
function open() {
  const path = join(temporaryFolder('jobs'), 'carpeta.db');
  unpackJobs(path);
  const { database } = openDatabase(path);
  onTestFinished(() => database.close());
  return { database, ...createWrites(database), ...createReads(database) };
}

test('dispatches that were tried in the background keep their attempts, to the millisecond', () => {
  const { getJob } = open();
  const job = (connectionId: string, number: string) =>
    getJob({ kind: 'background-fetch', subject: JSON.stringify([connectionId, number]) });
  expect(job('agency', 'begun')).toMatchObject({ attempts: 1, retryAfter: killedAt + day });
  expect(job('agency', 'failed')).toMatchObject({ attempts: 3, retryAfter: killedAt + 4 * day });
  expect(job('agency', 'due')).toMatchObject({ attempts: 2, retryAfter: killedAt - hour });
  expect(job('refusing', '')).toMatchObject({ attempts: 2, retryAfter: killedAt + 2 * day });
  expect(job('agency', 'untried')).toBeUndefined();
});

test('in the background each dispatch is asked for that was due, once, and no other', () => {
  const { nextPartialDispatch, beginJob } = open();
  const asked: string[] = [];
  const next = () =>
    nextPartialDispatch(['agency', 'refusing'], { since: '', now: killedAt, latest: killedAt + 16 * day });
  for (let one = next(); one; one = next()) {
    asked.push(`${one.connectionId} ${one.number} ${one.attempts}`);
    const attempt = { attempts: one.attempts + 1, retryAfter: killedAt + day, error: undefined };
    expect(beginJob(one, attempt, { owner: '', leaseUntil: 0 })).toBe(true);
  }
  expect(asked.sort()).toEqual(['agency due 2', 'agency untried 0']);
});

test('the share of the day that was asked for in the background stays counted', () => {
  const { countBackgroundFetch } = open();
  expect(countBackgroundFetch(killedAt, 2)).toBe(false);
  expect(countBackgroundFetch(killedAt, 3)).toBe(true);
});

const offline = { code: 'NO_NETWORK', message: 'offline' };
const refused = { code: 'API_KEY_INVALID' };

test('refreshes keep their attempts, when they are due, and their error', () => {
  const { listRefreshes } = open();
  expect(listRefreshes()).toMatchObject([
    { subject: 'refresh never run', attempts: 0, retryAfter: undefined, awaited: undefined },
    { subject: 'refresh due', attempts: 0, retryAfter: killedAt - hour, error: undefined },
    { subject: 'refresh not due', attempts: 0, retryAfter: killedAt + 2 * hour },
    { subject: 'refresh begun', attempts: 3, retryAfter: killedAt, error: offline },
    { subject: 'refresh waiting', attempts: 2, retryAfter: killedAt + hour / 2, error: offline },
    { subject: 'refresh refused', attempts: 1, retryAfter: killedAt + 20 * hour, error: refused },
    { subject: 'search of a refresh', attempts: 0, awaited: { attempts: 1, error: offline } },
  ]);
});

test('searches that a person waits for keep their attempts and the lease of their run; no other is waited for', () => {
  const { listPendingSearches } = open();
  const dead = { owner: 'of a dead process/1/x/', leaseUntil: killedAt + 20_000 };
  expect(listPendingSearches()).toMatchObject([
    { subject: 'search interrupted', attempts: 1, retryAfter: killedAt, error: offline },
    { subject: 'search running', attempts: 2, error: undefined, run: dead },
    { subject: 'search waiting', attempts: 4, retryAfter: killedAt + hour / 4 },
    { subject: 'search refused', attempts: 1, retryAfter: killedAt + 20 * hour, error: refused },
    { subject: 'search of a refresh', attempts: 1 },
  ]);
});

/** The first start of this version on that store, whose agencies answer everything. */
function start() {
  const queries = open();
  const clock = createFakeClock({ startAt: killedAt + 30_000 });
  const asked: string[] = [];
  const problems: unknown[] = [];
  const reportError = (_: string, error: unknown) => void problems.push(error);
  /** A run that asks everything and ends. */
  const run = async (resultSetId: string) => {
    asked.push(resultSetId);
    const at = new Date(clock.now()).toISOString();
    queries.updateSearchRun(resultSetId, { state: 'done', requests: 1, mayBeTruncated: false, at });
    return { state: 'done' } as const;
  };
  const identity = { computer: 'here', processId: 1, isAlive: () => true };
  const leases = createLeaseOwner({ ...identity, clock, uuid: () => 'next' });
  const store = {
    beginJob: async (...of: Parameters<typeof queries.beginJob>) => queries.beginJob(...of),
    endJob: async (...of: Parameters<typeof queries.endJob>) => queries.endJob(...of),
    renewJobs: async (...of: Parameters<typeof queries.renewJobs>) => queries.renewJobs(...of),
    resetJobs: async (ids: readonly string[]) => queries.resetJobs(ids),
    saveAttempts: async (...of: Parameters<typeof queries.saveAttempts>) => queries.saveAttempts(...of),
    listRefreshes: async () => queries.listRefreshes(),
    listPendingSearches: async (id?: string) => queries.listPendingSearches(id),
    addPendingSearch: async (id: string) => queries.addPendingSearch(id),
    dropPendingSearch: async (id: string) => queries.dropPendingSearch(id),
    stopPendingSearch: async (id: string) => queries.stopPendingSearch(id),
  };
  const jobs = createConnectionJobs({ store, clock, reportError });
  const options = { store, clock, leases, reportError, jobs, random: () => 0.5 };
  const resumer = new SearchResumer({
    ...options,
    runner: {
      resume: run,
      isUnderWay: (_, lease) => leases.isElsewhere(lease),
      progress: () => new Promise(() => undefined),
      onEnd: () => undefined,
    },
    breakerOf: createCircuitBreakers({ getApiClient: () => new Promise(() => undefined), clock }),
    asksFirst: () => false,
    emit: () => undefined,
  });
  const subjectOf = (id: string) => id.replace(/^saved /, '');
  const refreshScheduler = new RefreshScheduler({
    ...options,
    saved: { refresh: async (id) => void (await run(subjectOf(id))), poll: async () => undefined },
    isAway: () => false,
  });
  onTestFinished(async () => void (await Promise.all([resumer.stop(), refreshScheduler.stop()])));
  resumer.begin();
  refreshScheduler.begin();
  return { clock, asked, problems, jobs, resumer };
}

test('the next start asks once for whatever was due or under way, and for the rest when it is due', async () => {
  const { clock, asked, problems, jobs, resumer } = start();
  await clock.advance(1_000);
  expect(asked.splice(0).sort()).toEqual([
    ...['refresh begun', 'refresh due', 'refresh never run'],
    ...['search interrupted', 'search of a refresh', 'search running'],
  ]);
  await clock.advance(hour);
  expect(asked.splice(0).sort()).toEqual(['refresh waiting', 'search waiting']);
  jobs.resume(['refusing']);
  resumer.wake();
  await clock.advance(2 * 60_000);
  expect(asked.splice(0).sort()).toEqual(['refresh refused', 'search refused']);
  await clock.advance(hour);
  expect(asked).toContain('refresh not due');
  expect(asked).not.toContain('search stopped');
  expect(problems).toEqual([]);
});

test('a clock that was set back two years forgets nothing of it', async () => {
  const { clock, asked, problems } = start();
  clock.setWallClock(killedAt - 730 * day);
  await clock.advance(1_000);
  await clock.advance(4 * hour);
  const names = ['due', 'not due', 'begun', 'waiting', 'never run'].map((name) => `refresh ${name}`);
  expect(asked).toEqual(expect.arrayContaining(names));
  expect(asked).toEqual(expect.arrayContaining(['search interrupted', 'search running', 'search waiting']));
  expect(problems).toEqual([]);
});

import { dirname } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { renewEvery } from '../../../electron/jobs/lease.ts';
import { AppError } from '../../../shared/errors.ts';
import type { Rut } from '../../../shared/model/rut.ts';
import { createFakeClock, type FakeClock } from '../../support/app/fake-clock.ts';
import { savedSearches } from '../../support/app/saved-searches.ts';
import {
  openSearchFixture,
  type SearchFixture,
  type SearchFixtureOptions,
} from '../../support/app/search-fixture.ts';

const minute = 60_000;
const hour = 60 * minute;
const isLook = (ms: number) => ms === minute;

let clock: FakeClock;
let fixture: SearchFixture;
let rut: Rut;
let id: string;
/** What each query for documents meets. */
let meet: () => Promise<void>;
/** Desks that were left as a killed process leaves them. */
let killed: SearchFixture[];

const { draft, find } = savedSearches(() => ({ fixture, rut }));

const options = (): SearchFixtureOptions => ({
  clock,
  through: (api) => ({
    ...api,
    files: async (asked) => {
      await meet();
      return api.files(asked);
    },
  }),
});

beforeEach(async () => {
  // Leases that apps left as killed renew without end would take the hours with them.
  clock = createFakeClock({ passes: (ms) => ms < 10_000 && ms !== renewEvery });
  meet = () => Promise.reject(new AppError('NO_NETWORK', 'offline'));
  killed = [];
  fixture = await openSearchFixture({ ...options(), practice: { documents: 60, clients: 1 } });
  rut = fixture.agency.clients[0]?.rut ?? fixture.agency.inactiveClient.rut;
  ({ id } = await fixture.search.saved.create(draft({ refresh: { kind: 'hours', hours: 1 } }), undefined));
});
afterEach(async () => {
  meet = () => Promise.resolve();
  for (const one of killed) await one.search.close().then(() => one.store.close());
  await fixture.close();
});

/** The refreshes that failed since this app was opened. */
const failures = () => fixture.problems.filter(({ what }) => what === 'refresh of a saved search').length;

/** Begins refreshing and lets it look around once. */
async function begin(): Promise<void> {
  fixture.search.refreshScheduler.begin();
  await clock.untilSleeping(isLook);
}

/** Starts the app again after a while, and lets it look around once; gives how many refreshes failed then. */
async function startAfter(ms: number): Promise<number> {
  clock.setWallClock(clock.now() + ms);
  fixture = await fixture.restarted();
  await begin();
  return failures();
}

test('a restart in the middle of the wait after a failure asks nobody before the wait is over', async () => {
  await begin();
  expect(failures()).toBe(1);
  expect(await startAfter(2 * minute)).toBe(0);
  expect(await startAfter(3 * minute)).toBe(0);
  expect(await startAfter(30 * minute)).toBe(1);
});

test('five attempts are a round, however often the app is started; then a whole interval passes', async () => {
  await begin();
  expect(failures()).toBe(1);
  for (let attempt = 2; attempt <= 5; attempt++) expect(await startAfter(hour)).toBe(1);
  expect(await startAfter(40 * minute)).toBe(0);
  expect(await startAfter(30 * minute)).toBe(1);
});

test('a refresh that was done is due again after its interval, however often the app is started', async () => {
  meet = () => Promise.resolve();
  await begin();
  expect((await find(id)).asOf).not.toBe('');
  fixture.agency.requests.forget();
  await startAfter(50 * minute);
  expect(fixture.agency.requests.count('files')).toBe(0);
  await startAfter(15 * minute);
  expect(fixture.agency.requests.count('files')).toBeGreaterThan(0);
});

test('a key that was refused is not tried again by the next start, and is once it was replaced', async () => {
  meet = () => Promise.reject(new AppError('API_KEY_INVALID', 'refused', { status: 403 }));
  await begin();
  expect(failures()).toBe(1);
  expect(await startAfter(10 * hour)).toBe(0);
  fixture.search.resume(['practice']);
  await clock.advance(minute);
  await clock.untilSleeping(isLook);
  expect(failures()).toBe(1);
});

test('a clock that was set back a year makes no wait a year long', async () => {
  await begin();
  expect(await startAfter(-365 * 24 * hour)).toBe(1);
});

test('who refreshes by hand has the attempts begin anew', async () => {
  await begin();
  for (let attempt = 2; attempt <= 5; attempt++) await startAfter(hour);
  await expect(fixture.search.saved.refresh(id, { isUrgent: true })).rejects.toMatchObject({
    code: 'NO_NETWORK',
  });
  expect(await startAfter(minute)).toBe(1);
  for (let attempt = 2; attempt <= 5; attempt++) expect(await startAfter(hour)).toBe(1);
});

test('a process that is killed in the middle of a refresh has made an attempt, and five of them end it', async () => {
  const asked: number[] = [];
  const release = Promise.withResolvers<void>();
  for (let kill = 1; kill <= 6; kill++) {
    let began = 0;
    const reached = Promise.withResolvers<void>();
    killed.push(fixture);
    fixture = await openSearchFixture({
      clock,
      agency: fixture.agency,
      home: dirname(fixture.path),
      // Its own queries alone: those that an app before it had not put yet come when they like.
      through: (api) => ({
        ...api,
        files: async (asked) => {
          began = 1;
          reached.resolve();
          await release.promise;
          return api.files(asked);
        },
      }),
      overrides: { process: { computer: 'here', processId: 1 + kill, isAlive: () => false } },
    });
    fixture.search.refreshScheduler.begin();
    await Promise.race([reached.promise, clock.untilSleeping(isLook)]);
    asked.push(began);
  }
  release.resolve();
  expect(asked).toEqual([1, 1, 1, 1, 1, 0]);
});

import { expect, onTestFinished, test } from 'vitest';
import { openDatabase } from '../../../../electron/database/open-database.ts';
import { listJobs } from '../../../../electron/database/queries/jobs.ts';
import { createWrites } from '../../../../electron/database/worker-queries.ts';
import { createLeaseOwner, newJob } from '../../../../electron/jobs/index.ts';
import { createConnectionJobs } from '../../../../electron/search/connection-jobs.ts';
import { RefreshScheduler } from '../../../../electron/search/refresh-scheduler.ts';
import { AppError } from '../../../../shared/errors.ts';
import type { SavedSearch } from '../../../../shared/model/search.ts';
import { createFakeClock } from '../../../support/app/fake-clock.ts';
import { savedDraft, wordsDraft } from '../../../support/app/saved-searches.ts';
import { rangeQuery } from '../../../support/app/search-fixture.ts';
import { acme } from '../../../support/samples/documents.ts';

const hour = 3_600_000;

/** Saved searches with jobs in a real table, whose refreshes are counted and may be made to fail. */
function downloadsBar(searches: readonly Partial<SavedSearch>[], random = 0.5) {
  const clock = createFakeClock();
  const { database } = openDatabase(':memory:');
  onTestFinished(() => database.close());
  const queries = createWrites(database);
  const answeredAt = new Map<string, number>();
  const asOf = {
    /** An answer has come, whoever asked for it. */
    set(id: string, at: number) {
      answeredAt.set(id, at);
      queries.resetJob({ kind: 'refresh', subject: id });
    },
  };
  const refreshed: string[] = [];
  const problems: unknown[] = [];
  const failing = new Map<string, AppError>();
  /** Saved searches to which a refresh brings nothing. */
  const barren = new Set<string>();
  /** Refreshes that do not end before this does. */
  const underWay = new Map<string, Promise<void>>();
  /** How often the list cannot be read before it can. */
  const busy = { times: 0 };
  /** What stands in the store where a draft stood. */
  const unreadable = new Map<string, string>();
  /** Connections whose service is away. */
  const away = new Set<string>();
  /** Those for which a person waits. */
  const awaited = new Set<string>();
  const ids = searches.map(({ id }, index) => id ?? String(index));
  const connectionsOf = (index: number) => {
    const query = searches[index]?.question;
    return query && 'connectionIds' in query ? query.connectionIds : ['a'];
  };
  const jobs = createConnectionJobs({
    clock,
    store: {
      resetJobs: async (connectionIds) => {
        for (const [index, id] of ids.entries())
          if (connectionsOf(index).some((one) => connectionIds.includes(one)))
            queries.resetJob({ kind: 'refresh', subject: id });
      },
    },
    reportError: (_, error) => void problems.push(error),
  });
  const refreshScheduler = new RefreshScheduler({
    jobs,
    store: {
      listRefreshes: async () => {
        if (busy.times-- > 0) throw new AppError('STORE_BUSY', 'another process is writing for long');
        const jobOf = listJobs(database, 'refresh');
        return searches.map(({ refresh = { kind: 'by-hand' } }, index) => {
          const id = ids[index] ?? '';
          const at = answeredAt.get(id);
          const query = rangeQuery([acme], { connectionIds: connectionsOf(index) });
          const draft = JSON.stringify(savedDraft({ question: query, refresh }));
          return {
            ...jobOf(id),
            id,
            draft: unreadable.get(id) ?? draft,
            asOf: at === undefined ? '' : new Date(at).toISOString(),
            awaited: awaited.has(id) ? jobOf('none') : undefined,
          };
        });
      },
      beginJob: async (...of) => queries.beginJob(...of),
      endJob: async (...of) => queries.endJob(...of),
      renewJobs: async (...of) => queries.renewJobs(...of),
    },
    saved: {
      poll: () => Promise.resolve(),
      refresh: async (id) => {
        refreshed.push(id);
        await underWay.get(id);
        const error = failing.get(id);
        if (error) return Promise.reject(error);
        if (!barren.has(id)) asOf.set(id, clock.now());
        return Promise.resolve();
      },
    },
    clock,
    leases: createLeaseOwner({ computer: 'here', processId: 1, isAlive: () => true, clock, uuid: () => 'x' }),
    random: () => random,
    isAway: (connectionId) => away.has(connectionId),
    reportError: (_, error) => void problems.push(error),
  });
  return {
    clock,
    queries,
    refreshed,
    problems,
    away,
    failing,
    barren,
    underWay,
    asOf,
    busy,
    unreadable,
    awaited,
    jobs,
    refreshScheduler,
  };
}

test('refreshes at start what is to be, and nothing that is refreshed by hand', async () => {
  const { clock, refreshed, refreshScheduler } = downloadsBar([
    { id: 'hand' },
    { id: 'start', refresh: { kind: 'at-start' } },
  ]);
  refreshScheduler.begin();
  await clock.advance(10 * hour);
  expect(refreshed).toEqual(['start']);
  await refreshScheduler.stop();
});

test.each([
  ['five attempts in vain', { attempts: 5, retryAfter: 50 * 60_000, error: 'NO_NETWORK' }, false],
  ['a key that was refused', { attempts: 1, retryAfter: 20 * hour, error: 'API_KEY_INVALID' }, false],
  ['a question that a person waits for', { attempts: 0, retryAfter: undefined, error: undefined }, true],
] as const)(
  'refreshes at start what is to be, after %s',
  async (_, { attempts, retryAfter, error }, waits) => {
    const fixture = downloadsBar([{ id: 'start', refresh: { kind: 'at-start' } }]);
    fixture.queries.beginJob(
      newJob({ kind: 'refresh', subject: 'start' }),
      {
        attempts,
        retryAfter: retryAfter && fixture.clock.now() + retryAfter,
        error: error && { code: error, message: 'before this start', status: 403 },
      },
      { owner: '', leaseUntil: 0 },
    );
    if (waits) fixture.awaited.add('start');
    fixture.refreshScheduler.begin();
    await fixture.clock.advance(1_000);
    expect(fixture.refreshed).toEqual(['start']);
    await fixture.refreshScheduler.stop();
  },
);

test('a search for words is never refreshed, whatever its row says, and is no error', async () => {
  const { clock, refreshed, problems, unreadable, refreshScheduler } = downloadsBar([
    { id: 'words' },
    { id: 'start', refresh: { kind: 'at-start' } },
  ]);
  unreadable.set('words', JSON.stringify(wordsDraft({ refresh: { kind: 'at-start' } })));
  refreshScheduler.begin();
  await clock.advance(10 * hour);
  expect([refreshed, problems]).toEqual([['start'], []]);
  await refreshScheduler.stop();
});

test('a list that cannot be read for a while ends nothing: it is looked at again', async () => {
  const { clock, refreshed, problems, busy, refreshScheduler } = downloadsBar([
    { id: 'start', refresh: { kind: 'at-start' } },
    { id: 'two', refresh: { kind: 'hours', hours: 2 } },
  ]);
  busy.times = 2;
  refreshScheduler.begin();
  await clock.advance(90_000);
  expect(problems).toHaveLength(2);
  await clock.advance(60_000);
  expect(refreshed).toEqual(['start', 'two']);
  await clock.advance(2.1 * hour);
  expect(refreshed).toEqual(['start', 'two', 'two']);
  await refreshScheduler.stop();
});

test('refreshes every so many hours since the last answer', async () => {
  const { clock, refreshed, asOf, refreshScheduler } = downloadsBar([
    { id: 'two', refresh: { kind: 'hours', hours: 2 } },
  ]);
  asOf.set('two', clock.now());
  refreshScheduler.begin();
  await clock.advance(1.9 * hour);
  expect(refreshed).toEqual([]);
  await clock.advance(0.2 * hour);
  expect(refreshed).toEqual(['two']);
  await clock.advance(4.2 * hour);
  expect(refreshed).toEqual(['two', 'two', 'two']);
  await refreshScheduler.stop();
});

test.each([
  ['earlier', 0, 1.79, 1.85],
  ['later', 1, 2.15, 2.25],
])('comes up to a tenth %s, by chance', async (_, random, before, after) => {
  const { clock, refreshed, asOf, refreshScheduler } = downloadsBar(
    [{ id: 'x', refresh: { kind: 'hours', hours: 2 } }],
    random,
  );
  asOf.set('x', clock.now());
  refreshScheduler.begin();
  await clock.advance(before * hour);
  expect(refreshed).toEqual([]);
  await clock.advance((after - before) * hour);
  expect(refreshed).toEqual(['x']);
  await refreshScheduler.stop();
});

test('a refresh that brought nothing is done again when it is due, not at every look', async () => {
  const { clock, refreshed, barren, refreshScheduler } = downloadsBar([
    { id: 'x', refresh: { kind: 'hours', hours: 1 } },
  ]);
  barren.add('x');
  refreshScheduler.begin();
  await clock.advance(5.5 * hour);
  expect(refreshed.length).toBeGreaterThan(3);
  expect(refreshed.length).toBeLessThan(8);
  await refreshScheduler.stop();
});

test('a refused connection is left alone until its key is replaced', async () => {
  const { clock, refreshed, problems, failing, jobs, refreshScheduler } = downloadsBar([
    { id: 'x', refresh: { kind: 'hours', hours: 1 } },
  ]);
  failing.set('x', new AppError('API_KEY_INVALID', 'refused', { status: 403 }));
  refreshScheduler.begin();
  await clock.advance(20 * hour);
  expect(refreshed).toEqual(['x']);
  expect(problems).toHaveLength(1);
  failing.clear();
  jobs.resume(['a']);
  await clock.advance(0.1 * hour);
  expect(refreshed).toEqual(['x', 'x']);
  await refreshScheduler.stop();
});

test.each([
  ['a quota', new AppError('QUOTA_EXCEEDED', 'refused', { status: 403 })],
  ['a page that stands before the service', new AppError('RESPONSE_UNREADABLE', 'refused', { status: 403 })],
  ['a proxy', new AppError('PROXY_REFUSED', 'refused', { status: 401 })],
])('%s that refuses is tried again without another key', async (_, error) => {
  const { clock, refreshed, failing, refreshScheduler } = downloadsBar([
    { id: 'x', refresh: { kind: 'hours', hours: 1 } },
  ]);
  failing.set('x', error);
  refreshScheduler.begin();
  await clock.advance(20 * hour);
  expect(refreshed.length).toBeGreaterThan(5);
  await refreshScheduler.stop();
});

test('connections that were refused together are asked again with the new key of one, and each alone at any time', async () => {
  const query = (...connectionIds: string[]) => ({ connectionIds }) as unknown as SavedSearch['question'];
  const refresh = { kind: 'hours', hours: 1 } as const;
  const { clock, refreshed, failing, jobs, refreshScheduler } = downloadsBar([
    { id: 'both', question: query('a', 'b'), refresh },
    { id: 'also both', question: query('b', 'a'), refresh },
    { id: 'a', question: query('a'), refresh },
    { id: 'b', question: query('b'), refresh: { kind: 'hours', hours: 4 } },
  ]);
  const error = new AppError('API_KEY_INVALID', 'refused', { status: 403 });
  for (const id of ['both', 'also both', 'a']) failing.set(id, error);
  refreshScheduler.begin();
  await clock.advance(3 * hour);
  expect(refreshed).toEqual(['both', 'a', 'b']);
  failing.clear();
  jobs.resume(['b']);
  await clock.advance(0.1 * hour);
  expect(refreshed.slice(3)).toEqual(['both', 'also both']);
  await refreshScheduler.stop();
});

test('a refusal of the old key that is told only after the new one came keeps nothing from being asked again', async () => {
  const { clock, refreshed, failing, underWay, jobs, refreshScheduler } = downloadsBar([
    { id: 'x', refresh: { kind: 'hours', hours: 24 } },
  ]);
  const completed = Promise.withResolvers<void>();
  underWay.set('x', completed.promise);
  failing.set('x', new AppError('API_KEY_INVALID', 'refused', { status: 403 }));
  refreshScheduler.begin();
  await clock.advance(0);
  jobs.resume(['a']);
  completed.resolve();
  await clock.advance(0);
  failing.clear();
  await clock.advance(0.1 * hour);
  expect(refreshed).toEqual(['x', 'x']);
  await refreshScheduler.stop();
});

test('without a network it tries again later, not at every look', async () => {
  const { clock, refreshed, failing, refreshScheduler } = downloadsBar([
    { id: 'x', refresh: { kind: 'hours', hours: 4 } },
  ]);
  failing.set('x', new AppError('NO_NETWORK', 'offline'));
  refreshScheduler.begin();
  await clock.advance(10 * hour);
  expect(refreshed.length).toBeGreaterThan(1);
  expect(refreshed.length).toBeLessThan(8);
  await refreshScheduler.stop();
});

test('a clock that is set back two years, or forward, does not end refreshing', async () => {
  const { clock, refreshed, refreshScheduler } = downloadsBar([
    { id: 'daily', refresh: { kind: 'hours', hours: 24 } },
  ]);
  const before = clock.now();
  refreshScheduler.begin();
  await clock.advance(hour);
  expect(refreshed).toHaveLength(1);
  clock.setWallClock(before - 730 * 24 * hour);
  await clock.advance(hour);
  expect(refreshed).toHaveLength(2);
  await clock.advance(22 * hour);
  expect(refreshed).toHaveLength(2);
  await clock.advance(2 * hour);
  expect(refreshed).toHaveLength(3);
  clock.setWallClock(before + 730 * 24 * hour);
  await clock.advance(hour);
  expect(refreshed).toHaveLength(4);
  await refreshScheduler.stop();
});

test('what another process refreshes is left to it: no fault, and not done again when that has ended', async () => {
  const { clock, refreshed, problems, failing, asOf, refreshScheduler } = downloadsBar([
    { id: 'two', refresh: { kind: 'hours', hours: 2 } },
  ]);
  asOf.set('two', clock.now());
  failing.set('two', new AppError('SEARCH_OWNED_ELSEWHERE', 'at work there'));
  refreshScheduler.begin();
  await clock.advance(2.2 * hour);
  expect(refreshed.length).toBeGreaterThan(0);
  expect(problems).toEqual([]);
  failing.clear();
  // The other one has come to its end.
  asOf.set('two', clock.now());
  refreshed.splice(0);
  await clock.advance(1.7 * hour);
  expect(refreshed).toEqual([]);
  await clock.advance(0.6 * hour);
  expect(refreshed).toEqual(['two']);
  await refreshScheduler.stop();
});

test('puts off what an agency that is away would be asked, and asks it once it is back', async () => {
  const { clock, refreshed, away, refreshScheduler } = downloadsBar([
    { id: 'two', refresh: { kind: 'hours', hours: 2 } },
  ]);
  away.add('a');
  refreshScheduler.begin();
  await clock.advance(3 * hour);
  expect(refreshed).toEqual([]);
  away.clear();
  await clock.advance(61_000);
  expect(refreshed).toEqual(['two']);
  await refreshScheduler.stop();
});

test.each([
  ['no JSON', '{"question":'],
  ['another thing', '{"name":"Todo"}'],
])(
  'a saved search whose row holds %s is told by its id, once, and keeps no other from being refreshed',
  async (_, draft) => {
    const refresh = { kind: 'hours', hours: 1 } as const;
    const { clock, refreshed, problems, unreadable, refreshScheduler } = downloadsBar([
      { id: 'damaged', refresh },
      { id: 'whole', refresh },
    ]);
    unreadable.set('damaged', draft);
    refreshScheduler.begin();
    await clock.advance(1.5 * hour);
    expect(refreshed).toEqual(['whole', 'whole']);
    expect(problems).toMatchObject([
      { code: 'STORE_DAMAGED', message: expect.stringContaining('damaged cannot be read') },
    ]);
    await refreshScheduler.stop();
  },
);

test('what is to be refreshed at start and finds no network is tried again, five times in all', async () => {
  const { clock, refreshed, failing, refreshScheduler } = downloadsBar([
    { id: 'start', refresh: { kind: 'at-start' } },
  ]);
  failing.set('start', new AppError('NO_NETWORK', 'offline'));
  refreshScheduler.begin();
  // An eighth of the hour later, then a quarter, a half and a whole one.
  await clock.advance(0.9 * hour);
  expect(refreshed).toHaveLength(4);
  await clock.advance(20 * hour);
  expect(refreshed).toHaveLength(5);
  await refreshScheduler.stop();
});

test('leaves a saved search alone as long as a person waits for it, which goes on by itself', async () => {
  const { clock, refreshed, awaited, refreshScheduler } = downloadsBar([
    { id: 'two', refresh: { kind: 'hours', hours: 2 } },
  ]);
  awaited.add('two');
  refreshScheduler.begin();
  await clock.advance(hour);
  expect(refreshed).toEqual([]);
  awaited.delete('two');
  await clock.advance(60_000);
  expect(refreshed).toEqual(['two']);
  await refreshScheduler.stop();
});

import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { openDatabase } from '../../../../electron/database/open-database.ts';
import { createReads, createWrites } from '../../../../electron/database/worker-queries.ts';
import { createLeaseOwner } from '../../../../electron/jobs/index.ts';
import { BackgroundFetch } from '../../../../electron/search/background-fetch.ts';
import { AppError } from '../../../../shared/errors.ts';
import { createFakeClock } from '../../../support/app/fake-clock.ts';
import { openSearchFixture, practiceConnection, rangeQuery } from '../../../support/app/search-fixture.ts';
import { temporaryFolder } from '../../../support/disk/temporary-folder.ts';

const minute = 60_000;
const hour = 60 * minute;
const identity = { computer: 'here', isAlive: () => false };
let processId = 0;

/**
 * Dispatches that are kept in part until they are asked for, the highest number seen last, and the agencies
 * that fail.
 */
function setUp(numbers: readonly string[], connectionOf: (number: string) => string = () => 'a') {
  const clock = createFakeClock();
  const path = join(temporaryFolder('completing'), 'carpeta.db');
  const asked: string[] = [];
  const failing = new Map<string, AppError>();
  const problems: unknown[] = [];
  const there = new Set(numbers.map(connectionOf));
  const blocked = new Map<string, Promise<void>>();
  const state = { isOn: true };
  const open = () => {
    const opened = openDatabase(path).database;
    // What a power cut would lose is no matter here.
    opened.exec('PRAGMA synchronous = OFF');
    return opened;
  };
  let database = open();
  let running: BackgroundFetch | undefined;
  onTestFinished(async () => {
    await running?.stop();
    database.close();
  });
  for (const id of there) database.prepare('INSERT INTO connection (uuid) VALUES (?)').run(id);
  const save = database.prepare(
    `INSERT INTO dispatch (connection, number, key_number, find_number, rut, seen_at, text)
     SELECT id, ?1, ?1, ?1, '76086428-5', ?2, '' FROM connection WHERE uuid = ?3`,
  );
  for (const [index, number] of numbers.entries()) {
    save.run(number, new Date(clock.now() - index).toISOString(), connectionOf(number));
  }

  function start(): void {
    const stored = { ...createWrites(database), ...createReads(database) };
    running = new BackgroundFetch({
      isOn: () => state.isOn,
      connectionIds: async () => [...there],
      isAway: () => false,
      store: {
        nextPartialDispatch: async (...of) => stored.nextPartialDispatch(...of),
        countBackgroundFetch: async (...of) => stored.countBackgroundFetch(...of),
        getJob: async (...of) => stored.getJob(...of),
        beginJob: async (...of) => stored.beginJob(...of),
        endJob: async (...of) => stored.endJob(...of),
        renewJobs: async (...of) => stored.renewJobs(...of),
      },
      complete: async ({ number }, signal) => {
        asked.push(number);
        await blocked.get(number);
        signal.throwIfAborted();
        const error = failing.get(number);
        if (error) throw error;
        database.prepare("UPDATE dispatch SET complete_at = 'now' WHERE number = ?").run(number);
      },
      clock,
      leases: createLeaseOwner({ ...identity, processId: ++processId, clock, uuid: () => String(processId) }),
      random: () => 0.5,
      reportError: (_, error) => void problems.push(error),
    });
    running.begin();
  }

  start();
  return {
    clock,
    asked,
    failing,
    problems,
    there,
    blocked,
    state,
    backgroundFetch: () => running,
    replaceKey: () => createWrites(database).resetJobs(['a']),
    remove: (number: string) => database.prepare('DELETE FROM dispatch WHERE number = ?').run(number),
    left: () => database.prepare("SELECT number FROM dispatch WHERE complete_at = ''").all(),
    /** The app's next start while the one before hangs where it was. */
    startWhileHung() {
      const hung = database;
      onTestFinished(() => hung.close());
      database = open();
      start();
    },
    /** The app's next start over the file that the one before left in order. */
    async restart() {
      await running?.stop();
      database.close();
      database = open();
      start();
    },
  };
}

test('nothing is asked in the first ten minutes, then one dispatch after the other with a pause', async () => {
  const { clock, asked } = setUp(['3', '2', '1']);
  await clock.advance(9 * minute);
  expect(asked).toEqual([]);
  await clock.advance(minute);
  expect(asked).toEqual(['3']);
  await clock.advance(5_000);
  expect(asked).toEqual(['3', '2']);
  await clock.advance(10 * minute);
  expect(asked).toEqual(['3', '2', '1']);
});

test('nothing is asked where it is turned off, from the next dispatch on, and the rest once it is turned on again', async () => {
  const { clock, asked, state } = setUp(['3', '2', '1']);
  await clock.advance(10 * minute);
  expect(asked).toEqual(['3']);
  state.isOn = false;
  await clock.advance(60 * minute);
  expect(asked).toEqual(['3']);
  state.isOn = true;
  await clock.advance(11 * minute);
  expect(asked).toEqual(['3', '2', '1']);
});

test('a dispatch that its agency does not give is asked for once', async () => {
  const { clock, asked, failing, problems } = setUp(['3', '2']);
  failing.set('3', new AppError('DISPATCH_NOT_FOUND', 'not there', { status: 404 }));
  await clock.advance(60 * minute);
  expect(asked).toEqual(['3', '2']);
  expect(problems).toEqual([]);
});

test('an agency that fails is left alone for ten minutes, another one is asked meanwhile', async () => {
  const { clock, asked, failing, problems } = setUp(['3', '2', '1'], (number) =>
    number === '1' ? 'b' : 'a',
  );
  failing.set('3', new AppError('NO_NETWORK', 'away'));
  await clock.advance(11 * minute);
  expect(asked).toEqual(['3', '1']);
  expect(problems).toHaveLength(1);
  failing.delete('3');
  await clock.advance(11 * minute);
  expect(asked).toEqual(['3', '1', '3', '2']);
});

test('a dispatch that fails alone, as by an answer that is not whole, is asked for once, and the others after it', async () => {
  const { clock, asked, failing, problems } = setUp(['3', '2', '1']);
  failing.set('3', new AppError('WALK_INCOMPLETE', 'not whole', { status: 200 }));
  await clock.advance(60 * minute);
  expect(asked).toEqual(['3', '2', '1']);
  expect(problems).toHaveLength(1);
});

test('an agency that refuses its key is asked no more until it has another one', async () => {
  const { clock, asked, failing, replaceKey } = setUp(['2', '1']);
  failing.set('2', new AppError('API_KEY_INVALID', 'refused', { status: 401 }));
  await clock.advance(60 * minute);
  expect(asked).toEqual(['2']);
  failing.clear();
  replaceKey();
  await clock.advance(11 * minute);
  expect(asked).toEqual(['2', '2', '1']);
});

test('a connection that is not there, as the practice agency of another day, is not asked', async () => {
  const { clock, asked, there } = setUp(['2', '1'], (number) => (number === '2' ? 'practice' : 'a'));
  there.delete('practice');
  await clock.advance(60 * minute);
  expect(asked).toEqual(['1']);
});

test('a deletion ends what is on its way, and what it deleted is not asked for afterwards', async () => {
  const { clock, asked, left, remove, blocked, backgroundFetch } = setUp(['3', '2', '1']);
  const result = Promise.withResolvers<void>();
  blocked.set('3', result.promise);
  await clock.advance(10 * minute);
  expect(asked).toEqual(['3']);
  const deleted = backgroundFetch()?.pausedFor(async () => {
    remove('3');
    remove('2');
  });
  result.resolve();
  await deleted;
  await clock.advance(60 * minute);
  expect([asked, left()]).toEqual([['3', '1'], []]);
});

test('at most 500 are asked for in 24 hours, over restarts too', async () => {
  const { clock, asked, restart } = setUp(Array.from({ length: 700 }, (_, index) => String(index)));
  await clock.advance(30 * minute);
  const first = asked.length;
  expect(first).toBeGreaterThan(100);
  expect(first).toBeLessThan(500);
  await restart();
  await clock.advance(10 * hour);
  expect(asked).toHaveLength(500);
  await restart();
  await clock.advance(13 * hour);
  expect(asked).toHaveLength(500);
  await clock.advance(2 * hour);
  expect(asked).toHaveLength(700);
});

test('what its agency did not give is asked for after a day, then two, four, eight and every sixteen, whatever restarts come between', async () => {
  const { clock, asked, failing, restart } = setUp(['1']);
  failing.set('1', new AppError('DISPATCH_NOT_FOUND', 'not there', { status: 404 }));
  await clock.advance(hour);
  const days: number[] = [];
  for (let day = 0; day < 29; day++) {
    await restart();
    const before = asked.length;
    await clock.advance(24 * hour);
    if (asked.length > before) days.push(day);
  }
  // The first was asked an hour earlier; what was seen thirty days ago is asked for no more.
  expect([asked.length, days]).toEqual([5, [0, 2, 6, 14]]);
});

test('a key that was refused is not tried by the next start, another key is', async () => {
  const { clock, asked, failing, replaceKey, restart } = setUp(['2', '1']);
  failing.set('2', new AppError('API_KEY_INVALID', 'refused', { status: 401 }));
  await clock.advance(hour);
  await restart();
  await clock.advance(hour);
  expect(asked).toEqual(['2']);
  failing.clear();
  replaceKey();
  await clock.advance(hour);
  expect(asked).toEqual(['2', '2', '1']);
});

test('a dispatch in whose midst the app was ended by force is not the first of the next start', async () => {
  const { clock, asked, blocked, startWhileHung } = setUp(['2', '1']);
  blocked.set('2', new Promise(() => undefined));
  await clock.advance(10 * minute);
  startWhileHung();
  await clock.advance(10 * minute);
  expect(asked).toEqual(['2', '1']);
});

test('a dispatch that was cut off by an end in order is asked for by the next start', async () => {
  const { clock, asked, blocked, restart } = setUp(['2', '1']);
  const result = Promise.withResolvers<void>();
  blocked.set('2', result.promise);
  await clock.advance(10 * minute);
  const restarted = restart();
  result.resolve();
  await restarted;
  await clock.advance(11 * minute);
  expect(asked).toEqual(['2', '2', '1']);
});

test('a clock that is set back a year stops nothing for longer than a day, and opens no more than one day’s share', async () => {
  const { clock, asked, failing, restart } = setUp(
    Array.from({ length: 1_600 }, (_, index) => String(index)),
  );
  failing.set('0', new AppError('DISPATCH_NOT_FOUND', 'not there', { status: 404 }));
  await clock.advance(10 * hour);
  expect(asked).toHaveLength(500);
  clock.setWallClock(clock.now() - 365 * 24 * hour);
  await restart();
  await clock.advance(23 * hour);
  expect(asked).toHaveLength(500);
  await clock.advance(10 * hour);
  expect(asked).toHaveLength(1_000);
  // It waited until a day that is a year ahead now.
  expect(asked.filter((number) => number === '0')).toHaveLength(2);
});

test('what a search of one type has left in part is complete once nobody has waited for a while', async () => {
  const clock = createFakeClock({ passes: (ms) => ms <= 5_000 });
  const searching = await openSearchFixture({ clock, practice: { documents: 120, clients: 1 } });
  const { search, store, agency, problems } = searching;
  try {
    const ruts = agency.clients.map((client) => client.rut);
    await searching.ask(rangeQuery(ruts, { types: { kind: 'some', names: ['FACTURA COMERCIAL'] } }));
    const left = () => {
      const now = clock.now();
      return store.nextPartialDispatch([practiceConnection], { since: '', now, latest: now });
    };
    expect(await left()).toBeDefined();
    search.backgroundFetch.begin();
    await clock.untilSleeping((ms) => ms === 10 * minute);
    await clock.advance(10 * minute);
    await expect.poll(left, { timeout: 20_000 }).toBeUndefined();
    expect(problems).toEqual([]);
  } finally {
    await searching.close();
  }
});

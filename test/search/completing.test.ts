import { afterEach, expect, test } from 'vitest';
import { type Completing, createCompleting, type PartialDispatch } from '../../electron/search/completing.ts';
import { CarpetaError } from '../../shared/errors.ts';
import { rut } from '../support/client.ts';
import { createFakeClock } from '../support/fake-clock.ts';
import { openSearchDesk, practiceConnection, rangeQuestion } from '../support/search-desk.ts';

const minute = 60_000;
let running: Completing | undefined;
afterEach(() => running?.stop());

/** Dispatches in memory that are kept in part until they are asked for, and the agencies that fail. */
function desk(numbers: readonly string[], connectionOf: (number: string) => string = () => 'a') {
  const clock = createFakeClock();
  const left = new Set(numbers);
  const asked: string[] = [];
  const failing = new Map<string, CarpetaError>();
  const problems: unknown[] = [];
  const there = new Set(numbers.map(connectionOf));
  const held = new Map<string, Promise<void>>();
  const state = { isOn: true };
  const completing = createCompleting({
    isOn: () => state.isOn,
    connectionIds: async () => [...there],
    isAway: () => false,
    partial: async (connectionIds, _since, limit) =>
      [...left]
        .map(
          (number): PartialDispatch => ({
            connectionId: connectionOf(number),
            number,
            rut: rut('76086428-5'),
          }),
        )
        .filter(({ connectionId }) => connectionIds.includes(connectionId))
        .slice(0, limit),
    complete: async ({ number }, signal) => {
      asked.push(number);
      await held.get(number);
      signal.throwIfAborted();
      const error = failing.get(number);
      if (error) throw error;
      left.delete(number);
    },
    clock,
    problem: (_, thrown) => void problems.push(thrown),
  });
  running = completing;
  completing.begin();
  return { clock, asked, failing, problems, left, there, held, state, completing };
}

test('nothing is asked in the first ten minutes, then one dispatch after the other with a pause', async () => {
  const { clock, asked } = desk(['3', '2', '1']);
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
  const { clock, asked, state } = desk(['3', '2', '1']);
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
  const { clock, asked, failing, problems } = desk(['3', '2']);
  failing.set('3', new CarpetaError('DISPATCH_NOT_FOUND', 'not there', { status: 404 }));
  await clock.advance(60 * minute);
  expect(asked).toEqual(['3', '2']);
  expect(problems).toEqual([]);
});

test('an agency that fails is left alone for ten minutes, another one is asked meanwhile', async () => {
  const { clock, asked, failing, problems } = desk(['3', '2', '1'], (number) => (number === '1' ? 'b' : 'a'));
  failing.set('3', new CarpetaError('NO_NETWORK', 'away'));
  await clock.advance(11 * minute);
  expect(asked).toEqual(['3', '1']);
  expect(problems).toHaveLength(1);
  failing.delete('3');
  await clock.advance(11 * minute);
  expect(asked).toEqual(['3', '1', '3', '2']);
});

test('a dispatch that fails alone, as by an answer that is not whole, is asked for once, and the others after it', async () => {
  const { clock, asked, failing, problems } = desk(['3', '2', '1']);
  failing.set('3', new CarpetaError('WALK_INCOMPLETE', 'not whole', { status: 200 }));
  await clock.advance(60 * minute);
  expect(asked).toEqual(['3', '2', '1']);
  expect(problems).toHaveLength(1);
});

test('an agency that refuses its key is asked no more until it has another one', async () => {
  const { clock, asked, failing, completing } = desk(['2', '1']);
  failing.set('2', new CarpetaError('API_KEY_INVALID', 'refused', { status: 401 }));
  await clock.advance(60 * minute);
  expect(asked).toEqual(['2']);
  failing.clear();
  completing.resume(['a']);
  await clock.advance(11 * minute);
  expect(asked).toEqual(['2', '2', '1']);
});

test('a connection that is not there, as the practice agency of another day, is not asked', async () => {
  const { clock, asked, there } = desk(['2', '1'], (number) => (number === '2' ? 'practice' : 'a'));
  there.delete('practice');
  await clock.advance(60 * minute);
  expect(asked).toEqual(['1']);
});

test('a deletion ends what is on its way, and what it deleted is not asked for afterwards', async () => {
  const { clock, asked, left, held, completing } = desk(['3', '2', '1']);
  const answer = Promise.withResolvers<void>();
  held.set('3', answer.promise);
  await clock.advance(10 * minute);
  expect(asked).toEqual(['3']);
  const deleted = completing.pausedFor(async () => {
    left.delete('3');
    left.delete('2');
  });
  answer.resolve();
  await deleted;
  await clock.advance(60 * minute);
  expect([asked, [...left]]).toEqual([['3', '1'], []]);
});

test('at most 500 are asked for a day', async () => {
  const { clock, asked } = desk(Array.from({ length: 700 }, (_, place) => String(place)));
  await clock.advance(20 * 60 * minute);
  expect(asked).toHaveLength(500);
  await clock.advance(6 * 60 * minute);
  expect(asked).toHaveLength(700);
});

test('what a search of one type has left in part is complete once nobody has waited for a while', async () => {
  const clock = createFakeClock({ passes: (ms) => ms <= 5_000 });
  const searching = await openSearchDesk({ clock, practice: { documents: 120, clients: 1 } });
  const { search, store, agency, problems } = searching;
  try {
    const ruts = agency.clients.map((client) => client.rut);
    await searching.ask(rangeQuestion(ruts, { types: { kind: 'some', names: ['FACTURA COMERCIAL'] } }));
    expect(await store.partialDispatches([practiceConnection], '', 1_000)).not.toEqual([]);
    search.completing.begin();
    await clock.untilSleeping((ms) => ms === 10 * minute);
    await clock.advance(10 * minute);
    await expect
      .poll(() => store.partialDispatches([practiceConnection], '', 1_000), { timeout: 20_000 })
      .toEqual([]);
    expect(problems).toEqual([]);
  } finally {
    await searching.close();
  }
});

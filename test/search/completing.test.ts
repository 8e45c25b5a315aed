import { afterEach, expect, test } from 'vitest';
import { type Completing, createCompleting, type PartialDispatch } from '../../electron/search/completing.ts';
import { CarpetaError } from '../../shared/errors.ts';
import { rut } from '../support/client.ts';
import { createFakeClock } from '../support/fake-clock.ts';
import { openSearchDesk, rangeQuestion } from '../support/search-desk.ts';

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
  running = createCompleting({
    partial: async (limit) =>
      [...left].slice(0, limit).map(
        (number): PartialDispatch => ({
          connectionId: connectionOf(number),
          number,
          rut: rut('76086428-5'),
        }),
      ),
    complete: async ({ number }) => {
      asked.push(number);
      const error = failing.get(number);
      if (error) throw error;
      left.delete(number);
    },
    clock,
    problem: (_, thrown) => void problems.push(thrown),
  });
  running.begin();
  return { clock, asked, failing, problems, left };
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
    expect(await store.partialDispatches(1_000)).not.toEqual([]);
    search.completing.begin();
    await clock.untilSleeping((ms) => ms === 10 * minute);
    await clock.advance(10 * minute);
    await expect.poll(() => store.partialDispatches(1_000), { timeout: 20_000 }).toEqual([]);
    expect(problems).toEqual([]);
  } finally {
    await searching.close();
  }
});

import { setImmediate } from 'node:timers/promises';
import { describe, expect, test } from 'vitest';
import { orCancelled, SingleFlight, Throttle } from '../../../../electron/lib/async.ts';
import { createFakeClock } from '../../../support/app/fake-clock.ts';

test('who stopped before it asked hears nothing of what fails later', async () => {
  const unheard: unknown[] = [];
  const note = (error: unknown) => unheard.push(error);
  const before = process.listeners('unhandledRejection');
  process.removeAllListeners('unhandledRejection').on('unhandledRejection', note);
  try {
    const failing = Promise.withResolvers<never>();
    await expect(orCancelled(failing.promise, AbortSignal.abort())).rejects.toMatchObject({
      code: 'CANCELLED',
    });
    failing.reject(new Error('later'));
    await setImmediate();
  } finally {
    process.removeAllListeners('unhandledRejection');
    for (const listener of before) process.on('unhandledRejection', listener);
  }
  expect(unheard).toEqual([]);
});

function openThrottle(delaysFirst: boolean) {
  const clock = createFakeClock();
  const runs: number[] = [];
  const throttle = new Throttle(() => runs.push(clock.elapsed()), { clock, intervalMs: 100, delaysFirst });
  return { clock, runs, throttle };
}

describe('a throttle', () => {
  test('runs at once, and once more for all that an interval brings', async () => {
    const { clock, runs, throttle } = openThrottle(false);
    for (let request = 0; request < 3; request++) throttle.request();
    expect(runs).toEqual([0]);
    await clock.advance(99);
    expect(runs).toEqual([0]);
    await clock.advance(500);
    expect(runs).toEqual([0, 100]);
    throttle.request();
    expect(runs).toEqual([0, 100, 599]);
  });

  test('keeps the interval where what it runs requests another run', async () => {
    const clock = createFakeClock();
    const runs: number[] = [];
    const throttle: Throttle = new Throttle(
      () => {
        runs.push(clock.elapsed());
        if (runs.length < 3) throttle.request();
      },
      { clock, intervalMs: 100 },
    );
    throttle.request();
    await clock.advance(1_000);
    expect(runs).toEqual([0, 100, 200]);
  });

  test('delays the first run where others are to join it, unless it is flushed', async () => {
    const { clock, runs, throttle } = openThrottle(true);
    throttle.request();
    expect(runs).toEqual([]);
    await clock.advance(100);
    expect(runs).toEqual([100]);
    throttle.request();
    throttle.flush();
    throttle.flush();
    await clock.advance(1_000);
    expect(runs).toEqual([100, 100]);
  });

  test('drops what is due when it stops', async () => {
    const { clock, runs, throttle } = openThrottle(true);
    throttle.request();
    throttle.stop();
    throttle.request();
    throttle.flush();
    await clock.advance(1_000);
    expect(runs).toEqual([]);
    expect(clock.sleeping).toEqual([]);
  });
});

test('who asks for what runs shares its result, and who asks later begins it anew', async () => {
  const flights = new SingleFlight<number>();
  const begun = Promise.withResolvers<number>();
  let runs = 0;
  const work = () => {
    runs++;
    return begun.promise;
  };
  const first = flights.run('one', work);
  expect(flights.run('one', work)).toBe(first);
  expect(flights.running('one')).toBe(first);
  void flights.run('other', work);
  expect(runs).toBe(2);
  begun.resolve(7);
  expect(await first).toBe(7);
  expect(flights.running('one')).toBeUndefined();
  await flights.run('one', work);
  expect(runs).toBe(3);
});

test('work that fails is forgotten as well', async () => {
  const flights = new SingleFlight<number>();
  await expect(flights.run('one', () => Promise.reject(new Error('no')))).rejects.toThrow('no');
  expect(await flights.run('one', async () => 1)).toBe(1);
});

import { describe, expect, test } from 'vitest';
import { Throttle } from '../../../../electron/lib/throttle.ts';
import { createFakeClock } from '../../../support/app/fake-clock.ts';

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

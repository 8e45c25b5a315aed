import { expect, test } from 'vitest';
import { createServiceClock } from '../../../../electron/search/service-clock.ts';
import { createFakeClock } from '../../../support/app/fake-clock.ts';

const years = 2 * 365 * 86_400_000;

test('the clock is not believed before the service has told its time, and is when that is about the same', () => {
  const clock = createServiceClock(createFakeClock());
  expect(clock.confirms()).toBe(false);
  clock.update(-3 * 60_000);
  expect(clock.confirms()).toBe(true);
});

test('a clock that is years ahead of the service is not believed, until it has been set right', async () => {
  const machine = createFakeClock();
  const right = machine.now();
  machine.setWallClock(right + years);
  const clock = createServiceClock(machine);
  clock.update(-years);
  expect(clock.confirms()).toBe(false);
  machine.setWallClock(right);
  expect(clock.confirms()).toBe(true);
});

test('a clock that is set ahead after the service was heard is not believed; one that only goes on for weeks is', async () => {
  const machine = createFakeClock();
  const clock = createServiceClock(machine);
  clock.update(0);
  await machine.advance(40 * 86_400_000);
  expect(clock.confirms()).toBe(true);
  machine.setWallClock(machine.now() + years);
  expect(clock.confirms()).toBe(false);
});

test('up to a day apart is about the same', () => {
  const clock = createServiceClock(createFakeClock());
  for (const [hours, isBelieved] of [
    [-23, true],
    [-25, false],
    [23, true],
    [25, false],
  ] as const) {
    clock.update(hours * 3_600_000);
    expect(clock.confirms(), `${hours} h`).toBe(isBelieved);
  }
});

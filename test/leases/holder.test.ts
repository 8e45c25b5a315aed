import { describe, expect, test } from 'vitest';
import { createHolder } from '../../electron/leases/index.ts';
import { createFakeClock } from '../support/fake-clock.ts';

const clock = createFakeClock();
const living = 4711;
const holder = createHolder({
  ...{ clock, uuid: () => 'me', computer: 'desk', processId: 1 },
  isAlive: (id) => id === living,
});
const until = (seconds: number) => clock.now() + seconds * 1000;

describe('what a process holds', () => {
  test.each([
    ['nobody', ''],
    ['this process', holder.owner],
    ['a process of this computer that is dead', 'desk/4712/x'],
    ['what no process’s name is', 'desk'],
  ])('of %s is not held elsewhere', (_, owner) => {
    expect(holder.isElsewhere({ owner, leaseUntil: until(10) })).toBe(false);
  });

  test.each([
    ['another that lives on this computer', `desk/${living}/x`],
    ['one of another computer', 'server/4712/x'],
  ])('of %s is held elsewhere until its lease is over', (_, owner) => {
    expect(holder.isElsewhere({ owner, leaseUntil: until(10) })).toBe(true);
    expect(holder.isElsewhere({ owner, leaseUntil: until(0) })).toBe(false);
  });

  test('of one that took it before the clock was set back is not held for all that time', () => {
    const year = 365 * 24 * 3600;
    expect(holder.isElsewhere({ owner: 'server/4712/x', leaseUntil: until(year) })).toBe(false);
  });
});

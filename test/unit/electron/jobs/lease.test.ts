import { describe, expect, test } from 'vitest';
import { createLeaseOwner } from '../../../../electron/jobs/index.ts';
import { createFakeClock } from '../../../support/app/fake-clock.ts';

const clock = createFakeClock();
const living = 4711;
const leaseOwner = createLeaseOwner({
  clock,
  uuid: () => 'me',
  computer: 'desk',
  processId: 1,
  isAlive: (id) => id === living,
});
const until = (seconds: number) => clock.now() + seconds * 1000;

describe('what a process holds', () => {
  test.each([
    ['nobody', ''],
    ['this process', leaseOwner.owner],
    ['a process of this computer that is dead', 'desk/4712/x'],
    ['what no process’s name is', 'desk'],
  ])('of %s is not held elsewhere', (_, owner) => {
    expect(leaseOwner.isElsewhere({ owner, leaseUntil: until(10) })).toBe(false);
  });

  test.each([
    ['another that lives on this computer', `desk/${living}/x`],
    ['one of another computer', 'server/4712/x'],
  ])('of %s is held elsewhere until its lease is over', (_, owner) => {
    expect(leaseOwner.isElsewhere({ owner, leaseUntil: until(10) })).toBe(true);
    expect(leaseOwner.isElsewhere({ owner, leaseUntil: until(0) })).toBe(false);
  });

  const withStart = (clockOfMine = clock) =>
    createLeaseOwner({
      clock: clockOfMine,
      uuid: () => 'me',
      computer: 'desk',
      processId: 1,
      isAlive: () => true,
      startOf: (id) => (id === living ? 'tuesday' : ''),
    });

  test('of a process of this computer that has slept is its own, however long its time has passed', () => {
    const slept = { owner: `desk/${living}/x/tuesday`, leaseUntil: until(-3600) };
    expect(withStart().isElsewhere(slept)).toBe(true);
    // Its number may be another process's by now.
    const past = { owner: `desk/${living}/x/monday`, leaseUntil: until(-1) };
    expect(withStart().isElsewhere(past)).toBe(false);
  });

  test('names the start of its process', () => {
    const other = createLeaseOwner({
      clock,
      uuid: () => 'me',
      computer: 'desk',
      processId: living,
      isAlive: () => true,
      startOf: () => 'tuesday',
    });
    expect(withStart().isElsewhere({ owner: other.owner, leaseUntil: 0 })).toBe(true);
  });

  test('of one whose start is not known is left to it for a lease longer by who has just slept', async () => {
    const mine = createFakeClock();
    const me = withStart(mine);
    const lease = { owner: 'server/7/x', leaseUntil: mine.now() + 20_000 };
    await mine.advance(3_600_000);
    expect(me.isElsewhere(lease)).toBe(true);
    for (let s = 0; s < 20; s += 5) {
      await mine.advance(5_000);
      me.until();
    }
    expect(me.isElsewhere(lease)).toBe(false);
  });

  test('of one that took it before the clock was set back is not held for all that time', () => {
    const year = 365 * 24 * 3600;
    expect(leaseOwner.isElsewhere({ owner: 'server/4712/x', leaseUntil: until(year) })).toBe(false);
  });
});

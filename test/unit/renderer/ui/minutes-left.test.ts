import { expect, it } from 'vitest';
import { minutesLeft } from '../../../../renderer/ui/minutes-left.ts';

it('the rest of a long search takes as long for each request as those before', () => {
  expect(minutesLeft({ done: 20, left: 80, elapsedMs: 60_000 })).toBe(4);
  expect(minutesLeft({ done: 20, left: 10, elapsedMs: 60_000 })).toBe(1);
});

it('is not told below a minute, nor before a pace is known', () => {
  expect(minutesLeft({ done: 90, left: 10, elapsedMs: 60_000 })).toBeUndefined();
  expect(minutesLeft({ done: 2, left: 300, elapsedMs: 60_000 })).toBeUndefined();
  expect(minutesLeft({ done: 8, left: 900, elapsedMs: 4_000 })).toBeUndefined();
});

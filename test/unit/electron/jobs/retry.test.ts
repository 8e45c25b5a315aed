import { expect, test } from 'vitest';
import { backoffMs, retry, retryInBackground } from '../../../../electron/jobs/index.ts';
import { createFakeClock } from '../../../support/app/fake-clock.ts';

/** A change of the store that fails so many times, with those errors. */
function failing(times: number) {
  const attempts: number[] = [];
  const change = async () => {
    attempts.push(attempts.length + 1);
    if (attempts.length <= times) throw new Error(`attempt ${attempts.length}`);
  };
  return { attempts, change };
}

test('a change is attempted after longer and longer waits until it succeeds, and the first failure is reported', async () => {
  const clock = createFakeClock({ passes: () => true });
  const errors: unknown[] = [];
  const { attempts, change } = failing(5);
  const { signal } = new AbortController();
  await retry(change, { clock, signal, onError: (error) => errors.push(error) });
  expect(clock.slept).toEqual([1_000, 2_000, 4_000, 5_000, 5_000]);
  expect(attempts).toHaveLength(6);
  expect(errors).toEqual([new Error('attempt 1')]);
});

test('an error after which no attempt may help ends it at once', async () => {
  const clock = createFakeClock();
  const { attempts, change } = failing(5);
  const { signal } = new AbortController();
  await expect(retry(change, { clock, signal, mayRetry: () => false })).rejects.toThrow('attempt 1');
  expect(attempts).toHaveLength(1);
});

test('an abort ends the wait', async () => {
  const clock = createFakeClock();
  const { attempts, change } = failing(5);
  const abort = new AbortController();
  const retrying = retry(change, { clock, signal: abort.signal });
  await clock.untilSleeping();
  abort.abort();
  await expect(retrying).rejects.toThrow('ended early');
  expect(attempts).toHaveLength(1);
});

test('in the background, the first attempt is awaited alone, and no failure rejects', async () => {
  const clock = createFakeClock();
  const { attempts, change } = failing(1);
  const { signal } = new AbortController();
  await retryInBackground(change, { clock, signal });
  expect(attempts).toHaveLength(1);
  await clock.advance(1_000);
  expect(attempts).toHaveLength(2);
  await retryInBackground(failing(1).change, { clock, signal, mayRetry: () => false });
  expect(clock.sleeping).toEqual([]);
});

test('waits double from a second, thirty percent either way, and are never longer than thirty', () => {
  expect([1, 2, 3, 4].map((failures) => backoffMs(failures, 0.5))).toEqual([1000, 2000, 4000, 8000]);
  expect(backoffMs(1, 0)).toBe(700);
  expect(backoffMs(1, 1)).toBeCloseTo(1300);
  expect(backoffMs(9, 1)).toBe(30_000);
});

test.each([
  ['searches that a person waits for, from a minute', { firstMs: 60_000, maxMs: 900_000 }, [60_000, 120_000]],
  [
    'dispatches in the background, from a day',
    { firstMs: 86_400_000, maxMs: 172_800_000 },
    [86_400_000, 172_800_000],
  ],
])('the same rule serves %s', (_, policy, first) => {
  expect([1, 2].map((failures) => backoffMs(failures, 0.5, policy))).toEqual(first);
  expect(backoffMs(1, 0, policy)).toBe(policy.firstMs * 0.7);
  expect(backoffMs(20, 0.5, policy)).toBe(policy.maxMs);
});

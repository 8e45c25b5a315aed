import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { patient } from '../../../renderer/ipc/ask.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

it('an answer that has not come after a minute is told as such, and taken all the same once it comes', async () => {
  const answer = Promise.withResolvers<string>();
  const late: string[] = [];
  const waiting = patient('rows.find', answer.promise, (text) => late.push(text));
  const told = expect(waiting).rejects.toMatchObject({ code: 'NO_ANSWER' });
  await vi.advanceTimersByTimeAsync(60_000);
  await told;
  answer.resolve('rows');
  await vi.advanceTimersByTimeAsync(0);
  expect(late).toEqual(['rows']);
});

it('an answer or a refusal that comes in time is what it is', async () => {
  const never = () => {
    throw new Error('nothing is late');
  };
  await expect(patient('rows.find', Promise.resolve('rows'), never)).resolves.toBe('rows');
  await expect(patient('rows.find', Promise.reject(new TypeError('no')), never)).rejects.toThrow(TypeError);
  expect(vi.getTimerCount(), 'nothing is waited for any more').toBe(0);
});

import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { runWhenIdle, watchUserInput } from '../../../../renderer/ui/idle.ts';

const page = new EventTarget();
vi.stubGlobal('document', page);
watchUserInput();

beforeEach(() => {
  vi.useFakeTimers();
  vi.stubGlobal('requestIdleCallback', queueMicrotask);
});
afterEach(() => {
  vi.useRealTimers();
});

it.each(['wheel', 'scroll', 'keydown', 'pointerdown'])(
  'what nobody waits for does not begin while somebody goes on with "%s", but a moment after the last one',
  async (action) => {
    const begun = vi.fn(async () => undefined);
    for (let round = 0; round < 30; round++) {
      page.dispatchEvent(new Event(action));
      if (round === 0) void runWhenIdle(begun);
      await vi.advanceTimersByTimeAsync(100);
    }
    expect(begun).not.toHaveBeenCalled();
    await vi.advanceTimersByTimeAsync(1100);
    expect(begun).toHaveBeenCalledOnce();
  },
);

it('what nobody waits for is done one after the other, and waits for somebody who has begun to do something meanwhile', async () => {
  await vi.advanceTimersByTimeAsync(5000);
  const first = Promise.withResolvers<void>();
  const [one, next] = [vi.fn(() => first.promise), vi.fn(async () => undefined)];
  void runWhenIdle(one);
  void runWhenIdle(next);
  await vi.advanceTimersByTimeAsync(1100);
  expect(one).toHaveBeenCalledOnce();
  expect(next).not.toHaveBeenCalled();
  page.dispatchEvent(new Event('wheel'));
  first.resolve();
  await vi.advanceTimersByTimeAsync(900);
  expect(next).not.toHaveBeenCalled();
  await vi.advanceTimersByTimeAsync(200);
  expect(next).toHaveBeenCalledOnce();
});

it('what nobody waits for goes on after something of it has failed, which is told to whoever had it done', async () => {
  await vi.advanceTimersByTimeAsync(10_000);
  const next = vi.fn(async () => undefined);
  const failed = runWhenIdle(() => Promise.reject(new Error('gone'))).catch(String);
  void runWhenIdle(next);
  await vi.advanceTimersByTimeAsync(2000);
  expect(await failed).toBe('Error: gone');
  expect(next).toHaveBeenCalledOnce();
});

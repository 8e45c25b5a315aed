import { expect, it } from 'vitest';
import { applyMissedEvents } from '../../../../renderer/ipc/event-patches.ts';

/** Somebody who tells, and who hears it. */
function emitter() {
  const listeners = new Set<(payload: string) => void>();
  return {
    listeners,
    emit: (payload: string) => {
      for (const listener of listeners) listener(payload);
    },
    listen: (listener: (payload: string) => void) => {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
  };
}

const change = (result: readonly string[], payload: string) => [...result, payload];

it('an answer that was made before something was told holds it all the same', async () => {
  const { emit, listen, listeners } = emitter();
  const pending = Promise.withResolvers<readonly string[]>();
  const known = applyMissedEvents(() => pending.promise, listen, change);
  emit('ended');
  emit('forgotten');
  pending.resolve(['running']);
  expect(await known).toEqual(['running', 'ended', 'forgotten']);
  expect(listeners.size).toBe(0);
});

it('an answer that fails leaves nobody listening', async () => {
  const { listen, listeners } = emitter();
  await expect(applyMissedEvents(() => Promise.reject(new Error('no')), listen, change)).rejects.toThrow(
    'no',
  );
  expect(listeners.size).toBe(0);
});

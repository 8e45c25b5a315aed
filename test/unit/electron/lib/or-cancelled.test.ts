import { setImmediate } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { orCancelled } from '../../../../electron/lib/or-cancelled.ts';

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

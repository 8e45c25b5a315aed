import { expect, it } from 'vitest';
import { answeredAsTold } from '../../../../renderer/ipc/event-patches.ts';

/** Somebody who tells, and who hears it. */
function teller() {
  const hearing = new Set<(told: string) => void>();
  return {
    hearing,
    tell: (told: string) => {
      for (const listener of hearing) listener(told);
    },
    listen: (listener: (told: string) => void) => {
      hearing.add(listener);
      return () => void hearing.delete(listener);
    },
  };
}

const change = (answer: readonly string[], told: string) => [...answer, told];

it('an answer that was made before something was told holds it all the same', async () => {
  const { tell, listen, hearing } = teller();
  const answer = Promise.withResolvers<readonly string[]>();
  const known = answeredAsTold(() => answer.promise, listen, change);
  tell('ended');
  tell('forgotten');
  answer.resolve(['running']);
  expect(await known).toEqual(['running', 'ended', 'forgotten']);
  expect(hearing.size).toBe(0);
});

it('an answer that fails leaves nobody listening', async () => {
  const { listen, hearing } = teller();
  await expect(answeredAsTold(() => Promise.reject(new Error('no')), listen, change)).rejects.toThrow('no');
  expect(hearing.size).toBe(0);
});

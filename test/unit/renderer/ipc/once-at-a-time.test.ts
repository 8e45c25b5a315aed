import { expect, it } from 'vitest';
import { onceAtATime } from '../../../../renderer/ipc/once-at-a-time.ts';

it('what is asked for again while it is on its way is done once, and again after that', async () => {
  const once = onceAtATime<string>();
  const results = [Promise.withResolvers<string>(), Promise.withResolvers<string>()];
  let done = 0;
  const action = () => results[done++]?.promise ?? Promise.reject(new Error('a third time'));
  const [first, second] = [once('save', action), once('save', action)];
  expect(done).toBe(1);
  results[0]?.resolve('saved');
  expect(await Promise.all([first, second])).toEqual(['saved', 'saved']);
  results[1]?.resolve('saved again');
  expect(await once('save', action)).toBe('saved again');
});

it('other acts are not held up, and one that fails can be done again', async () => {
  const once = onceAtATime<string>();
  const refused = once('save', () => Promise.reject(new Error('no')));
  expect(await once('remove', async () => 'removed')).toBe('removed');
  await expect(refused).rejects.toThrow('no');
  expect(await once('save', async () => 'saved')).toBe('saved');
});

it('what is asked for again after something else is done again', async () => {
  const once = onceAtATime<void>();
  const done: string[] = [];
  const action = (what: string) => once(what, async () => void done.push(what));
  await Promise.all([action('pause'), action('go on'), action('pause'), action('pause')]);
  expect(done).toEqual(['pause', 'go on', 'pause']);
});

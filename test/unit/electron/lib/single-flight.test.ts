import { expect, test } from 'vitest';
import { SingleFlight } from '../../../../electron/lib/single-flight.ts';

test('who asks for what runs shares its result, and who asks later begins it anew', async () => {
  const flights = new SingleFlight<number>();
  const begun = Promise.withResolvers<number>();
  let runs = 0;
  const work = () => {
    runs++;
    return begun.promise;
  };
  const first = flights.run('one', work);
  expect(flights.run('one', work)).toBe(first);
  expect(flights.running('one')).toBe(first);
  void flights.run('other', work);
  expect(runs).toBe(2);
  begun.resolve(7);
  expect(await first).toBe(7);
  expect(flights.running('one')).toBeUndefined();
  await flights.run('one', work);
  expect(runs).toBe(3);
});

test('work that fails is forgotten as well', async () => {
  const flights = new SingleFlight<number>();
  await expect(flights.run('one', () => Promise.reject(new Error('no')))).rejects.toThrow('no');
  expect(await flights.run('one', async () => 1)).toBe(1);
});

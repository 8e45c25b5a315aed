import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { ask, patient } from '../../../../renderer/ipc/invoke.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

/** The page of a main that answers a call in this way. */
const answering = (answer: () => Promise<unknown>) =>
  vi.stubGlobal('window', { carpeta: { 'network.get': answer } });

it.each([
  undefined,
  null,
  'yes',
  { ok: false },
  { ok: false, error: { message: 'no code' } },
  { ok: true, error: { code: 'DISK_FULL' } },
])('what is no outcome of this version, such as %j, is told as unexpected', async (answer) => {
  answering(async () => answer);
  await expect(ask('network.get', undefined)).rejects.toMatchObject({ code: 'UNEXPECTED' });
});

it('an answer is what main gives, and a refusal what it says', async () => {
  answering(async () => ({ ok: true, value: { online: false } }));
  expect(await ask('network.get', undefined)).toEqual({ online: false });
  answering(async () => ({ ok: false, error: { code: 'DISK_FULL', message: 'no room' } }));
  await expect(ask('network.get', undefined)).rejects.toMatchObject({ code: 'DISK_FULL' });
});

it('what a host throws of its own is told without its message, which may quote what was sent', async () => {
  answering(() => Promise.reject(new Error('sent: AIzaSyD-planted-key')));
  const refused = ask('network.get', undefined);
  await expect(refused).rejects.toMatchObject({ code: 'UNEXPECTED' });
  await expect(refused).rejects.not.toThrow('planted');
});

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

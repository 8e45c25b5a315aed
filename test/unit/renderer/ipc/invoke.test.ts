import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { invoke, withTimeout } from '../../../../renderer/ipc/invoke.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

/** The page of a main that answers a call in this way. */
const mainWith = (result: () => Promise<unknown>) =>
  vi.stubGlobal('window', { carpeta: { 'network.get': result } });

it.each([
  undefined,
  null,
  'yes',
  { ok: false },
  { ok: false, error: { message: 'no code' } },
  { ok: true, error: { code: 'DISK_FULL' } },
])('what is no outcome of this version, such as %j, is told as unexpected', async (result) => {
  mainWith(async () => result);
  await expect(invoke('network.get', undefined)).rejects.toMatchObject({ code: 'UNEXPECTED' });
});

it('an answer is what main gives, and a refusal what it says', async () => {
  mainWith(async () => ({ ok: true, value: { online: false } }));
  expect(await invoke('network.get', undefined)).toEqual({ online: false });
  mainWith(async () => ({ ok: false, error: { code: 'DISK_FULL', message: 'no room' } }));
  await expect(invoke('network.get', undefined)).rejects.toMatchObject({ code: 'DISK_FULL' });
});

it('what a host throws of its own is told without its message, which may quote what was sent', async () => {
  mainWith(() => Promise.reject(new Error('sent: AIzaSyD-planted-key')));
  const refused = invoke('network.get', undefined);
  await expect(refused).rejects.toMatchObject({ code: 'UNEXPECTED' });
  await expect(refused).rejects.not.toThrow('planted');
});

it('an answer that has not come after a minute is told as such, and taken all the same once it comes', async () => {
  const result = Promise.withResolvers<string>();
  const late: string[] = [];
  const waiting = withTimeout('rows.find', result.promise, (text) => late.push(text));
  const rejected = expect(waiting).rejects.toMatchObject({ code: 'NO_ANSWER' });
  await vi.advanceTimersByTimeAsync(60_000);
  await rejected;
  result.resolve('rows');
  await vi.advanceTimersByTimeAsync(0);
  expect(late).toEqual(['rows']);
});

it('an answer or a refusal that comes in time is what it is', async () => {
  const never = () => {
    throw new Error('nothing is late');
  };
  await expect(withTimeout('rows.find', Promise.resolve('rows'), never)).resolves.toBe('rows');
  await expect(withTimeout('rows.find', Promise.reject(new TypeError('no')), never)).rejects.toThrow(
    TypeError,
  );
  expect(vi.getTimerCount(), 'nothing is waited for any more').toBe(0);
});

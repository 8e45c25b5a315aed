import { describe, expect, it } from 'vitest';
import { createCallGate, recordRejections, type Sender } from '../../../../electron/ipc/call-gate.ts';
import { calls, type Handlers } from '../../../../shared/contract.ts';
import { AppError, type Outcome } from '../../../../shared/errors.ts';

const ours: Sender = { topFrame: true, url: 'app://carpeta/index.html#x' };

function setUp(respond: (input: unknown) => unknown = (input) => input) {
  const asked: unknown[] = [];
  const rejections: AppError[] = [];
  const handler = async (input: unknown) => {
    asked.push(input);
    return respond(input);
  };
  const handlers = Object.fromEntries(
    Object.keys(calls).map((name) => [name, handler]),
  ) as unknown as Handlers;
  const dispatch = createCallGate({
    handlers,
    origin: 'app://carpeta',
    onRefused: (rejection) => rejections.push(rejection),
  });
  return { dispatch, asked, rejections };
}

const codeOf = (outcome: Outcome<unknown>) => (outcome.ok ? 'ok' : outcome.error.code);

describe('the gate between page and main', () => {
  it('hands the parsed input to the handler and its answer back as data', async () => {
    const { dispatch, asked } = setUp(() => 42);
    expect(await dispatch(ours, 'connections.test', { id: 'a', extra: 1 })).toEqual({ ok: true, value: 42 });
    expect(asked).toEqual([{ id: 'a' }]);
  });

  it.each<[string, Sender]>([
    ['a frame inside the page', { ...ours, topFrame: false }],
    ['a document without an address', { ...ours, url: undefined }],
    ['a blank document', { ...ours, url: 'about:blank' }],
    ['another host', { ...ours, url: 'app://carpeta.example/index.html' }],
    ['another scheme', { ...ours, url: 'https://carpeta/index.html' }],
    ['a file', { ...ours, url: 'file:///app/carpeta/index.html' }],
    ['an address that only begins like ours', { ...ours, url: 'app://carpetax/' }],
    ['our address as a login', { ...ours, url: 'app://carpeta@evil/' }],
    ['text that is no address', { ...ours, url: 'carpeta' }],
  ])('refuses %s', async (_, sender) => {
    const { dispatch, asked, rejections } = setUp();
    expect(codeOf(await dispatch(sender, 'app.info', undefined))).toBe('SENDER_REFUSED');
    expect(asked).toEqual([]);
    expect(rejections.map(({ code }) => code)).toEqual(['SENDER_REFUSED']);
  });

  it.each([
    'nope',
    '__proto__',
    'constructor',
    'toString',
    '',
    7,
    null,
    undefined,
    ['app.info'],
    { toString: () => 'app.info' },
  ])('has no call %j', async (name) => {
    const { dispatch, asked } = setUp();
    expect(codeOf(await dispatch(ours, name, undefined))).toBe('INPUT_INVALID');
    expect(asked).toEqual([]);
  });

  it('refuses input that the schema does not take, and says where without saying what', async () => {
    const { dispatch, asked, rejections } = setUp();
    const outcome = await dispatch(ours, 'connections.replaceKey', { id: '', key: ['a-secret-key'] });
    expect(outcome).toMatchObject({ ok: false, error: { code: 'INPUT_INVALID' } });
    expect(JSON.stringify([outcome, rejections.map(String)])).not.toContain('a-secret-key');
    expect(JSON.stringify(outcome)).toContain(
      'connections.replaceKey refuses id: too_small, key: invalid_type',
    );
    expect(await dispatch(ours, 'connections.replaceKey', 'a-secret-key')).toMatchObject({
      error: { message: 'connections.replaceKey refuses input: invalid_type' },
    });
    expect(asked).toEqual([]);
  });

  it('gives what a handler throws as data, and of a foreign error its class alone', async () => {
    const own = setUp(() => {
      throw new AppError('NO_NETWORK', 'no answer', { values: { host: 'h' } });
    });
    expect(await own.dispatch(ours, 'app.info', undefined)).toEqual({
      ok: false,
      error: { code: 'NO_NETWORK', message: 'no answer', values: { host: 'h' } },
    });
    const foreign = setUp(() => {
      throw new TypeError('https://x/?key=a-secret-key');
    });
    const outcome = await foreign.dispatch(ours, 'app.info', undefined);
    expect(outcome).toEqual({ ok: false, error: { code: 'UNEXPECTED', message: 'unexpected TypeError' } });
    expect(foreign.rejections).toEqual([]);
  });
});

describe('what handlers refuse', () => {
  const noted: unknown[] = [];
  const handlersOf = (handler: (input: unknown) => Promise<unknown>) =>
    recordRejections({ 'app.info': handler } as unknown as Handlers, (...rejection) => noted.push(rejection));

  it('is noted, and refused all the same', async () => {
    const removed = new AppError('BATCH_GONE', 'no longer there');
    const handlers = handlersOf(() => Promise.reject(removed));
    await expect(handlers['app.info'](undefined)).rejects.toBe(removed);
    expect(noted.splice(0)).toEqual([['app.info', removed]]);
  });

  it('is not noted where a person has ended it, and nor is an answer', async () => {
    const ended = new AppError('CANCELLED', 'ended');
    await expect(handlersOf(() => Promise.reject(ended))['app.info'](undefined)).rejects.toBe(ended);
    expect(await handlersOf(async (input) => input)['app.info'](undefined)).toBeUndefined();
    expect(noted).toEqual([]);
  });
});

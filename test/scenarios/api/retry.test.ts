import { brotliCompressSync, deflateSync, gzipSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { readRetryAfter, retryDelay } from '../../../electron/api/retry-delay.ts';
import { clientOver, errorOf, someRut } from '../../support/agency/client.ts';
import {
  broken,
  errorResponse,
  failure,
  reply,
  type Step,
  scriptedOpen,
} from '../../support/agency/scripted-open.ts';
import { createFakeClock } from '../../support/app/fake-clock.ts';

const types = reply(200, { date: '', data: [{ id: '1', name: 'FACTURA AGENCIA' }] });
const html = reply(503, '<html>busy</html>');

/** Asks over a clock on which only waits between attempts pass, and tells how long they were. */
async function asked(steps: [Step, ...Step[]], random = () => 0.5) {
  const clock = createFakeClock({ passes: (ms) => ms <= 30_000 });
  const network = scriptedOpen(...steps);
  const client = clientOver(network.httpGet, { clock, random });
  const outcome = await client.documentTypes({}).then(
    (value) => ({ value, error: undefined }),
    (error) => ({ value: undefined, error }),
  );
  return { ...outcome, delays: clock.slept, requests: network.requests, attempts: client.attempts };
}

describe('a request that fails in passing is made again', () => {
  it.each<[string, Step]>([
    ['500 INTERNAL_ERROR', errorResponse(500, 'INTERNAL_ERROR')],
    ['500 with a code of the data layer', errorResponse(500, 'DATA_SOURCE_UNAVAILABLE')],
    ['500 that is no JSON', reply(500, '<h1>oops</h1>')],
    ['429 of a proxy', reply(429, '')],
    ['502 of a proxy', reply(502, '')],
    ['503 of a proxy', html],
    ['504 of a proxy', reply(504, '')],
    ['no connection', failure('NO_NETWORK')],
    ['a body that breaks off', broken(200, '{"data":[')],
  ])('after %s, until it is answered', async (_, step) => {
    const { value, delays, requests } = await asked([step, step, types]);
    expect(value).toHaveLength(1);
    expect(requests).toHaveLength(3);
    expect(delays).toEqual([1000, 2000]);
  });

  it.each<[string, Step, string]>([
    ['500 INTERNAL_ERROR', errorResponse(500, 'INTERNAL_ERROR'), 'INTERNAL_ERROR'],
    [
      '500 with a code of the data layer',
      errorResponse(500, 'DATA_SOURCE_UNAVAILABLE'),
      'DATA_SOURCE_UNAVAILABLE',
    ],
    ['500 that is no JSON', reply(500, '<h1>oops</h1>'), 'INTERNAL_ERROR'],
    ['503', html, 'GATEWAY_UNAVAILABLE'],
    ['no connection', failure('NO_NETWORK'), 'NO_NETWORK'],
    ['a body that breaks off', broken(200, '{'), 'NO_NETWORK'],
  ])('after %s five times in all, and then it is told', async (_, step, code) => {
    const { error, delays, requests, attempts } = await asked([step]);
    expect(error).toMatchObject({ code, exchange: { attempts: 5 } });
    expect(requests).toHaveLength(5);
    expect(delays).toEqual([1000, 2000, 4000, 8000]);
    expect(attempts.map(({ attempt }) => attempt)).toEqual([1, 2, 3, 4, 5]);
  });

  it('with a fresh request id each time', async () => {
    const { requests } = await asked([errorResponse(500, 'INTERNAL_ERROR')]);
    const ids = requests.map(({ headers }) => headers['x-request-id']);
    expect(new Set(ids).size).toBe(5);
  });

  it.each([
    [0, [700, 1400, 2800, 5600]],
    [1, [1300, 2600, 5200, 10_400]],
    [0.25, [850, 1700, 3400, 6800]],
  ])('after delays that jitter by 30 percent either way: chance %d', async (random, delays) => {
    expect((await asked([errorResponse(500, 'INTERNAL_ERROR')], () => random)).delays).toEqual(delays);
  });

  it('after no more than 30 seconds, jitter included', () => {
    for (const random of [0, 0.5, 1]) {
      for (let retry = 1; retry <= 40; retry++) expect(retryDelay(retry, random)).toBeLessThanOrEqual(30_000);
    }
    expect(retryDelay(6, 1)).toBe(30_000);
    expect(retryDelay(6, 0)).toBe(22_400);
  });
});

describe('a request that is refused is not made again', () => {
  it.each<[string, Step, string]>([
    ['400', errorResponse(400, 'RUT_NUMBER_INVALID'), 'RUT_NUMBER_INVALID'],
    ['403', errorResponse(403, 'API_KEY_INVALID'), 'API_KEY_INVALID'],
    ['404', errorResponse(404, 'ACCOUNT_NOT_FOUND'), 'ACCOUNT_NOT_FOUND'],
    ['500 TENANT_UNRESOLVED', errorResponse(500, 'TENANT_UNRESOLVED'), 'TENANT_UNRESOLVED'],
    ['a code nobody knows', errorResponse(400, 'SOMETHING_NEW'), 'SOMETHING_NEW'],
    ['401, which only a proxy sends', reply(401, ''), 'PROXY_REFUSED'],
    ['407, which only a proxy sends', reply(407, ''), 'PROXY_REFUSED'],
    ['a login that the proxy wants', failure('PROXY_REFUSED'), 'PROXY_REFUSED'],
    ['a certificate that is not trusted', failure('TLS_FAILED'), 'TLS_FAILED'],
    ['302', reply(302, '', { location: 'https://elsewhere.example/?key=x' }), 'REDIRECTED'],
    ['304', reply(304, ''), 'REDIRECTED'],
    ['404 that is not the service’s', reply(404, '<h1>not here</h1>'), 'RESPONSE_UNREADABLE'],
    ['403 that is not the service’s', reply(403, 'blocked'), 'RESPONSE_UNREADABLE'],
    ['408, which the service never sends', reply(408, ''), 'RESPONSE_UNREADABLE'],
    ['200 that is no JSON', reply(200, '<h1>hello</h1>'), 'RESPONSE_UNREADABLE'],
    ['204', reply(204, ''), 'RESPONSE_UNREADABLE'],
    ['505', reply(505, ''), 'GATEWAY_UNAVAILABLE'],
  ])('%s', async (_, step, code) => {
    const { error, delays, requests } = await asked([step, types]);
    expect(error.code).toBe(code);
    expect(requests).toHaveLength(1);
    expect(delays).toEqual([]);
  });
});

describe('a response that came packed unasked', () => {
  const data = Buffer.from(JSON.stringify({ date: '', data: [{ id: '1', name: 'FACTURA AGENCIA' }] }));
  it.each([
    ['gzip', gzipSync(data)],
    ['deflate', deflateSync(data)],
    ['br', brotliCompressSync(data)],
  ])('is told as that: %s', async (coding, body) => {
    for (const status of [200, 404]) {
      const { error } = await asked([reply(status, body, { 'content-encoding': coding })]);
      expect(error).toMatchObject({ code: 'RESPONSE_UNREADABLE', values: { coding } });
    }
  });

  it('and was unpacked on the way is told by what it is', async () => {
    const { error } = await asked([reply(200, '<h1>Ingrese a la red</h1>', { 'content-encoding': 'gzip' })]);
    expect(error).toMatchObject({ code: 'RESPONSE_UNREADABLE' });
    expect(error.values).not.toHaveProperty('coding');
    const { value } = await asked([reply(200, data, { 'content-encoding': 'gzip' })]);
    expect(value).toHaveLength(1);
  });
});

describe('Retry-After of a proxy', () => {
  const busy = (after: string, date?: string) =>
    reply(503, '', { 'retry-after': after, ...(date !== undefined && { date }) });

  it.each([
    ['in seconds', busy('7'), 7000],
    ['in seconds, but no sooner than the back-off', busy('0'), 1000],
    ['in seconds, up to 30', busy('120'), 30_000],
    ['as a date', busy('Fri, 20 Nov 2026 12:00:09 GMT'), 9000],
    [
      'as a date by the answer’s own clock',
      busy('Fri, 20 Nov 2026 20:00:05 GMT', 'Fri, 20 Nov 2026 20:00:00 GMT'),
      5000,
    ],
    ['in the past', busy('Fri, 20 Nov 2026 11:00:00 GMT'), 1000],
    ['unreadable', busy('soon'), 1000],
  ])('%s is obeyed', async (_, step, delay) => {
    expect((await asked([step, types])).delays).toEqual([delay]);
  });

  it('says nothing for a 500, which is the service’s own', async () => {
    const { delays } = await asked([errorResponse(500, 'INTERNAL_ERROR', { 'retry-after': '20' }), types]);
    expect(delays).toEqual([1000]);
  });

  it.each(['', ' ', '-5', '1.5', 'NaN', '١٢'])('%j asks for nothing', (text) => {
    expect(readRetryAfter(text, 0)).toBe(0);
  });
});

describe('cancelling', () => {
  it('works in the middle of a wait between attempts', async () => {
    const clock = createFakeClock();
    const network = scriptedOpen(errorResponse(500, 'INTERNAL_ERROR'));
    const controller = new AbortController();
    const asking = errorOf(
      clientOver(network.httpGet, { clock }).disbursements({
        dispatch: '1',
        rut: someRut,
        signal: controller.signal,
      }),
    );
    await clock.untilSleeping((ms) => ms === 1000);
    await clock.advance(500);
    controller.abort();
    expect((await asking).code).toBe('CANCELLED');
    await clock.advance(600_000);
    expect(network.requests).toHaveLength(1);
    expect(clock.sleeping).toEqual([]);
  });

  it('before the first attempt asks nothing', async () => {
    const network = scriptedOpen(types);
    const error = await errorOf(
      clientOver(network.httpGet).documentTypes({ signal: AbortSignal.abort(new Error('no')) }),
    );
    expect(error.code).toBe('CANCELLED');
    expect(network.requests).toHaveLength(0);
  });
});

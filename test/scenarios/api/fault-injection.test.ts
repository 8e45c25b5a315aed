import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { ApiClient } from '../../../electron/api/index.ts';
import { createHttpClient } from '../../../electron/platform/terminal/index.ts';
import { errorReport } from '../../../shared/error-report.ts';
import { AppError } from '../../../shared/errors.ts';
import { clientOver, errorOf } from '../../support/agency/client.ts';
import type { InjectedFault, PracticeDispatch } from '../../support/agency/practice-agency.ts';
import { type PracticeAndClient, practiceAndClient } from '../../support/agency/practice-client.ts';
import { createFakeClock } from '../../support/app/fake-clock.ts';

let both: PracticeAndClient;
let dispatch: PracticeDispatch;
beforeEach(async () => {
  both = await practiceAndClient({ documents: 250, clients: 2 });
  dispatch = both.practice.data.planted.complete;
});
afterEach(() => both[Symbol.asyncDispose]());

const calls: [string, (client: ApiClient) => Promise<unknown>][] = [
  ['types', (client) => client.documentTypes({})],
  [
    'files of a dispatch',
    (client) => client.dispatchFiles({ dispatch: dispatch.number, rut: dispatch.client.rut }),
  ],
  [
    'files',
    (client) =>
      client.files({
        rut: dispatch.client.rut,
        start: '2024-01-01',
        end: '2026-11-20',
        type: 'FACTURA COMERCIAL',
      }),
  ],
  ['status', (client) => client.status({ dispatch: dispatch.number, rut: dispatch.client.rut })],
  [
    'disbursements',
    (client) => client.disbursements({ dispatch: dispatch.number, rut: dispatch.client.rut }),
  ],
  ['dispatches', (client) => client.dispatches({ rut: dispatch.client.rut })],
];

/** What each call rejects with when the service does this for ever, and after how many attempts. */
const lasting: [string, InjectedFault, string, number][] = [
  ['answers 500', { kind: 'answer', code: 'INTERNAL_ERROR' }, 'INTERNAL_ERROR', 5],
  ['refuses the key', { kind: 'answer', code: 'API_KEY_INVALID' }, 'API_KEY_INVALID', 1],
  ['answers with a code nobody knows', { kind: 'answer', code: 'BRAND_NEW', status: 400 }, 'BRAND_NEW', 1],
  ['stands behind a proxy that wants a login', { kind: 'in-between', status: 407 }, 'PROXY_REFUSED', 1],
  ['stands behind a gateway that is down', { kind: 'in-between', status: 503 }, 'GATEWAY_UNAVAILABLE', 5],
  ['closes the connection before the answer', { kind: 'close', where: 'before' }, 'NO_NETWORK', 5],
  ['closes the connection in the middle', { kind: 'close', where: 'middle' }, 'NO_NETWORK', 5],
  ['redirects', { kind: 'redirect' }, 'REDIRECTED', 1],
  ['sends HTML', { kind: 'body', body: 'html' }, 'RESPONSE_UNREADABLE', 1],
  ['sends half a JSON', { kind: 'body', body: 'half-json' }, 'RESPONSE_UNREADABLE', 1],
  ['sends nothing', { kind: 'body', body: 'empty' }, 'RESPONSE_UNREADABLE', 1],
  ['sends text', { kind: 'body', body: 'text' }, 'RESPONSE_UNREADABLE', 1],
  ['sends null', { kind: 'body', body: 'null' }, 'RESPONSE_UNREADABLE', 1],
  ['sends a bare list', { kind: 'body', body: 'array' }, 'RESPONSE_UNREADABLE', 1],
  ['sends an envelope without items', { kind: 'body', body: 'no-items' }, 'RESPONSE_UNREADABLE', 1],
];

describe.each(lasting)('when the service %s', (_, injectedFault, code, attempts) => {
  it.each(calls)(
    `%s end with ${code} after ${attempts}, and the report holds no key`,
    async (_name, call) => {
      both.practice.faults.add(injectedFault);
      const error = await errorOf(call(both.client));
      expect(error).toMatchObject({ code, exchange: { attempts, agency: both.practice.agency } });
      const report = errorReport({ ...error, message: error.message }, { version: '1', system: 'test' });
      expect(report).toContain(`code: ${code}`);
      expect(report).not.toContain(both.practice.key);
    },
  );
});

describe.each(calls)('%s', (_name, call) => {
  it('come through when the service recovers in time', async () => {
    const expected = JSON.stringify(await call(both.client));
    for (const injectedFault of [
      { kind: 'answer', code: 'INTERNAL_ERROR', times: 2 },
      { kind: 'close', where: 'middle', times: 1 },
      { kind: 'in-between', status: 502, times: 1 },
    ] satisfies InjectedFault[]) {
      both.practice.faults.add(injectedFault);
    }
    // Links and request ids are fresh each time; what they are about is the same.
    const plain = (text: string) => text.replace(/"(requestId|clockOffset)":("[^"]*"|-?\d+)/g, '');
    expect(plain(JSON.stringify(await call(both.client)))).toBe(plain(expected));
  });

  it('are given up when the service is silent, in the time that is allowed', async () => {
    both.practice.faults.add({ kind: 'hang' });
    const { httpGet, close } = createHttpClient();
    const clock = createFakeClock({ passes: (ms) => ms <= 30_000 });
    const client = clientOver(httpGet, {
      baseUrl: both.practice.baseUrl,
      agency: both.practice.agency,
      key: () => both.practice.key,
      clock,
    });
    const asking = errorOf(call(client));
    for (let attempt = 1; attempt <= 5; attempt++) {
      await clock.untilSleeping((ms) => ms > 30_000);
      await clock.advance(35_000);
    }
    expect((await asking).code).toBe('TIMED_OUT');
    close();
  });
});

it('an endless answer is refused without filling the memory', async () => {
  both.practice.faults.add({ kind: 'body', body: 'huge' });
  const { httpGet, close } = createHttpClient();
  const client = clientOver(httpGet, {
    baseUrl: both.practice.baseUrl,
    agency: both.practice.agency,
    key: () => both.practice.key,
    limits: { bodyBytes: 2 ** 20 },
  });
  expect((await errorOf(client.documentTypes({}))).code).toBe('RESPONSE_TOO_LARGE');
  close();
});

it('a total that is not the number of rows is told beside the rows', async () => {
  both.practice.faults.add({ kind: 'total-off', by: 2 });
  const list = await both.client.disbursements({ dispatch: dispatch.number, rut: dispatch.client.rut });
  expect(list.disbursements).toHaveLength(dispatch.charges.length);
  expect(list.incompleteReason).toBeInstanceOf(AppError);
  expect(list.incompleteReason?.values).toMatchObject({
    came: dispatch.charges.length,
    total: dispatch.charges.length + 2,
  });
});

it('a deployment without a list of dispatches is told from one without dispatches', async () => {
  const without = await practiceAndClient({ documents: 20, clients: 1, hasDispatchList: false });
  const rut = without.practice.clients[0]?.rut ?? dispatch.client.rut;
  expect(await without.client.dispatches({ rut })).toBeUndefined();
  await without[Symbol.asyncDispose]();
});

it('no answer, error or record of an attempt holds the key or the signature of a link', async () => {
  const { httpGet, close } = createHttpClient();
  const { baseUrl, agency, key } = both.practice;
  const client = clientOver(httpGet, { baseUrl, agency, key: () => key });
  const errors: unknown[] = [];
  const signatures: string[] = [];
  for (const [, call] of calls) {
    const result = await call(client);
    if (typeof result === 'object' && result !== null && 'links' in result && result.links instanceof Map) {
      for (const { url } of result.links.values()) {
        signatures.push(new URL(url).searchParams.get('X-Goog-Signature') ?? url);
      }
      errors.push({ ...result, links: undefined });
    } else errors.push(result);
    both.practice.faults.add({ kind: 'answer', code: 'API_KEY_INVALID', times: 1 });
    const error = await errorOf(call(client));
    errors.push(error, error.message, error.stack, error.cause);
  }
  close();
  expect(signatures.length).toBeGreaterThan(0);
  const text = JSON.stringify([errors, client.attempts]);
  for (const secret of [key, ...signatures]) expect(text).not.toContain(secret);
});

import { expect, test } from 'vitest';
import { type ApiClient, createCircuitBreakers } from '../../../electron/api/index.ts';
import { CircuitOpenError } from '../../../electron/jobs/circuit-breaker.ts';
import { clientOver, errorOf, someRut } from '../../support/agency/client.ts';
import { errorResponse, reply, type Step, scriptedOpen } from '../../support/agency/scripted-open.ts';
import { createFakeClock } from '../../support/app/fake-clock.ts';

const html = reply(200, '<html>Log in</html>', { 'content-type': 'text/html' });

function serviceOver(...step: [Step, ...Step[]]) {
  const { httpGet, requests } = scriptedOpen(...step);
  const clock = createFakeClock({ passes: (ms) => ms <= 30_000 });
  const breaker = createCircuitBreakers({ getApiClient: async (): Promise<ApiClient> => api, clock })('one');
  const api = clientOver(httpGet, { clock, breaker });
  const files = (dispatch: string) => api.dispatchFiles({ dispatch, rut: someRut });
  const ask = (dispatch: string) => errorOf(files(dispatch));
  return { breaker, clock, ask, files, requests };
}

test('a service whose answers about two dispatches nobody can read is away, and asked no more', async () => {
  const { breaker, ask, requests } = serviceOver(html);
  for (const dispatch of ['1', '2'])
    expect(await ask(dispatch)).toMatchObject({ code: 'RESPONSE_UNREADABLE' });
  expect(breaker.state.kind).toBe('open');
  const before = requests.length;
  expect(await ask('3')).toMatchObject({ code: 'RESPONSE_UNREADABLE' });
  expect(requests).toHaveLength(before);
});

test('a service that redirects once is not away', async () => {
  const { breaker, ask } = serviceOver(reply(302));
  expect(await ask('1')).toMatchObject({ code: 'REDIRECTED' });
  expect(breaker.state.kind).toBe('closed');
});

test('a service that fails about one dispatch alone, five times each time, is not away', async () => {
  const { breaker, ask } = serviceOver(errorResponse(500, 'INTERNAL_ERROR'));
  for (let times = 0; times < 3; times++) await ask('1');
  expect(breaker.state.kind).toBe('closed');
});

test('a service that was away and that nobody waits for is asked one thing, once, when twenty come together', async () => {
  const { breaker, clock, ask, requests } = serviceOver(errorResponse(500, 'INTERNAL_ERROR'));
  for (const dispatch of ['1', '2']) await ask(dispatch);
  await clock.advance(60_000);
  const before = requests.length;
  const errors = await Promise.all(Array.from({ length: 20 }, (_, at) => ask(String(at))));
  expect(requests).toHaveLength(before + 1);
  expect(errors.every((error) => error instanceof CircuitOpenError)).toBe(true);
  expect(breaker.state.kind).toBe('open');
});

test.each([
  ['gives documents', reply(200, { data: [] })],
  ['refuses what was asked alone', errorResponse(404, 'DISPATCH_NOT_FOUND')],
])('a service that was away is asked by everybody again once it %s', async (_, back) => {
  const away = errorResponse(500, 'INTERNAL_ERROR');
  const nineMore = Array.from({ length: 9 }, () => away);
  const { breaker, clock, ask, files } = serviceOver(away, ...nineMore, back);
  for (const dispatch of ['1', '2']) await ask(dispatch);
  expect(breaker.state.kind).toBe('open');
  await clock.advance(60_000);
  await files('3').catch(() => undefined);
  expect(breaker.state.kind).toBe('closed');
});

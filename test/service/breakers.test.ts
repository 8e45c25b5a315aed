import { expect, test } from 'vitest';
import { createServiceBreakers, type Service } from '../../electron/service/index.ts';
import { clientOver, errorOf, someRut } from '../support/client.ts';
import { createFakeClock } from '../support/fake-clock.ts';
import { answer, refusal, type Step, scriptedOpen } from '../support/scripted-open.ts';

const html = answer(200, '<html>Log in</html>', { 'content-type': 'text/html' });

function serviceOver(step: Step) {
  const { open, requests } = scriptedOpen(step);
  const clock = createFakeClock({ passes: (ms) => ms <= 30_000 });
  const breaker = createServiceBreakers({ serviceOf: async (): Promise<Service> => service, clock })('one');
  const service = clientOver(open, { clock, breaker });
  const ask = (dispatch: string) => errorOf(service.dispatchFiles({ dispatch, rut: someRut }));
  return { breaker, ask, requests };
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
  const { breaker, ask } = serviceOver(answer(302));
  expect(await ask('1')).toMatchObject({ code: 'REDIRECTED' });
  expect(breaker.state.kind).toBe('closed');
});

test('a service that fails about one dispatch alone, five times each time, is not away', async () => {
  const { breaker, ask } = serviceOver(refusal(500, 'INTERNAL_ERROR'));
  for (let times = 0; times < 3; times++) await ask('1');
  expect(breaker.state.kind).toBe('closed');
});

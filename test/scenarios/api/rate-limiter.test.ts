import { expect, test } from 'vitest';
import { createRateLimiter } from '../../../electron/api/index.ts';
import { clientOver, errorOf, someRut } from '../../support/agency/client.ts';
import { reply, scriptedOpen } from '../../support/agency/scripted-open.ts';

const types = reply(200, { data: [] });
const page = reply(200, { data: [] });

test('what a person waits for goes before what was asked earlier in the background', async () => {
  const network = scriptedOpen(types, page, page, types);
  const rateLimiter = createRateLimiter(() => 1);
  const background = clientOver(network.httpGet, { rateLimiter });
  const person = clientOver(network.httpGet, { rateLimiter, isUrgent: true });
  const dispatchFiles = (dispatch: string) => background.dispatchFiles({ dispatch, rut: someRut });
  await Promise.allSettled([
    background.documentTypes({}),
    dispatchFiles('1'),
    dispatchFiles('2'),
    person.documentTypes({}),
  ]);
  const paths = network.requests.map(({ url }) => new URL(url).pathname.split('/').slice(3).join('/'));
  expect(paths).toEqual(['master/file-types', 'master/file-types', 'dispatch/1/files', 'dispatch/2/files']);
});

test('a request that is tried again lets others have their turn while it waits', async () => {
  const serverError = reply(500, { status: 500, code: 'INTERNAL_ERROR', message: '', requestId: 'r' });
  const network = scriptedOpen(serverError, types, types);
  const rateLimiter = createRateLimiter(() => 1);
  const client = clientOver(network.httpGet, { rateLimiter });
  await Promise.all([
    client.documentTypes({ recordType: 'impo' }),
    client.documentTypes({ recordType: 'expo' }),
  ]);
  const asked = network.requests.map(({ url }) => new URL(url).searchParams.get('recordType'));
  expect(asked).toEqual(['impo', 'expo', 'impo']);
});

test('who stops waiting for a turn is told so, and sends nothing', async () => {
  const network = scriptedOpen(types);
  const rateLimiter = createRateLimiter(() => 1);
  const client = clientOver(network.httpGet, { rateLimiter });
  const abort = new AbortController();
  const first = client.documentTypes({});
  const second = errorOf(client.documentTypes({ signal: abort.signal }));
  abort.abort();
  expect((await second).code).toBe('CANCELLED');
  await first;
  expect(network.requests).toHaveLength(1);
});

test('a service that errs is asked one thing at a time, and as many as allowed again when it is well', async () => {
  const rateLimiter = createRateLimiter(() => 4);
  for (let errors = 0; errors < 3; errors++) rateLimiter.record(false);
  const { peak, run } = counted(rateLimiter);
  await Promise.all(Array.from({ length: 6 }, run));
  expect(peak()).toBe(1);
  for (let good = 0; good < 30; good++) rateLimiter.record(true);
  const well = counted(rateLimiter);
  await Promise.all(Array.from({ length: 12 }, well.run));
  expect(well.peak()).toBe(4);
});

function counted(rateLimiter: ReturnType<typeof createRateLimiter>) {
  let [now, peak] = [0, 0];
  return {
    peak: () => peak,
    run: () =>
      rateLimiter.run(
        async () => {
          peak = Math.max(peak, ++now);
          await new Promise((resolve) => setImmediate(resolve));
          now--;
        },
        { isUrgent: false, signal: undefined },
      ),
  };
}

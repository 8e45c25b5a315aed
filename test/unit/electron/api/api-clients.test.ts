import { expect, test } from 'vitest';
import { openApiClients } from '../../../../electron/api/index.ts';
import type { LogFacts } from '../../../../electron/diagnostics/index.ts';
import { errorOf, plantedKey, someRut } from '../../../support/agency/client.ts';
import { errorResponse, reply, type Step, scriptedOpen } from '../../../support/agency/scripted-open.ts';
import { createFakeClock } from '../../../support/app/fake-clock.ts';

const typesOf = reply(200, { items: [] });

/** The clients of a connection `a`, whose key is that of `access`, over a network that answers by script. */
function clients(...steps: [Step, ...Step[]]) {
  const [noted, logged]: [string[], { event: string; facts: LogFacts | undefined }[]] = [[], []];
  const access = { baseUrl: 'https://service.example', agency: 'agencia-1', key: 'first-planted-key' };
  let change: (ids: readonly string[]) => void = () => undefined;
  const { httpGet, requests } = scriptedOpen(...steps);
  const services = openApiClients({
    httpGet,
    random: () => 0.5,
    uuid: () => 'request-1',
    settings: () => ({ requestsAtOnce: 4 }),
    clock: createFakeClock({ passes: (ms) => ms <= 30_000 }),
    log: {
      folder: '',
      note: (event, facts) => void logged.push({ event, facts }),
      error: () => undefined,
    },
    noteKey: (key) => void noted.push(key),
    onClockOffset: () => undefined,
    ownClockId: 'practice',
  });
  const { getApiClient } = services.of({
    access: async () => ({ ...access }),
    onChanged: (listener) => {
      change = listener;
    },
  });
  const types = async () => (await getApiClient('a')).documentTypes({});
  const keys = () => requests.map(({ url }) => url.searchParams.get('key'));
  return {
    ...services,
    getApiClient,
    access,
    types,
    keys,
    noted,
    logged,
    change: (id: string) => change([id]),
  };
}

test('a key is noted before it is used, in a trial too', async () => {
  const { access, types, noted, forTrial } = clients(typesOf);
  await types();
  expect(noted).toEqual(['first-planted-key']);
  await forTrial({ ...access, key: plantedKey }).documentTypes({});
  expect(noted).toEqual(['first-planted-key', plantedKey]);
});

test('a key is read once, and anew when it was refused or its connection has changed', async () => {
  const { access, types, keys, change } = clients(
    ...([typesOf, typesOf, errorResponse(403, 'API_KEY_INVALID'), typesOf] as const),
  );
  await types();
  access.key = 'second-planted-key';
  await types();
  expect((await errorOf(types())).code).toBe('API_KEY_INVALID');
  await types();
  access.key = 'third-planted-key';
  change('a');
  await types();
  expect(keys()).toEqual([
    ...['first-planted-key', 'first-planted-key', 'first-planted-key'],
    ...['second-planted-key', 'third-planted-key'],
  ]);
});

test('a key is not read again for a refusal that is not about it', async () => {
  const { access, types, keys } = clients(typesOf, errorResponse(403, 'QUOTA_EXCEEDED'), typesOf);
  await types();
  access.key = 'second-planted-key';
  expect((await errorOf(types())).code).toBe('QUOTA_EXCEEDED');
  await types();
  expect(new Set(keys())).toEqual(new Set(['first-planted-key']));
});

test('links of a connection that has changed or is gone are forgotten, those of others stay', async () => {
  const { links, change } = clients(typesOf);
  const link = {
    url: 'https://storage.example/a',
    expiresAt: 0,
    livesForMs: 3_600_000,
    requestId: 'r',
    nearestZone: 'elsewhere' as const,
  };
  for (const id of ['a', 'b']) links.add(id, new Map([['paper', link]]));
  change('a');
  expect([links.find('a', 'paper', 0), links.find('b', 'paper', 0)]).toEqual([undefined, link]);
});

test('the log is told of attempts that failed, without what they asked with', async () => {
  const { getApiClient, types, logged } = clients(errorResponse(404, 'DISPATCH_NOT_FOUND'), typesOf);
  const api = await getApiClient('a');
  await errorOf(api.dispatchFiles({ dispatch: '77', rut: someRut }));
  await types();
  expect(logged).toMatchObject([
    {
      event: 'attempt',
      facts: {
        endpoint: '/agencia-1/v1/dispatch/77/files',
        code: 'DISPATCH_NOT_FOUND',
        status: 404,
        attempt: 1,
      },
    },
  ]);
  expect(JSON.stringify(logged)).not.toMatch(/planted|12345678/);
});

import { Readable } from 'node:stream';
import { expect, test } from 'vitest';
import type { HttpGet, NetworkZone } from '../../../../electron/host.ts';
import { getFromStorage, quietHeaders, watchNetwork } from '../../../../electron/network/network.ts';
import { AppError, type ErrorCode } from '../../../../shared/errors.ts';
import { errorOf } from '../../../support/agency/client.ts';

const key = 'AIzaSyD-planted-key-9xyz';
const signature = 'abcdef01'.repeat(8);
const link = `https://storage.example/a.pdf?X-Goog-Signature=${signature}`;

/** A network whose every answer has these headers. */
const answering =
  (headers: Record<string, string>): HttpGet =>
  async () => ({
    status: 200,
    headers,
    zone: 'elsewhere' as const,
    body: Readable.from([]),
    cancel: () => undefined,
  });

/** A network that fails with these codes in turn, and answers where there is none. */
function failing(...codes: (ErrorCode | undefined)[]): HttpGet {
  const left = [...codes];
  return async (url, options) => {
    const code = left.shift();
    if (code !== undefined) throw new AppError(code, 'as the test says');
    return answering({})(url, options);
  };
}

test('headers repeat no key, no link and no signature that was asked with; a tag that would is left out', async () => {
  const httpGet = quietHeaders(
    answering({
      etag: `"${key}"`,
      'x-asked': `signature ${signature}`,
      'x-key': `key ${key}`,
      'content-type': 'application/pdf',
    }),
    [key],
  );
  const { headers } = await httpGet(link, {});
  expect(Object.values(headers).join(' ')).not.toMatch(/planted|abcdef01abcdef/);
  expect(headers).toMatchObject({ 'content-type': 'application/pdf' });
  // Cut, tags of different files would be the same.
  expect(headers).not.toHaveProperty('etag');
});

test('a tag that repeats nothing stays as it came', async () => {
  const { headers } = await quietHeaders(answering({ etag: '"33a64df5"' }), [key])(link, {});
  expect(headers).toEqual({ etag: '"33a64df5"' });
});

test.each([
  { nearestZone: 'elsewhere', isAllowed: false, asked: 'elsewhere' },
  { nearestZone: 'elsewhere', isAllowed: true, asked: 'local-network' },
  { nearestZone: 'local-network', isAllowed: true, asked: 'local-network' },
  { nearestZone: 'this-machine', isAllowed: true, asked: 'this-machine' },
] satisfies { nearestZone: NetworkZone; isAllowed: boolean; asked: NetworkZone }[])(
  'documents of an agency at $nearest are asked for at $asked at the nearest where a local network is allowed: $isAllowed',
  async ({ nearestZone: nearest, isAllowed, asked }) => {
    const addresses: unknown[] = [];
    const httpGet: HttpGet = (url, options) => {
      addresses.push(options.nearestZone);
      return answering({})(url, options);
    };
    await getFromStorage(httpGet, () => isAllowed)(link, { nearestZone: nearest });
    expect(addresses).toEqual([asked]);
  },
);

test('that there is no network is told each time, that there is one when it is back; other failures tell nothing', async () => {
  const states: boolean[] = [];
  const { httpGet, isOnline } = watchNetwork(
    failing(undefined, 'TIMED_OUT', 'NO_NETWORK', 'NO_NETWORK', 'TLS_FAILED', undefined, undefined),
    (online) => states.push(online),
  );
  await httpGet(link, {});
  await errorOf(httpGet(link, {}));
  expect([states, isOnline()]).toEqual([[], true]);
  await errorOf(httpGet(link, {}));
  await errorOf(httpGet(link, {}));
  await errorOf(httpGet(link, {}));
  expect([states, isOnline()]).toEqual([[false, false], false]);
  await httpGet(link, {});
  await httpGet(link, {});
  expect([states, isOnline()]).toEqual([[false, false, true], true]);
});

import fc from 'fast-check';
import { afterAll, beforeAll, expect } from 'vitest';
import { createHttpClient } from '../../../electron/platform/terminal/index.ts';
import { clientOver, errorOf, rut, someRut } from '../../support/agency/client.ts';
import { type Loopback, startLoopback } from '../../support/agency/loopback.ts';
import { type PracticeAgency, startPractice } from '../../support/agency/practice-agency.ts';
import { holds } from '../../support/properties.ts';

let practice: PracticeAgency;
let loopback: Loopback;
let seen: { path: string[]; query: [string, string][] } = { path: [], query: [] };
const network = createHttpClient();

beforeAll(async () => {
  practice = await startPractice({ documents: 40, clients: 1, today: '2026-11-20' });
  loopback = await startLoopback((request, response) => {
    const [path = '', query = ''] = (request.url ?? '').split('?');
    // Decoded by the plainest reading there is: no library tidies it up.
    seen = {
      path: path.split('/').slice(1).map(decodeURIComponent),
      query: query.split('&').map((part) => {
        const [name = '', value = ''] = part.split('=').map(decodeURIComponent);
        return [name, value];
      }),
    };
    response.end('{"data":[]}');
  });
});
afterAll(async () => {
  network.close();
  await loopback[Symbol.asyncDispose]();
  await practice.close();
});

const text = fc.oneof(
  fc.string({ unit: 'binary', minLength: 1 }),
  fc.string({ unit: 'grapheme', minLength: 1 }),
  fc.string({ unit: fc.constantFrom(...'./\\%?#&=+;:@ \t\n\r"\'<>[]{}|^`~!$()*,-_aA0Ñé€😀'), minLength: 1 }),
);
const typed = text.filter((value) => value.isWellFormed());
const segment = typed.filter((value) => value !== '.' && value !== '..');

holds(
  'any key, agency id, dispatch number, type name and continuation arrive as they were typed',
  fc.asyncProperty(typed, segment, segment, typed, typed, async (key, agency, dispatch, type, nextToken) => {
    const client = clientOver(network.httpGet, { baseUrl: loopback.baseUrl, agency, key: () => key });
    await client.dispatchFiles({ dispatch, rut: someRut, type, nextToken });
    expect(seen).toEqual({
      path: [agency, 'v1', 'dispatch', dispatch, 'files'],
      query: [
        ['rut', someRut],
        ['fileTypeName', type],
        ['nextToken', nextToken],
        ['key', key],
      ],
    });
  }),
);

const headerCharacter = fc.oneof(
  { weight: 5, arbitrary: fc.constantFrom(...'abcXYZ019_.:@+~/=-') },
  { weight: 1, arbitrary: fc.integer({ min: 0x20, max: 0x7e }).map((code) => String.fromCharCode(code)) },
);

holds(
  'any request id is kept by the service when it follows the rules and replaced when it does not; the client keeps what came back',
  fc.asyncProperty(fc.string({ unit: headerCharacter, maxLength: 140 }), async (id) => {
    const client = clientOver(network.httpGet, {
      baseUrl: practice.baseUrl,
      agency: practice.agency,
      key: () => practice.key,
      uuid: () => id,
    });
    const [client0] = practice.clients;
    const page = await client.files({
      rut: client0?.rut ?? someRut,
      start: '2026-11-01',
      end: '2026-11-02',
      type: 'X',
    });
    const trimmed = id.trim();
    const isValid =
      trimmed.length >= 1 &&
      trimmed.length <= 128 &&
      [...trimmed].every((character) => /[A-Za-z0-9]/.test(character) || '_.:@+~/=-'.includes(character));
    if (isValid) expect(page.requestId).toBe(trimmed);
    else expect(page.requestId).toMatch(/^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/);
    expect(practice.requests.seen().at(-1)?.requestId).toBe(page.requestId);
  }),
);

holds(
  'any key that the service refuses leaves no trace in the error',
  fc.asyncProperty(
    typed.filter((key) => key.length >= 9 && !'agencia-practica'.includes(key)),
    async (key) => {
      const client = clientOver(network.httpGet, {
        baseUrl: practice.baseUrl,
        agency: practice.agency,
        key: () => key,
        uuid: () => crypto.randomUUID(),
      });
      const error = await errorOf(client.status({ dispatch: '1', rut: rut('1-9') }));
      expect(error.code).toBe('API_KEY_INVALID');
      const printed = [error.message, error.stack ?? '', ...Object.values(error.exchange ?? {}).map(String)];
      for (const line of printed) {
        expect(line).not.toContain(key);
        expect(line).not.toContain(encodeURIComponent(key));
      }
    },
  ),
);

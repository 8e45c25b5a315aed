import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { askExactly } from '../../support/agency/ask.ts';
import { type PracticeAgency, startPractice } from '../../support/agency/practice-agency.ts';

let practice: PracticeAgency;
beforeAll(async () => {
  practice = await startPractice({ documents: 60, agency: 'A1', key: 'llave con & y = 100%' });
});
afterAll(() => practice.close());

const operations = [
  '/master/file-types',
  '/files',
  '/dispatch/status',
  '/dispatch/410233/files',
  '/dispatch/410233/status',
  '/dispatch/410233/desembolsos',
];

/** Path and query from parts of the agency; `K` is the right key, encoded. */
type PathOf = (operation: string, key: string) => string;

const table: [row: string, status: number, code: string, asked: PathOf][] = [
  ['an empty agency', 400, 'PROJECT_ID_UNDEFINED', (operation, key) => `//v1${operation}?key=${key}`],
  ['an agency of spaces', 400, 'PROJECT_ID_UNDEFINED', (operation, key) => `/%20/v1${operation}?key=${key}`],
  ['no agency segment', 400, 'PROJECT_ID_UNDEFINED', (operation, key) => `/v1${operation}?key=${key}`],
  [
    'no agency and no key: the path is judged first',
    400,
    'PROJECT_ID_UNDEFINED',
    (operation) => `/v1${operation}`,
  ],
  ['no key', 403, 'API_KEY_INVALID', (operation) => `/A1/v1${operation}`],
  ['an empty key', 403, 'API_KEY_INVALID', (operation) => `/A1/v1${operation}?key=`],
  ['an unknown key', 403, 'API_KEY_INVALID', (operation) => `/A1/v1${operation}?key=otra`],
  [
    'two different keys',
    403,
    'API_KEY_INVALID',
    (operation, key) => `/A1/v1${operation}?key=${key}&key=otra`,
  ],
  [
    'a key and an empty one',
    403,
    'API_KEY_INVALID',
    (operation, key) => `/A1/v1${operation}?key=${key}&key=`,
  ],
  ['a parameter named KEY', 403, 'API_KEY_INVALID', (operation, key) => `/A1/v1${operation}?KEY=${key}`],
  ['an unknown agency', 403, 'PROJECT_ID_UNAUTHORIZED', (operation, key) => `/A9/v1${operation}?key=${key}`],
  [
    'an unknown agency and key: the key is judged first',
    403,
    'API_KEY_INVALID',
    (operation) => `/A9/v1${operation}?key=x`,
  ],
  [
    'an agency in another case',
    403,
    'PROJECT_ID_UNAUTHORIZED',
    (operation, key) => `/a1/v1${operation}?key=${key}`,
  ],
];

describe('the authentication layer', () => {
  for (const [row, status, code, asked] of table) {
    it.each(operations)(`answers ${row} with ${code} on %s`, async (operation) => {
      const response = await askExactly(practice.baseUrl, asked(operation, encodeURIComponent(practice.key)));
      expect(response.json()).toMatchObject({ status, code });
      expect(response.status).toBe(status);
    });
  }

  it.each(operations)('refuses a revoked key on %s', async (operation) => {
    const response = await askExactly(practice.baseUrl, `/A1/v1${operation}?key=${practice.revokedKey}`);
    expect(response.json()).toMatchObject({ status: 403, code: 'API_KEY_INVALID' });
  });

  it.each(operations)('refuses an agency that exists, but not for this key, on %s', async (operation) => {
    const path = `/${practice.foreignAgency}/v1${operation}?key=${encodeURIComponent(practice.key)}`;
    expect((await askExactly(practice.baseUrl, path)).json()).toMatchObject({
      status: 403,
      code: 'PROJECT_ID_UNAUTHORIZED',
    });
  });

  it.each(operations)('answers TENANT_UNRESOLVED before any parameter on %s', async (operation) => {
    const path = `/${practice.unresolvedAgency}/v1${operation}?key=${encodeURIComponent(practice.key)}&recordType=nada`;
    expect((await askExactly(practice.baseUrl, path)).json()).toMatchObject({
      status: 500,
      code: 'TENANT_UNRESOLVED',
    });
  });

  it('takes a key that is repeated with the same value', async () => {
    const key = encodeURIComponent(practice.key);
    const response = await askExactly(practice.baseUrl, `/A1/v1/master/file-types?key=${key}&key=${key}`);
    expect(response.status).toBe(200);
  });

  it('takes no key from an Authorization header, and minds none', async () => {
    const headers = { authorization: `Bearer ${practice.key}`, 'x-api-key': practice.key };
    expect((await askExactly(practice.baseUrl, '/A1/v1/master/file-types', { headers })).status).toBe(403);
    const path = `/A1/v1/master/file-types?key=${encodeURIComponent(practice.key)}`;
    const minded = await askExactly(practice.baseUrl, path, { headers: { authorization: 'Basic bm8=' } });
    expect(minded.status).toBe(200);
  });

  it('opens two agencies with one key, each with data of its own', async () => {
    const key = encodeURIComponent(practice.key);
    const rut = practice.clients[0]?.rut;
    const path = (agency: string) => `/${agency}/v1/dispatch/status?key=${key}&rut=${rut}`;
    const [main, second] = await Promise.all([
      askExactly(practice.baseUrl, path('A1')),
      askExactly(practice.baseUrl, path(practice.secondAgency)),
    ]);
    expect([main.status, second.status]).toEqual([200, 200]);
    expect(main.text).not.toBe(second.text);
  });

  it('lets a key in once it is authorised, and no longer once it is revoked', async () => {
    practice.authorise('nueva ñ', ['A1']);
    const path = '/A1/v1/master/file-types?key=nueva+%C3%B1';
    expect((await askExactly(practice.baseUrl, path)).status).toBe(200);
    practice.revoke('nueva ñ');
    expect((await askExactly(practice.baseUrl, path)).json()).toMatchObject({ code: 'API_KEY_INVALID' });
  });
});

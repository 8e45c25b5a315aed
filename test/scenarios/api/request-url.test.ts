import { describe, expect, it } from 'vitest';
import { requestUrl } from '../../../electron/api/request-with-retry.ts';
import { baseUrlOfAgency, parseBaseUrl } from '../../../electron/lib/base-url.ts';
import { AppError } from '../../../shared/errors.ts';
import { clientOver, errorOf, plantedKey, someRut } from '../../support/agency/client.ts';
import { reply, scriptedOpen } from '../../support/agency/scripted-open.ts';

function codeOf(action: () => unknown): string {
  try {
    action();
  } catch (error) {
    if (error instanceof AppError) return error.code;
    throw error;
  }
  return '';
}

describe('a base URL', () => {
  it.each([
    ['https://api.example', 'https://api.example'],
    ['  https://API.example/  ', 'https://api.example'],
    ['https://api.example:443/docs///', 'https://api.example/docs'],
    ['https://api.example:8443/a/b', 'https://api.example:8443/a/b'],
    ['http://127.0.0.1:8080/', 'http://127.0.0.1:8080'],
    ['http://127.9.9.9', 'http://127.9.9.9'],
    ['http://localhost:80', 'http://localhost'],
    ['http://[::1]:9000', 'http://[::1]:9000'],
  ])('%j is kept as %s', (text, stored) => {
    expect(parseBaseUrl(text)).toBe(stored);
  });

  it.each([
    ['https://api.example/docs/acme/v1/', 'acme', 'https://api.example/docs'],
    ['https://api.example/acme', 'acme', 'https://api.example'],
    ['https://api.example/a%20b/v1', 'a b', 'https://api.example'],
    ['https://acme', 'acme', 'https://acme'],
    ['https://api.example/acme', '\ud800', 'https://api.example/acme'],
    ['https://api.example/v1', 'acme', 'https://api.example/v1'],
    ['https://api.example/my-acme', 'acme', 'https://api.example/my-acme'],
  ])('%j of the agency %s is kept as %s', (text, agency, stored) => {
    expect(baseUrlOfAgency(text, agency)).toBe(stored);
  });

  it.each(['http://api.example', 'http://10.0.0.1', 'http://localhost.example', 'http://127.0.0.1.example'])(
    '%s is refused because the key would travel in the open',
    (text) => {
      expect(codeOf(() => parseBaseUrl(text))).toBe('BASE_URL_INSECURE');
    },
  );

  it.each([
    '',
    'api.example',
    'ftp://api.example',
    'javascript:alert(1)',
    'https://',
    'https://user:word@api.example',
    `https://api.example/?key=${plantedKey}`,
    'https://api.example/#x',
    'https://api..example',
    'https://.example',
    'https://-api.example',
    'https://api-.example',
    `https://${'a'.repeat(64)}.example`,
    'https://api.example:0',
  ])('%j is none, and the message does not repeat it', (text) => {
    let message = '';
    try {
      parseBaseUrl(text);
    } catch (error) {
      if (error instanceof AppError) message = JSON.stringify({ ...error, message: error.message });
    }
    expect(message).toContain('BASE_URL_INVALID');
    expect(message).not.toMatch(/planted|word/);
  });
});

describe('the address of a request', () => {
  const door = { baseUrl: 'https://api.example/x', agency: 'agencia 1', key: 'a+b&c=d/é' };

  it('encodes everything, and carries the key once, in the query', () => {
    const ask = {
      endpoint: 'GET /dispatch/{numeroDespacho}/files',
      segments: ['dispatch', '77/ñ?#%2e', 'files'],
      query: { rut: '9068826-K', fileTypeName: 'CONOCIMIENTO DE EMBARQUE (B/L)', nextToken: undefined },
    };
    expect(requestUrl(door, ask)).toBe(
      'https://api.example/x/agencia%201/v1/dispatch/77%2F%C3%B1%3F%23%252e/files' +
        '?rut=9068826-K&fileTypeName=CONOCIMIENTO%20DE%20EMBARQUE%20(B%2FL)&key=a%2Bb%26c%3Dd%2F%C3%A9',
    );
  });

  it('is nowhere but in the query: no header holds the key', async () => {
    const network = scriptedOpen(reply(200, { data: [] }));
    await clientOver(network.httpGet).documentTypes({ recordType: 'impo' });
    const [request] = network.requests;
    expect(request?.url.href).toBe(
      `https://service.example/agencia-1/v1/master/file-types?recordType=impo&key=${plantedKey}`,
    );
    expect(JSON.stringify(request?.headers)).not.toContain('planted');
    expect(Object.keys(request?.headers ?? {})).not.toContain('authorization');
  });

  it.each(['.', '..', '', '\ud800'])(
    'is refused for the dispatch number %j, and nothing is asked',
    async (dispatch) => {
      const network = scriptedOpen(reply(200, { data: [] }));
      const error = await errorOf(clientOver(network.httpGet).dispatchFiles({ dispatch, rut: someRut }));
      expect(error.code).toBe('DISPATCH_ID_INVALID');
      expect(network.requests).toEqual([]);
    },
  );

  it.each([
    ['..', 'AGENCY_ID_INVALID'],
    ['.', 'AGENCY_ID_INVALID'],
    ['\udfff', 'AGENCY_ID_INVALID'],
    ['', 'PROJECT_ID_UNDEFINED'],
  ])('is refused for the agency id %j', (agency, code) => {
    const ask = { endpoint: '', segments: ['files'], query: {} };
    expect(codeOf(() => requestUrl({ ...door, agency }, ask))).toBe(code);
  });

  it('is refused without a key, and for half a character', () => {
    const ask = { endpoint: '', segments: ['files'], query: { fileTypeName: '\ud800' } };
    expect(codeOf(() => requestUrl({ ...door, key: '' }, ask))).toBe('KEY_MISSING');
    expect(codeOf(() => requestUrl(door, ask))).toBe('INPUT_INVALID');
  });

  it('uses a key that was replaced from the next call on', async () => {
    const network = scriptedOpen(reply(200, { data: [] }));
    const keys = ['first-key-of-two', 'second-key-of-two'];
    const client = clientOver(network.httpGet, { key: async () => keys.shift() ?? '' });
    await client.documentTypes({});
    await client.documentTypes({});
    expect(network.requests.map(({ url }) => url.searchParams.get('key'))).toEqual([
      'first-key-of-two',
      'second-key-of-two',
    ]);
  });

  it('is refused where the key would travel in the open, before the key is fetched', async () => {
    const network = scriptedOpen(reply(200, { data: [] }));
    let isFetched = false;
    const client = clientOver(network.httpGet, {
      baseUrl: 'http://service.example',
      key: () => {
        isFetched = true;
        return plantedKey;
      },
    });
    expect((await errorOf(client.documentTypes({}))).code).toBe('BASE_URL_INSECURE');
    expect([isFetched, network.requests]).toEqual([false, []]);
  });

  it('is not needed when the keychain does not give the key: its own error comes', async () => {
    const network = scriptedOpen(reply(200, { data: [] }));
    const client = clientOver(network.httpGet, {
      key: () => Promise.reject(new AppError('NO_KEYCHAIN', 'locked')),
    });
    expect((await errorOf(client.documentTypes({}))).code).toBe('NO_KEYCHAIN');
    expect(network.requests).toEqual([]);
  });
});

import { connect } from 'node:net';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { askExactly } from '../../support/agency/ask.ts';
import { type PracticeAgency, startPractice } from '../../support/agency/practice-agency.ts';

let practice: PracticeAgency;
let bare: PracticeAgency;
beforeAll(async () => {
  practice = await startPractice({ documents: 60, agency: 'A1', key: 'k' });
  bare = await startPractice({ documents: 60, agency: 'A1', key: 'k', hasDispatchList: false });
});
afterAll(() => Promise.all([practice.close(), bare.close()]));

/** What comes back for bytes that no HTTP client would send. */
function sendRaw(text: string): Promise<string> {
  const { hostname, port } = new URL(practice.baseUrl);
  return new Promise((resolve, reject) => {
    const socket = connect(Number(port), hostname, () => socket.write(text));
    let response = '';
    socket.setEncoding('utf8');
    socket.on('data', (chunk) => {
      response += chunk;
      if (/\r\n\r\n.*\}$/s.test(response)) socket.end();
    });
    socket.once('close', () => resolve(response));
    socket.once('error', reject);
  });
}

/** Exactly the four fields, and the request id twice. */
function expectFourFields(
  headers: Readonly<Record<string, string>>,
  body: Record<string, unknown>,
  status: number,
) {
  expect(Object.keys(body).toSorted()).toEqual(['code', 'message', 'requestId', 'status']);
  expect(body['status']).toBe(status);
  expect(body['requestId']).toBe(headers['x-request-id']);
  expect(headers['content-type']).toMatch(/^application\/json\b/);
}

describe('a path that the service does not have', () => {
  it.each([
    '/',
    '/A1',
    '/A1/v1',
    '/A1/v1/',
    '/A1/v2/files',
    '/A1/v1/file',
    '/A1/v1/files/',
    '/A1/v1/FILES',
    '/A1/v1/master',
    '/A1/v1/dispatch/410233',
    '/A1/v1/dispatch/410233/files/1',
    '/A1/v1/dispatch/410233/otros',
    '/A1/v1/dispatch/files',
    '/A1/v1/dispatch/constructor/toString',
    '/A1/v1/constructor',
    '/favicon.ico',
  ])('answers 404 with the four fields: %s', async (path) => {
    const response = await askExactly(practice.baseUrl, `${path}?key=k`);
    expect(response.status).toBe(404);
    expectFourFields(response.headers, response.json(), 404);
  });

  it('is GET /dispatch/status where the deployment does not have it', async () => {
    const response = await askExactly(bare.baseUrl, '/A1/v1/dispatch/status?key=k&rut=1-9');
    expect(response.status).toBe(404);
    expectFourFields(response.headers, response.json(), 404);
  });
});

describe('a method other than GET', () => {
  it.each(['POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS', 'PROPFIND'])(
    '%s is answered with 405',
    async (method) => {
      const response = await askExactly(practice.baseUrl, '/A1/v1/files?key=k', { method });
      expect(response.status).toBe(405);
      expect(response.headers['allow']).toBe('GET');
      expectFourFields(response.headers, response.json(), 405);
    },
  );

  it('HEAD is answered with 405 and, as HTTP has it, no body', async () => {
    const response = await askExactly(practice.baseUrl, '/A1/v1/files?key=k', { method: 'HEAD' });
    expect([response.status, response.text]).toEqual([405, '']);
  });

  it('CONNECT is answered with the four fields', async () => {
    const response = await sendRaw('CONNECT example.test:443 HTTP/1.1\r\nHost: example.test\r\n\r\n');
    expect(response).toMatch(/^HTTP\/1\.1 405 /);
    expect(Object.keys(JSON.parse(response.split('\r\n\r\n')[1] ?? ''))).toHaveLength(4);
  });
});

describe('a request that Node would answer by itself', () => {
  it.each([
    ['no HTTP at all', 'hola\r\n\r\n'],
    ['a broken header', 'GET / HTTP/1.1\r\nHost: a\r\nBad Header\r\n\r\n'],
    ['headers too large', `GET / HTTP/1.1\r\nHost: a\r\nX: ${'x'.repeat(40_000)}\r\n\r\n`],
  ])('gets 400 with the four fields: %s', async (_row, text) => {
    const response = await sendRaw(text);
    expect(response).toMatch(/^HTTP\/1\.1 400 /);
    const [head = '', body = ''] = response.split('\r\n\r\n');
    const id = /^X-Request-Id: (.+)$/m.exec(head)?.[1]?.trim();
    expect(JSON.parse(body)).toMatchObject({ status: 400, requestId: id });
    expect(Object.keys(JSON.parse(body))).toHaveLength(4);
  });

  it('is served without a Host header', async () => {
    const response = await sendRaw('GET /A1/v1/files HTTP/1.1\r\n\r\n');
    expect(response).toMatch(/^HTTP\/1\.1 403 /);
  });

  it('never gets 417 for what it expects', async () => {
    const response = await askExactly(practice.baseUrl, '/A1/v1/files', { headers: { expect: 'something' } });
    expect(response.status).toBe(403);
  });
});

describe('a path is read as it was sent', () => {
  it('keeps a stray percent sign', async () => {
    const rut = practice.clients[0]?.rut;
    const response = await askExactly(practice.baseUrl, `/A1/v1/dispatch/50%/files?key=k&rut=${rut}`);
    expect(response.json()).toMatchObject({ status: 404, code: 'DISPATCH_NOT_FOUND' });
  });

  it.each([
    ['a slash', '12%2F34', '12/34'],
    ['spaces, accents and signs', 'a%20%C3%B1%3F%23%26', 'a ñ?#&'],
    ['dots', '%2E%2E', '..'],
  ])('decodes a dispatch number with %s', async (_row, sent, expected) => {
    practice.requests.forget();
    await askExactly(practice.baseUrl, `/A1/v1/dispatch/${sent}/files?key=k`);
    expect(practice.requests.seen().at(-1)).toMatchObject({ endpoint: 'dispatch-files', dispatch: expected });
  });
});

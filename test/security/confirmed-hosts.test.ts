import { createServer } from 'node:http';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { type App, createApp } from '../../electron/app.ts';
import type { ConfirmDialog } from '../../electron/host.ts';
import { errorOf } from '../support/agency/client.ts';
import { testHost } from '../support/app/host.ts';
import { memoryPreferences } from '../support/app/preferences.ts';
import { temporaryFolder } from '../support/disk/temporary-folder.ts';

const key = 'AIzaSyD-planted-key-0123456789';
const preferences = () => memoryPreferences();

let app: App;
/** What the person was asked, and what they say. */
let asked: ConfirmDialog[];
let says: (question: ConfirmDialog) => Promise<boolean>;
/** Requests that reached the server. */
let requests: string[];
const server = createServer((request, response) => {
  requests.push(request.url ?? '');
  response.setHeader('content-type', 'application/json').end('{"data":[]}');
});
let baseUrl = '';

beforeEach(async () => {
  asked = [];
  requests = [];
  says = async () => true;
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  baseUrl = typeof address === 'object' ? `http://127.0.0.1:${address?.port}` : '';
  app = await open();
});
afterEach(async () => {
  await app.close();
  server.closeAllConnections();
  await new Promise((resolve) => server.close(resolve));
});

function open(stored = preferences()): Promise<App> {
  const confirm = (question: ConfirmDialog) => {
    asked.push(question);
    return says(question);
  };
  const host = { kind: 'electron' as const, preferences: stored, desktop: { confirm } };
  return createApp(testHost(join(temporaryFolder('hosts'), 'home'), host));
}

const draft = (name: string) => ({ name, baseUrl, agency: 'a', key });

test('a page that tries an agency at a new host has the person asked first, and nothing sent where they decline', async () => {
  says = async () => false;
  const error = await errorOf(app.pageHandlers['connections.try']({ baseUrl, agency: 'text to send', key }));
  expect(error).toMatchObject({
    code: 'HOST_NOT_CONFIRMED',
    values: { host: baseUrl.slice('http://'.length) },
  });
  expect((await errorOf(app.pageHandlers['connections.add'](draft('x')))).code).toBe('HOST_NOT_CONFIRMED');
  expect(asked).toHaveLength(2);
  expect(asked[0]?.message).toContain(baseUrl.slice('http://'.length));
  expect(JSON.stringify(asked)).not.toContain(key);
  expect(requests).toEqual([]);
  expect(await app.connections.list()).toEqual([]);
});

test('a host is asked about once, tried and then added, and not again for another agency there', async () => {
  const { documentTypes } = await app.pageHandlers['connections.try']({ baseUrl, agency: 'a', key });
  const { id } = await app.pageHandlers['connections.add'](draft('Una'));
  await app.pageHandlers['connections.add']({ ...draft('Otra'), agency: 'b' });
  await app.pageHandlers['connections.change']({ id, name: 'Una', baseUrl: `${baseUrl}/v2`, agency: 'a' });
  expect([documentTypes, asked.length]).toEqual([0, 1]);
});

test('the host of a connection that there was before is not asked about', async () => {
  const stored = preferences();
  const before = await open(stored);
  await before.pageHandlers['connections.add'](draft('Una'));
  await before.close();
  asked = [];
  const after = await open(stored);
  await after.pageHandlers['connections.try']({ baseUrl, agency: 'b', key });
  expect(asked).toEqual([]);
  await after.close();
});

test('a connection is not led to another host, port or scheme without asking', async () => {
  const { id } = await app.pageHandlers['connections.add'](draft('Una'));
  says = async () => false;
  for (const elsewhere of [
    'https://elsewhere.example',
    'http://127.0.0.1:9',
    baseUrl.replace('http:', 'https:'),
  ]) {
    const change = { id, name: 'Una', baseUrl: elsewhere, agency: 'a' };
    expect((await errorOf(app.pageHandlers['connections.change'](change))).code).toBe('HOST_NOT_CONFIRMED');
  }
  expect((await app.connections.find(id)).baseUrl).toBe(baseUrl);
});

test('while one host is asked about, no other is, so that no answer is taken for another question', async () => {
  const result = Promise.withResolvers<boolean>();
  says = () => result.promise;
  const first = app.pageHandlers['connections.try']({ baseUrl, agency: 'a', key });
  const same = app.pageHandlers['connections.try']({ baseUrl, agency: 'b', key });
  const other = { baseUrl: 'https://elsewhere.example', agency: 'a', key };
  expect((await errorOf(app.pageHandlers['connections.try'](other))).code).toBe('HOST_NOT_CONFIRMED');
  result.resolve(true);
  expect([await first, await same]).toEqual([{ documentTypes: 0 }, { documentTypes: 0 }]);
  expect(asked).toHaveLength(1);
});

test('an address that is none is refused as such, and nobody is asked about it', async () => {
  const error = await errorOf(app.pageHandlers['connections.try']({ baseUrl: 'ftp://x', agency: 'a', key }));
  expect([error.code, asked]).toEqual(['BASE_URL_INVALID', []]);
});

test('what a command of the terminal names is asked about by nobody', async () => {
  await app.handlers['connections.add'](draft('Una'));
  expect(asked).toEqual([]);
});

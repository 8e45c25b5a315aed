import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, expect, test } from 'vitest';
import { type App, type AppOptions, createApp } from '../../../electron/app.ts';
import type { HttpGet } from '../../../electron/host.ts';
import { createPreferences } from '../../../electron/platform/terminal/index.ts';
import { calls } from '../../../shared/contract.ts';
import type { SearchQuery } from '../../../shared/model/search-query.ts';
import { errorOf } from '../../support/agency/client.ts';
import { createFakeClock } from '../../support/app/fake-clock.ts';
import { type HostOverrides, testHost } from '../../support/app/host.ts';
import { memoryPreferences } from '../../support/app/preferences.ts';
import { memorySecrets } from '../../support/app/secrets.ts';
import { filesContaining } from '../../support/disk/files-containing.ts';
import { temporaryFolder } from '../../support/disk/temporary-folder.ts';
import { acme, document, octoberInvoices } from '../../support/samples/documents.ts';

const open = new Set<App>();
afterEach(async () => {
  for (const app of open) await app.close();
  open.clear();
});

async function start(overrides: HostOverrides = {}, options: AppOptions = {}, folder = temporaryFolder()) {
  const app = await createApp(testHost(folder, overrides), options);
  open.add(app);
  return { app, folder };
}

const nothing = undefined;
const draft = { name: 'Norte', baseUrl: 'https://servicio.example', agency: 'norte' };

test('every call of the contract has a handler', async () => {
  const { app } = await start();
  expect(Object.keys(app.handlers).sort()).toEqual(Object.keys(calls).sort());
});

test('a damaged store and damaged preferences are put aside, said so, and cost nothing else', async () => {
  const folder = temporaryFolder();
  writeFileSync(join(folder, 'carpeta.db'), 'no database at all, but long enough to be taken for one');
  writeFileSync(join(folder, 'preferences.json'), '{"settings":{"lang');
  const { app } = await start({ preferences: createPreferences(folder) }, {}, folder);
  const { setAside } = await app.handlers['app.info'](nothing);
  expect(setAside.map((path) => readFileSync(path, 'utf8').slice(0, 11))).toEqual([
    '{"settings"',
    'no database',
  ]);
  expect((await app.handlers['settings.get'](nothing)).settings.language).toBe('es-CL');
});

test('connections, their keys and clients outlive a damaged store', async () => {
  const folder = temporaryFolder();
  const secrets = memorySecrets();
  const first = await start({ preferences: createPreferences(folder), secrets }, {}, folder);
  const { id } = await first.app.handlers['connections.add']({ ...draft, key: 'una-clave-de-prueba' });
  await first.app.close();
  open.delete(first.app);
  writeFileSync(join(folder, 'carpeta.db'), 'damaged '.repeat(1000));
  const { app } = await start({ preferences: createPreferences(folder), secrets }, {}, folder);
  expect(await app.handlers['connections.list'](nothing)).toMatchObject([{ id, key: { kind: 'kept' } }]);
});

test('a change of connections is told to whoever listens', async () => {
  const { app } = await start();
  const events: string[][] = [];
  const off = app.on('connections.changed', ({ connections }) =>
    events.push(connections.map(({ name }) => name)),
  );
  const { id } = await app.handlers['connections.add']({ ...draft, key: 'una-clave-de-prueba' });
  await app.handlers['connections.remove']({ id });
  off();
  await app.handlers['connections.add']({ ...draft, key: 'una-clave-de-prueba' });
  expect(events).toEqual([['Norte'], []]);
});

test('a client whose rules have a template that cannot be used is not stored', async () => {
  const { app } = await start();
  const clientWith = (template: string) => ({
    clients: [{ rut: acme, name: 'ACME', email: '', folder: '', rules: { template } }],
  });
  expect(await errorOf(app.handlers['clients.save'](clientWith('{type}/{nada}')))).toMatchObject({
    code: 'NAME_TEMPLATE_INVALID',
    values: { part: '{nada}' },
  });
  expect(await app.handlers['clients.list'](nothing)).toEqual([]);
  expect(await app.handlers['clients.save'](clientWith('{type}'))).toMatchObject([
    { rules: { template: '{type}' } },
  ]);
});

test('what is downloaded of a filtered list is what the list shows, documents of a client that is named included', async () => {
  const { app, folder } = await start();
  await app.handlers['clients.save']({
    clients: [{ rut: acme, name: 'Comercial Andes Sur', email: '', folder: '' }],
  });
  const at = new Date().toISOString();
  const resultSetId = 'answer';
  const query: SearchQuery = {
    kind: 'range',
    connectionIds: ['agency'],
    ruts: [acme],
    range: { kind: 'this-month' },
    types: { kind: 'all', operation: 'both' },
    complete: false,
  };
  await app.store.createResultSet(resultSetId, query, at);
  await app.store.upsertPage({
    connectionId: 'agency',
    rut: acme,
    query: octoberInvoices,
    at,
    documents: ['a', 'b', 'c'].map((id) => document({ id })),
    member: { resultSetId, taskId: 0 },
  });
  const shown = await app.handlers['rows.page']({
    resultSetId,
    list: 'documents',
    offset: 0,
    limit: 10,
    sort: [],
    filter: 'andes',
    group: 'none',
  });
  expect(shown.rows).toHaveLength(3);
  const selection = { kind: 'all' as const, resultSetId, filter: 'andes', except: [] };
  const { batchId } = await app.downloads.start({
    selection,
    folder: join(folder, 'Carpetas'),
    withInactive: false,
    force: false,
  });
  await expect
    .poll(async () => (await app.downloads.list()).find(({ id }) => id === batchId))
    .toMatchObject({ documents: 3 });
});

test('whether the network is there is told when it changes', async () => {
  let isThere = false;
  const real = testHost(temporaryFolder());
  const { app } = await start({
    clock: createFakeClock({ passes: (ms) => ms < 2_000 }),
    httpGet: (url, options) => real.httpGet(isThere ? url : 'http://127.0.0.1:1/', options),
  });
  const events: boolean[] = [];
  app.on('network.changed', ({ online }) => events.push(online));
  const { id } = await app.handlers['connections.practice'](nothing);
  expect((await errorOf(app.handlers['connections.test']({ id }))).code).toBe('NO_NETWORK');
  isThere = true;
  await app.handlers['connections.test']({ id });
  await app.handlers['connections.test']({ id });
  expect(events).toEqual([false, true]);
});

test('a person is told that others of the computer may read the data', async () => {
  const events = Promise.withResolvers<{ title: string; body: string }>();
  await start({ desktop: { notify: events.resolve }, readersOfHome: async () => ['BU'] });
  expect((await events.promise).body).toContain('Pide a tu administrador');
});

test('a replaced key is used by the next request', async () => {
  const seen: (string | null)[] = [];
  const { app } = await start({
    httpGet: async (url) => {
      seen.push(new URL(url).searchParams.get('key'));
      return {
        status: 200,
        headers: {},
        body: respond('{"data":[]}'),
        cancel: () => undefined,
        zone: 'elsewhere' as const,
      };
    },
  });
  const { id } = await app.handlers['connections.add']({ ...draft, key: 'primera-clave' });
  await (await app.getApiClient(id)).documentTypes({});
  await app.handlers['connections.replaceKey']({ id, key: 'segunda-clave' });
  await (await app.getApiClient(id)).documentTypes({});
  expect(seen).toEqual(['primera-clave', 'segunda-clave']);
});

/** A service that knows one key, and answers it with empty lists. */
function serviceOfKey(right: string): HttpGet {
  return async (url) => {
    const isRight = new URL(url).searchParams.get('key') === right;
    const body = isRight
      ? '{"data":[]}'
      : '{"status":403,"code":"API_KEY_INVALID","message":"no","requestId":"r"}';
    return {
      status: isRight ? 200 : 403,
      headers: {},
      body: respond(body),
      cancel: () => undefined,
      zone: 'elsewhere' as const,
    };
  };
}

test('searches whose key was refused go on once it is replaced, each query once', async () => {
  const { app } = await start({ httpGet: serviceOfKey('segunda-clave') });
  const { id } = await app.handlers['connections.add']({ ...draft, key: 'primera-clave' });
  const ended: string[] = [];
  const states = new Map<string, string>();
  app.on('search.progress', ({ resultSetId, state }) => {
    // What it waits for is told of an ended one, too.
    if (state !== 'running' && states.get(resultSetId) !== state) ended.push(`${resultSetId} ${state}`);
    states.set(resultSetId, state);
  });
  const haveEnded = (count: number) => expect.poll(() => ended.length).toBe(count);
  const query: SearchQuery = {
    kind: 'range',
    connectionIds: [id],
    ruts: [acme],
    complete: false,
    range: { kind: 'last-month' },
    types: { kind: 'some', names: ['FACTURA TERCEROS'] },
  };
  const ids: string[] = [];
  for (const kind of ['last-month', 'this-month', 'last-month'] as const) {
    ids.push((await app.handlers['search.start']({ ...query, range: { kind } })).resultSetId);
    await haveEnded(ids.length);
  }
  expect(ended).toEqual(ids.map((one) => `${one} interrupted`));
  await app.handlers['connections.replaceKey']({ id, key: 'segunda-clave' });
  await haveEnded(5);
  await app.handlers['connections.replaceKey']({ id, key: 'segunda-clave' });
  expect(ended.slice(3).sort()).toEqual(
    ids
      .slice(1)
      .map((one) => `${one} done`)
      .sort(),
  );
  expect(await app.handlers['search.progress']({ resultSetId: ids[0] ?? '' })).toMatchObject({
    state: 'interrupted',
  });
});

test('a key that another process replaced is found after the old one was refused', async () => {
  const preferences = memoryPreferences();
  const secrets = memorySecrets();
  let right = 'primera-clave';
  const { app } = await start({
    preferences,
    secrets,
    httpGet: async (url) => {
      const isRight = new URL(url).searchParams.get('key') === right;
      const body = isRight
        ? '{"data":[]}'
        : '{"status":403,"code":"API_KEY_INVALID","message":"no","requestId":"r"}';
      return {
        status: isRight ? 200 : 403,
        headers: {},
        body: respond(body),
        cancel: () => undefined,
        zone: 'elsewhere' as const,
      };
    },
  });
  const { id } = await app.handlers['connections.add']({ ...draft, key: right });
  await app.handlers['connections.test']({ id });
  right = 'segunda-clave';
  for (const account of secrets.entries.keys()) secrets.entries.set(account, right);
  const ask = async () => (await app.getApiClient(id)).documentTypes({});
  await ask().catch(() => undefined);
  expect(await ask()).toEqual([]);
});

async function* respond(text: string): AsyncGenerator<Uint8Array> {
  yield Buffer.from(text);
}

test('where only practising is allowed, nothing of the person is read or written', async () => {
  const folder = temporaryFolder();
  const secrets = memorySecrets();
  const preferences = memoryPreferences();
  const own = await start({ preferences, secrets }, {}, folder);
  await own.app.handlers['connections.add']({ ...draft, key: 'una-clave-de-prueba' });
  await own.app.handlers['clients.save']({ clients: [] });
  await own.app.close();
  open.delete(own.app);
  const before = JSON.stringify(preferences.get('connections'));

  const { app } = await start({ preferences, secrets }, { practiceOnly: true }, folder);
  const info = await app.handlers['app.info'](nothing);
  expect(info).toMatchObject({ practiceOnly: true, userData: join(folder, 'practice-only') });
  expect((await app.handlers['connections.list'](nothing)).map(({ isPractice }) => isPractice)).toEqual([
    true,
  ]);
  const adding = app.handlers['connections.add']({ ...draft, name: 'Sur', key: 'otra-clave-de-prueba' });
  expect((await errorOf(adding)).code).toBe('PRACTICE_ONLY');
  await app.handlers['settings.change']({ language: 'en' });
  expect(JSON.stringify(preferences.get('connections'))).toBe(before);
  expect(preferences.get('settings')).toBeUndefined();
});

test('a refusal is noted in the log and kept for a report, without the key', async () => {
  const { app, folder } = await start({ clock: createFakeClock({ passes: (ms) => ms < 2_000 }) });
  const { id } = await app.handlers['connections.add']({
    ...draft,
    baseUrl: 'http://127.0.0.1:1',
    key: 'AIzaSyD-planted-key-9xyz',
  });
  await errorOf(app.handlers['connections.test']({ id }));
  expect(readFileSync(join(folder, 'logs', 'carpeta.log'), 'utf8')).toMatch(
    /connections\.test code="NO_NETWORK"/,
  );
  expect(app.lastError.read()).toMatchObject({ code: 'NO_NETWORK', exchange: { agency: 'norte' } });
  expect(filesContaining(folder, 'planted')).toEqual([]);
});

test('a refusal stays what it is where it cannot be written down', async () => {
  const { app, folder } = await start();
  mkdirSync(join(folder, 'last-fault.json', 'in the way'), { recursive: true });
  expect((await errorOf(app.handlers['connections.test']({ id: 'gone' }))).code).toBe('CONNECTION_UNKNOWN');
  expect(app.lastError.read()).toMatchObject({ code: 'CONNECTION_UNKNOWN' });
});

test('what an administrator has set reaches settings and connections', async () => {
  const { app } = await start({
    readManaged: async () => ({ retentionDays: 30, connections: [{ ...draft, name: 'Oficina' }] }),
  });
  expect(await app.handlers['settings.get'](nothing)).toMatchObject({ managed: ['retentionDays'] });
  expect(await app.handlers['connections.list'](nothing)).toMatchObject([
    { name: 'Oficina', isManaged: true },
  ]);
});

test('the practice agency does wrong what a person asks it to, until they stop it', async () => {
  const { app } = await start();
  expect(await app.handlers['practice.faults'](nothing)).toEqual({ names: [], active: [] });
  const { id } = await app.handlers['connections.practice'](nothing);
  const { names } = await app.handlers['practice.faults'](nothing);
  expect(names).toContain('key-refused');
  const injectFault = (isOn: boolean) => app.handlers['practice.setFault']({ name: 'key-refused', isOn });
  expect((await injectFault(true)).active).toEqual(['key-refused']);
  expect((await errorOf(app.handlers['connections.test']({ id }))).code).toBe('API_KEY_INVALID');
  expect((await injectFault(false)).active).toEqual([]);
  expect((await app.handlers['connections.test']({ id })).documentTypes).toBeGreaterThan(0);
});

test('a clock that was set two years ahead deletes nothing that is kept; set right, what is old goes', async () => {
  const day = 86_400_000;
  const right = Date.UTC(2026, 10, 20, 12);
  const clock = createFakeClock({ startAt: right + 730 * day, passes: (ms) => ms < 2_000 });
  const httpGet: HttpGet = async () => ({
    status: 200,
    body: respond('{"data":[]}'),
    cancel: () => undefined,
    zone: 'elsewhere' as const,
    headers: { date: new Date(right).toUTCString() },
  });
  const { app } = await start({ clock, httpGet }, { completes: false });
  const { id } = await app.handlers['connections.add']({ ...draft, key: 'una-clave-de-prueba' });
  const query = { kind: 'range', connectionIds: [id], ruts: [acme] } as never;
  for (const [name, age] of [
    ['recent', 3],
    ['old', 200],
  ] as const) {
    await app.store.createResultSet(name, query, new Date(right - age * day).toISOString());
  }
  const stored = async () => (await app.search.recent()).map(({ resultSetId }) => resultSetId);
  await app.handlers['types.list']({ connectionId: id });
  // Ten minutes after the start it is looked again whether the clock can be believed.
  await clock.untilSleeping((ms) => ms === 600_000);
  await clock.advance(day);
  // What was deleted then is gone by the end of this, which the same thread of the store does after it.
  await app.store.pruneRefused(new Date(0).toISOString());
  expect(await stored()).toEqual(['recent', 'old']);
  clock.setWallClock(right + day);
  await clock.advance(day);
  await expect.poll(stored).toEqual(['recent']);
});

test('an answer that many were asked after still tells what it was asked for', async () => {
  const { app } = await start();
  const { id } = await app.handlers['connections.add']({ ...draft, key: 'una-clave-de-prueba' });
  const query = { kind: 'range', connectionIds: [id], ruts: [acme] } as never;
  for (let day = 1; day <= 25; day++) {
    await app.store.createResultSet(`answer-${day}`, query, new Date(Date.UTC(2026, 9, day)).toISOString());
  }
  const recent = await app.handlers['search.recent'](undefined);
  expect(recent.some(({ resultSetId }) => resultSetId === 'answer-1')).toBe(false);
  expect(await app.handlers['search.query']({ resultSetId: 'answer-1' })).toEqual(query);
});

test('what is forgotten for good is forgotten in the last error too', async () => {
  const { app } = await start({ clock: createFakeClock({ passes: (ms) => ms < 2_000 }) });
  const { id } = await app.handlers['connections.add']({
    ...draft,
    baseUrl: 'http://127.0.0.1:1',
    key: 'una-clave-de-prueba',
  });
  await errorOf(app.handlers['connections.test']({ id }));
  expect(app.lastError.read()).toBeDefined();
  await app.handlers['stored.purge']({ connectionId: id });
  expect(app.lastError.read()).toBeUndefined();
});

import { afterAll, beforeAll, expect, test } from 'vitest';
import { createApiClient } from '../../../../electron/api/index.ts';
import { readClientRules } from '../../../../electron/connections/client-rules.ts';
import { Connections } from '../../../../electron/connections/connections.ts';
import { createNames } from '../../../../electron/connections/display-names.ts';
import { createClientDirectory } from '../../../../electron/connections/stored-connections.ts';
import type { Preferences } from '../../../../electron/host.ts';
import {
  createHttpClient,
  createPreferences,
  systemClock,
} from '../../../../electron/platform/terminal/index.ts';
import type { Rut } from '../../../../shared/model/rut.ts';
import { settingsSchema } from '../../../../shared/model/settings.ts';
import { ownCompany } from '../../../../shared/model/user-role.ts';
import { errorOf } from '../../../support/agency/client.ts';
import { type PracticeAgency, startPractice } from '../../../support/agency/practice-agency.ts';
import { memoryPreferences } from '../../../support/app/preferences.ts';
import { memorySecrets } from '../../../support/app/secrets.ts';
import { temporaryFolder } from '../../../support/disk/temporary-folder.ts';

const network = createHttpClient();
let agency: PracticeAgency;
beforeAll(async () => {
  agency = await startPractice({ documents: 50 });
});
afterAll(async () => {
  await agency.close();
  network.close();
});

function setUp({
  preferences = memoryPreferences(),
  secrets = memorySecrets(),
  managed = undefined as unknown,
  practiceOnly = false,
  now = () => Date.UTC(2026, 10, 20, 12),
  onUnusable = (): void => undefined,
} = {}) {
  let ids = 0;
  const options = {
    httpGet: network.httpGet,
    clock: systemClock,
    random: () => 0.5,
    uuid: () => crypto.randomUUID(),
  };
  const connections = new Connections({
    preferences,
    secrets,
    clock: { ...systemClock, now },
    uuid: () => `id-${++ids}`,
    apiClientFor: ({ baseUrl, agency: id, key }) =>
      createApiClient(options, { baseUrl, agency: id, key: () => key }),
    startPractice: async () => ({ ...agency, close: async () => undefined }),
    managed,
    onUnusable,
    practiceOnly,
  });
  return { connections, preferences, secrets };
}

const typed = 'AIzaSyD-typed-key-1234';
const other = 'AIzaSyD-other-key-5678';
const draft = (name: string, id = 'agencia-1', baseUrl = 'https://servicio.example/api/') => ({
  name,
  baseUrl,
  agency: id,
});
const add = (connections: Connections, name: string, id: string, key = typed) =>
  connections.add(draft(name, id), { key });

test('a key goes into the keychain, and what is kept beside it holds none of it', async () => {
  const { connections, preferences, secrets } = setUp();
  const connection = await add(connections, 'ACME producción', 'acme');
  expect(connection).toMatchObject({
    name: 'ACME producción',
    baseUrl: 'https://servicio.example/api',
    key: { kind: 'kept', hint: 'AIza…1234', since: '2026-11-20T12:00:00.000Z' },
  });
  expect([...secrets.entries]).toEqual([[expect.stringMatching(/^ACME producción \(id-\d\)$/), typed]]);
  expect(JSON.stringify(preferences.get('connections'))).not.toContain('AIza');
});

test('nothing is shown of a key shorter than 12 characters', async () => {
  const { connections } = setUp();
  expect(await add(connections, 'Corta', 'a', '12345678901')).toMatchObject({ key: { hint: '' } });
  expect(await add(connections, 'Justa', 'b', '123456789012')).toMatchObject({ key: { hint: '1234…9012' } });
});

test('one key that opens two agencies stands in the keychain once, and replacing it serves both', async () => {
  const { connections, secrets } = setUp();
  const north = await add(connections, 'Norte', 'norte');
  const south = await add(connections, 'Sur', 'sur');
  expect(secrets.entries.size).toBe(1);
  const changes: (readonly string[])[] = [];
  connections.onKeyReplaced((ids) => changes.push(ids));
  await connections.replaceKey(south.id, other);
  expect((await connections.access(north.id)).key).toBe(other);
  expect((await connections.access(south.id)).key).toBe(other);
  expect([...(changes[0] ?? [])].sort()).toEqual([north.id, south.id].sort());
});

test('a second agency can use the key of the first without its being typed again', async () => {
  const { connections, secrets } = setUp();
  const north = await add(connections, 'Norte', 'norte');
  const south = await connections.add(draft('Sur', 'sur'), { keyOf: north.id });
  expect((await connections.access(south.id)).key).toBe(typed);
  expect(secrets.entries.size).toBe(1);
});

test('the same text at another service is another key', async () => {
  const { connections, secrets } = setUp();
  await add(connections, 'Producción', 'acme');
  const lab = await connections.add(draft('Pruebas', 'acme', 'https://pruebas.example'), { key: typed });
  expect(secrets.entries.size).toBe(2);
  const lent = connections.add(draft('Otra', 'otra'), { keyOf: lab.id });
  expect((await errorOf(lent)).code).toBe('KEY_MISSING');
});

test('removing a connection leaves its key to those that share it, and takes it from the keychain with the last', async () => {
  const { connections, secrets } = setUp();
  const north = await add(connections, 'Norte', 'norte');
  const south = await add(connections, 'Sur', 'sur');
  await connections.remove(north.id);
  expect(secrets.entries.size).toBe(1);
  await connections.remove(south.id);
  expect(secrets.entries.size).toBe(0);
  expect(await connections.list()).toEqual([]);
});

test('a key that cannot be noted beside its connection does not stay in the keychain', async () => {
  const stored = memoryPreferences();
  let hasKey = false;
  const secrets = memorySecrets();
  const preferences: Preferences = {
    ...stored,
    change: (key, next) => {
      hasKey ||= secrets.entries.size > 0;
      if (secrets.entries.size > 0) throw new Error('no room for what is noted');
      stored.change(key, next);
    },
  };
  const { connections } = setUp({ preferences, secrets });
  await expect(add(connections, 'ACME', 'acme')).rejects.toThrow('no room');
  expect([hasKey, secrets.entries.size]).toEqual([true, 0]);
});

test('a key that is replaced is as old as the new one; the same one typed again is as old as it was', async () => {
  let day = 20;
  const { connections } = setUp({ now: () => Date.UTC(2026, 10, day, 12) });
  const { id } = await add(connections, 'ACME', 'acme');
  day = 25;
  const again = await connections.replaceKey(id, typed);
  expect(again.key).toMatchObject({ since: '2026-11-20T12:00:00.000Z' });
  const replaced = await connections.replaceKey(id, other);
  expect(replaced.key).toMatchObject({ since: '2026-11-25T12:00:00.000Z' });
});

test('a key whose keychain was away when its connection was removed is taken out later', async () => {
  const { connections, secrets } = setUp();
  const removed = await add(connections, 'Norte', 'norte');
  secrets.isThere = false;
  await connections.remove(removed.id);
  secrets.isThere = true;
  expect(secrets.entries.size).toBe(1);
  await add(connections, 'Sur', 'sur', other);
  expect([...secrets.entries.values()]).toEqual([other]);
});

test('without a keychain a key lasts for the session, and the connection says why', async () => {
  const secrets = memorySecrets();
  secrets.isThere = false;
  const preferences = memoryPreferences();
  const { connections } = setUp({ secrets, preferences });
  const connection = await add(connections, 'Norte', 'norte');
  expect(connection.key).toMatchObject({ kind: 'session', hint: 'AIza…1234', reason: 'no secret service' });
  expect((await connections.access(connection.id)).key).toBe(typed);
  const next = setUp({ secrets, preferences }).connections;
  expect((await next.list())[0]?.key).toEqual({ kind: 'missing', reason: 'no secret service' });
  expect((await errorOf(next.access(connection.id))).code).toBe('NO_KEYCHAIN');
});

test('a key is never sent to a new address: a connection that moves lets go of it', async () => {
  const { connections } = setUp();
  const north = await add(connections, 'Norte', 'norte');
  const south = await add(connections, 'Sur', 'sur');
  await connections.change(south.id, draft('Sur', 'sur', 'https://pruebas.example'));
  expect((await errorOf(connections.access(south.id))).code).toBe('KEY_MISSING');
  await connections.replaceKey(south.id, other);
  expect((await connections.access(north.id)).key).toBe(typed);
  expect((await connections.access(south.id)).key).toBe(other);
});

test('connections are there again after a restart, with the age of their keys', async () => {
  const preferences = memoryPreferences();
  const secrets = memorySecrets();
  await add(setUp({ preferences, secrets }).connections, 'Norte', 'norte');
  const [again] = await setUp({ preferences, secrets }).connections.list();
  expect(again).toMatchObject({ name: 'Norte', key: { kind: 'kept', since: '2026-11-20T12:00:00.000Z' } });
});

test('a damaged entry costs itself alone', async () => {
  const preferences = memoryPreferences();
  const secrets = memorySecrets();
  await add(setUp({ preferences, secrets }).connections, 'Norte', 'norte');
  const stored = preferences.get('connections') as { connections: unknown[]; keys: unknown[] };
  preferences.change('connections', () => ({
    ...stored,
    connections: [{ id: 7 }, ...stored.connections],
    keys: ['x', ...stored.keys],
  }));
  const again = setUp({ preferences, secrets }).connections;
  expect((await again.list()).map(({ name }) => name)).toEqual(['Norte']);
  expect((await again.access((await again.named('norte')).id)).key).toBe(typed);
});

test.each([
  ['a name that another has, case ignored', draft('norte'), 'CONNECTION_NAME_TAKEN'],
  ['a name of spaces', draft('   '), 'CONNECTION_NAME_INVALID'],
  ['http that leaves this computer', draft('B', 'b', 'http://servicio.example'), 'BASE_URL_INSECURE'],
  ['no address at all', draft('B', 'b', 'servicio'), 'BASE_URL_INVALID'],
  ['an agency id that climbs', draft('B', '..'), 'AGENCY_ID_INVALID'],
])('refuses %s and keeps nothing of it', async (_, wrong, code) => {
  const { connections, secrets } = setUp();
  await add(connections, 'Norte', 'norte', other);
  expect((await errorOf(connections.add(wrong, { key: typed }))).code).toBe(code);
  expect(secrets.entries.size).toBe(1);
  expect(await connections.list()).toHaveLength(1);
});

test('an empty key is refused', async () => {
  const { connections } = setUp();
  expect((await errorOf(add(connections, 'Norte', 'norte', '  '))).code).toBe('KEY_MISSING');
  expect(await connections.list()).toEqual([]);
});

test('the test button asks the catalogue, before and after anything is kept', async () => {
  const { connections } = setUp();
  const access = { baseUrl: agency.baseUrl, agency: agency.agency, key: agency.key };
  const { documentTypes } = await connections.tryOut(access);
  expect(documentTypes).toBeGreaterThanOrEqual(15);
  const stored = await connections.add({ name: 'P', ...access }, { key: access.key });
  expect(await connections.test(stored.id)).toEqual({ documentTypes });
  const whole = `${agency.baseUrl}/${agency.agency}/v1/`;
  expect(await connections.tryOut({ ...access, baseUrl: whole })).toEqual({ documentTypes });
  expect((await errorOf(connections.tryOut({ ...access, key: 'otra-clave-cualquiera' }))).code).toBe(
    'API_KEY_INVALID',
  );
  expect((await errorOf(connections.tryOut({ ...access, agency: agency.foreignAgency }))).code).toBe(
    'PROJECT_ID_UNAUTHORIZED',
  );
});

test('the test button says where the catalogue came in part', async () => {
  const { connections } = setUp();
  const access = { baseUrl: agency.baseUrl, agency: agency.agency, key: agency.key };
  const stop = agency.faults.add({ kind: 'total-off', by: 2, endpoint: 'file-types' });
  expect(await connections.tryOut(access)).toMatchObject({ incompleteReason: { code: 'WALK_INCOMPLETE' } });
  stop();
});

test('an agency that an administrator has set is there, takes a key, and cannot be changed or removed', async () => {
  const managed = [
    draft('Oficina', 'oficina'),
    { name: 'mala', baseUrl: 'http://x.example', agency: 'a' },
    7,
  ];
  const preferences = memoryPreferences();
  const secrets = memorySecrets();
  let unusable = 0;
  const { connections } = setUp({ managed, preferences, secrets, onUnusable: () => void unusable++ });
  expect(unusable).toBe(2);
  const [office] = await connections.list();
  expect(office).toMatchObject({ name: 'Oficina', isManaged: true, key: { kind: 'missing' } });
  const id = office?.id ?? '';
  await connections.replaceKey(id, typed);
  expect((await errorOf(connections.remove(id))).code).toBe('MANAGED_SETTING');
  expect((await errorOf(connections.change(id, draft('Otra')))).code).toBe('MANAGED_SETTING');
  expect((await setUp({ managed, preferences, secrets }).connections.access(id)).key).toBe(typed);
});

test('a passing connection is kept nowhere and has the same id each time', async () => {
  const preferences = memoryPreferences();
  const secrets = memorySecrets();
  const { connections } = setUp({ preferences, secrets });
  const access = { baseUrl: 'https://servicio.example/', agency: 'a b/c', key: typed };
  const first = await connections.addEphemeral(access);
  const second = await setUp().connections.addEphemeral(access);
  expect(second.id).toBe(first.id);
  expect(await connections.access(first.id)).toEqual({ ...access, baseUrl: 'https://servicio.example' });
  expect(await connections.list()).toEqual([]);
  expect([secrets.entries.size, preferences.get('connections')]).toEqual([0, undefined]);
});

test('two passing agencies have two ids, though their addresses and names, joined, are one text', async () => {
  const { connections } = setUp();
  const first = await connections.addEphemeral({ baseUrl: 'https://a.example', agency: 'x/y', key: other });
  const second = await connections.addEphemeral({ baseUrl: 'https://a.example/x', agency: 'y', key: other });
  const third = await connections.addEphemeral({ baseUrl: 'https://a.example', agency: 'x%2Fy', key: other });
  expect(new Set([first.id, second.id, third.id]).size).toBe(3);
});

test('a passing connection to a kept agency goes by its id, with the key it was given', async () => {
  const { connections } = setUp();
  const stored = await add(connections, 'Norte', 'norte');
  const passing = await connections.addEphemeral({
    baseUrl: 'https://servicio.example/api',
    agency: 'norte',
    key: other,
  });
  expect(passing.id).toBe(stored.id);
  expect((await connections.access(stored.id)).key).toBe(other);
});

test('the practice agency is there once it was chosen, and gone once it was removed', async () => {
  const { connections } = setUp();
  expect(await connections.list()).toEqual([]);
  const practice = await connections.practice();
  expect(practice).toMatchObject({
    isPractice: true,
    baseUrl: agency.baseUrl,
    key: { kind: 'session', hint: '' },
  });
  expect(await connections.list()).toEqual([practice]);
  expect((await connections.test(practice.id)).documentTypes).toBeGreaterThan(0);
  await connections.remove(practice.id);
  expect(await connections.list()).toEqual([]);
});

test('the practice agency is tried as an importer once that was chosen, by every process on the same preferences, and as an agency again', async () => {
  const preferences = memoryPreferences();
  const { connections } = setUp({ preferences });
  const ruts = (of: Connections) => of.practiceAgency.clients().map(({ rut }) => rut);
  expect((await connections.practice()).practisedAs).toBe('agency');
  expect(ruts(connections).length).toBeGreaterThan(1);
  expect((await connections.practice('company')).practisedAs).toBe('company');
  expect(ruts(connections)).toEqual([agency.importer.rut]);

  const next = setUp({ preferences }).connections;
  expect(await next.list()).toMatchObject([{ isPractice: true, practisedAs: 'company' }]);
  expect(ruts(next)).toEqual([agency.importer.rut]);
  // Opened without a choice, it stays as it was.
  await next.practice();
  expect(ruts(next)).toEqual([agency.importer.rut]);
  await next.practice('agency');
  expect(ruts(next).length).toBeGreaterThan(1);
});

test('whoever chooses how to try the practice agency has the clients that were removed from its book again', async () => {
  const preferences = memoryPreferences();
  const { connections } = setUp({ preferences });
  await connections.practice('company');
  const directory = createClientDirectory(preferences, () => connections.practiceAgency.clients());
  expect(ownCompany('unsaid', directory.list())?.rut).toBe(agency.importer.rut);
  expect(directory.remove([agency.importer.rut])).toEqual([]);
  await connections.practice();
  expect(directory.list()).toEqual([]);
  await connections.practice('company');
  expect(ownCompany('unsaid', directory.list())?.rut).toBe(agency.importer.rut);
});

test('a client keeps its rules when it is pasted again, and loses only these where they are damaged', () => {
  const client = { name: 'ACME', email: '', folder: '', rut: agency.importer.rut };
  const rules = { types: ['DIN'] };
  const preferences = memoryPreferences({ clients: [{ ...client, rules: { types: 'DIN' } }] });
  const directory = createClientDirectory(preferences, () => []);
  expect(directory.list()).toEqual([client]);
  expect(directory.save([{ ...client, rules }])).toEqual([{ ...client, rules }]);
  expect(directory.save([{ ...client, name: 'ACME S.A.' }])).toEqual([
    { ...client, name: 'ACME S.A.', rules },
  ]);
  expect(directory.save([{ ...client, rules: {} }])).toEqual([client]);
});

test('an administrator’s folder and template come before those of a client’s rules', () => {
  const rut = agency.importer.rut;
  const rules = { types: ['DIN'], folder: '/acme', template: '{type}' };
  const clients = {
    list: () => [{ rut, rules, name: 'ACME', email: 'ana@acme.example', folder: '' }],
  };
  const settings = settingsSchema.parse({ documentOrders: { [rut]: ['B/L'] } });
  const own = { types: ['DIN'], email: 'ana@acme.example', order: ['B/L'] };
  expect(readClientRules(clients, { settings, managed: [] })(rut)).toEqual({ ...rules, ...own });
  expect(readClientRules(clients, { settings, managed: ['folder', 'template'] })(rut)).toEqual(own);
  expect(readClientRules(clients, { settings, managed: [] })('1-9')).toEqual({ email: '' });
});

test('what is kept of other clients keeps their names for whoever goes over to the importer’s view', async () => {
  const preferences = memoryPreferences();
  const { connections } = setUp({ preferences });
  await connections.practice('company');
  const directory = createClientDirectory(preferences, () => connections.practiceAgency.clients());
  const names = createNames(directory, connections, { elapsed: () => 0 });
  const other = agency.clients.find(({ rut }) => rut !== agency.importer.rut);
  expect(other?.name).toMatch(/\w/);
  expect(names.rows.client(other?.rut ?? '')).toBe(other?.name);
});

test('clients of one name have a folder and a name each in paths and lists', () => {
  const preferences = memoryPreferences();
  const { connections } = setUp({ preferences });
  const directory = createClientDirectory(preferences, () => []);
  const [one, two, other] = ['12345678-5', '9068826-K', '18972631-7'] as [Rut, Rut, Rut];
  const client = { email: '', folder: '', rules: {} };
  directory.save([
    { ...client, rut: one, name: 'ACME' },
    { ...client, rut: two, name: 'ACME' },
    { ...client, rut: other, name: 'ACME', folder: 'Acme Norte' },
  ]);
  const { paths, rows } = createNames(directory, connections, { elapsed: () => 0 });
  const folders = [one, two, other].map((rut) => paths.clientName({ rut }));
  expect(folders).toEqual(['ACME · 12.345.678-5', 'ACME · 9.068.826-K', 'Acme Norte']);
  expect(rows.client(two)).toBe('ACME · 9.068.826-K');
});

test('a client keeps the folder of its name where others of that name have a folder of their own', () => {
  const preferences = memoryPreferences();
  const { connections } = setUp({ preferences });
  const directory = createClientDirectory(preferences, () => []);
  const [one, two] = ['12345678-5', '9068826-K'] as [Rut, Rut];
  directory.save([
    { rut: one, name: 'ACME', email: '', folder: '', rules: {} },
    { rut: two, name: 'ACME', email: '', folder: 'Acme Norte', rules: {} },
  ]);
  const { paths, rows } = createNames(directory, connections, { elapsed: () => 0 });
  expect([one, two].map((rut) => paths.clientName({ rut }))).toEqual(['ACME', 'Acme Norte']);
  expect(rows.client(one)).toBe('ACME · 12.345.678-5');
});

test('names that a disk takes for one are kept apart in paths', () => {
  const preferences = memoryPreferences();
  const { connections } = setUp({ preferences });
  const directory = createClientDirectory(preferences, () => []);
  const [one, two] = ['12345678-5', '9068826-K'] as [Rut, Rut];
  directory.save([
    { rut: one, name: 'ACME', email: '', folder: '', rules: {} },
    { rut: two, name: 'Acme', email: '', folder: '', rules: {} },
  ]);
  const { paths } = createNames(directory, connections, { elapsed: () => 0 });
  expect([one, two].map((rut) => paths.clientName({ rut }))).toEqual([
    'ACME · 12.345.678-5',
    'Acme · 9.068.826-K',
  ]);
});

test('where only practising is allowed, real agencies are neither shown nor reached', async () => {
  const preferences = memoryPreferences();
  const secrets = memorySecrets();
  const real = await add(setUp({ preferences, secrets }).connections, 'Norte', 'norte');
  const { connections } = setUp({ preferences, secrets, practiceOnly: true });
  expect((await connections.list()).map(({ isPractice }) => isPractice)).toEqual([true]);
  expect((await errorOf(connections.access(real.id))).code).toBe('CONNECTION_UNKNOWN');
  expect((await errorOf(add(connections, 'Sur', 'sur'))).code).toBe('PRACTICE_ONLY');
  const access = { baseUrl: agency.baseUrl, agency: agency.agency, key: agency.key };
  expect((await errorOf(connections.tryOut(access))).code).toBe('PRACTICE_ONLY');
  expect((await errorOf(connections.addEphemeral(access))).code).toBe('PRACTICE_ONLY');
});

test('what is kept is read once, and again when somebody has changed it', async () => {
  const stored = memoryPreferences();
  let [revision, reads] = [0, 0];
  const preferences: Preferences = {
    get: (key) => {
      reads++;
      return stored.get(key);
    },
    change: (key, next) => {
      revision++;
      stored.change(key, next);
    },
    revision: () => String(revision),
  };
  const { connections } = setUp({ preferences });
  const names = () => connections.summaries().map(({ name }) => name);
  const { id } = await add(connections, 'Norte', 'norte');
  reads = 0;
  for (let times = 0; times < 50; times++) expect(names()).toEqual(['Norte']);
  expect(reads).toBeLessThanOrEqual(1);
  const elsewhere = setUp({ preferences }).connections;
  await elsewhere.change(id, draft('Sur', 'norte'));
  expect(names()).toEqual(['Sur']);
});

test('a connection that another process adds or removes is known at once', async () => {
  const folder = temporaryFolder();
  const secrets = memorySecrets();
  const here = setUp({ preferences: createPreferences(folder), secrets }).connections;
  const there = setUp({ preferences: createPreferences(folder), secrets }).connections;
  const names = () => here.summaries().map(({ name }) => name);
  expect(names()).toEqual([]);
  const { id } = await add(there, 'Norte', 'norte');
  expect(names()).toEqual(['Norte']);
  await there.remove(id);
  expect(names()).toEqual([]);
});

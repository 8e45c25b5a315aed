import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { checkTemplate } from '../../../../electron/downloads/index.ts';
import type { ManagedValues } from '../../../../electron/host.ts';
import {
  createConfigurationFile,
  readConfiguration,
} from '../../../../electron/search/configuration-file.ts';
import { createSettingsStore } from '../../../../electron/settings/settings.ts';
import type { Configuration } from '../../../../shared/model/configuration.ts';
import type { Client, Connection, ConnectionDraft } from '../../../../shared/model/connection.ts';
import type { SavedSearch, SavedSearchDraft } from '../../../../shared/model/search.ts';
import { plantedKey, someRut } from '../../../support/agency/client.ts';
import { memoryPreferences } from '../../../support/app/preferences.ts';
import { wordsDraft } from '../../../support/app/saved-searches.ts';
import { holds } from '../../../support/properties.ts';

/** A computer: its connections, clients and saved searches, in memory. */
function computer(name: string, policies: ManagedValues = {}) {
  const connections: Connection[] = [];
  const clients: Client[] = [];
  const saved: SavedSearch[] = [];
  const settings = createSettingsStore(memoryPreferences({ settings: { template: '{dispatch}' } }), policies);
  const addConnection = (draft: ConnectionDraft, key: Connection['key']): Connection => {
    const connection = {
      ...draft,
      id: `${name}-${connections.length}`,
      isPractice: false,
      isManaged: false,
      key,
    };
    connections.push(connection);
    return connection;
  };
  const file = createConfigurationFile({
    saved: {
      list: () => Promise.resolve(saved),
      create: (draft: SavedSearchDraft) => {
        const one = { ...draft, id: `${name}-s${saved.length}`, resultSetId: 'r', asOf: '', news: 0 };
        saved.push(one);
        return Promise.resolve(one);
      },
    },
    clients: {
      list: () => clients,
      save: (more) => {
        const ruts = new Set(more.map(({ rut }) => rut));
        const others = clients.filter(({ rut }) => !ruts.has(rut));
        clients.splice(0, clients.length, ...others, ...more);
      },
    },
    connections: {
      list: () => Promise.resolve(connections),
      addWithoutKey: (draft) => Promise.resolve(addConnection(draft, { kind: 'missing' })),
    },
    settings: settings.get,
    managedSettings: () => settings.view().managed,
    changeSettings: (change) => void settings.change(change),
    checkTemplate,
    desktop: {
      chooseSavePath: () => Promise.resolve(undefined),
      chooseFile: () => Promise.resolve(undefined),
    },
    writeFile: () => Promise.resolve(),
    texts: () => ({ save: '', load: '', name: '' }),
  });
  return { file, connections, clients, saved, addConnection, settings };
}

const search = (connectionId: string): SavedSearch => ({
  id: 's',
  resultSetId: 'r',
  asOf: '2026-11-20T12:00:00.000Z',
  news: 3,
  name: 'Octubre',
  question: {
    kind: 'range',
    connectionIds: [connectionId],
    ruts: [someRut],
    range: { kind: 'last-month' },
    types: { kind: 'all', operation: 'both' },
    complete: true,
  },
  view: { list: 'documents', columns: ['type'], sort: [], filter: 'x', group: 'type' },
  folder: 'D:\\Carpetas',
  template: '',
  refresh: { kind: 'hours', hours: 2 },
  downloadsNew: true,
  takesPapers: false,
});

/** A computer in use: two agencies, a client, a saved search. */
function usedComputer() {
  const used = computer('old');
  const key = { kind: 'kept', hint: 'AIza…9xyz', since: '2026-01-01' } as const;
  const { id } = used.addConnection({ name: 'Agencia', baseUrl: 'https://a.example', agency: 'a' }, key);
  used.addConnection({ name: 'Pruebas', baseUrl: 'https://b.example', agency: 'b' }, key);
  used.clients.push({ rut: someRut, name: 'Acme', email: 'x@example.cl', folder: '' });
  used.saved.push(search(id));
  return used;
}

test('a new computer asks the same queries after reading the file', async () => {
  const text = JSON.stringify(await usedComputer().file.current());
  const fresh = computer('new');
  expect(await fresh.file.add(readConfiguration(text))).toEqual({
    connections: 2,
    clients: 1,
    savedSearches: 1,
    withoutKey: 2,
  });
  expect(fresh.connections.map(({ name, baseUrl, agency }) => [name, baseUrl, agency])).toEqual([
    ['Agencia', 'https://a.example', 'a'],
    ['Pruebas', 'https://b.example', 'b'],
  ]);
  expect(fresh.saved[0]).toMatchObject({
    name: 'Octubre',
    question: { connectionIds: ['new-0'] },
    folder: '',
  });
  expect(fresh.settings.get().template).toBe('{dispatch}');
});

test('a name template of a client that does not work is left out, and its other rules are not', async () => {
  const [used, here] = [usedComputer(), computer('here')];
  const rules = { template: '{foo}', types: ['DIN'] };
  used.clients.splice(0, 1, { rut: someRut, name: 'Acme', email: '', folder: '', rules });
  await here.file.add(readConfiguration(JSON.stringify(await used.file.current())));
  expect(here.clients).toMatchObject([{ rut: someRut, rules: { types: ['DIN'] } }]);
  expect(here.clients[0]?.rules).not.toHaveProperty('template');
});

test('the order of documents goes with its client; a client that has one here keeps it', async () => {
  const [used, here] = [usedComputer(), computer('here')];
  const other = '96591760-8';
  used.settings.change({ documentOrders: { [someRut]: ['B/L', 'DIN'], [other]: ['FACTURA'] } });
  here.settings.change({ documentOrders: { [someRut]: ['DIN', 'B/L'] } });
  await here.file.add(readConfiguration(JSON.stringify(await used.file.current())));
  expect(here.settings.get().documentOrders).toEqual({ [someRut]: ['DIN', 'B/L'], [other]: ['FACTURA'] });
});

test('rules go with their client, without its folder; a client that has rules here keeps them', async () => {
  const rules = { types: ['DIN'], folder: 'Z:\\\\ACME', template: '{type}' };
  const client = { name: 'ACME', email: '', folder: '', rut: someRut };
  const used = computer('used');
  used.clients.push({ ...client, rules });
  const file = readConfiguration(JSON.stringify(await used.file.current()));
  expect(file.clients).toEqual([{ ...client, rules: { types: ['DIN'], template: '{type}' } }]);

  const fresh = computer('fresh');
  await fresh.file.add({ ...file, clients: [{ ...client, rules }] });
  expect(fresh.clients).toEqual(file.clients);

  const known = computer('known');
  known.clients.push({ ...client, name: 'La de aquí' });
  expect(await known.file.add(file)).toMatchObject({ clients: 0 });
  expect(known.clients).toEqual([{ ...file.clients[0], name: 'La de aquí' }]);

  const ruled = computer('ruled');
  ruled.clients.push({ ...client, rules: { types: ['B/L'] } });
  await ruled.file.add(file);
  expect(ruled.clients).toEqual([{ ...client, rules: { types: ['B/L'] } }]);
});

test('a file of an earlier version, without orders, leaves those here as they are', async () => {
  const { documentOrders: _, ...earlier } = await usedComputer().file.current();
  const here = computer('here');
  here.settings.change({ documentOrders: { [someRut]: ['DIN'] } });
  await here.file.add(readConfiguration(JSON.stringify(earlier)));
  expect(here.settings.get().documentOrders).toEqual({ [someRut]: ['DIN'] });
});

test.each([{ template: '{number}' }, { documentOrders: { [someRut]: ['DIN'] } }])(
  'what an administrator set stays, and the rest is read whole: %j',
  async (policies) => {
    const used = usedComputer();
    used.settings.change({ template: '{type}', documentOrders: { [someRut]: ['B/L'] } });
    const here = computer('here', policies);
    expect(await here.file.add(await used.file.current())).toMatchObject({ clients: 1, savedSearches: 1 });
    expect(here.settings.get()).toMatchObject({
      template: '{type}',
      documentOrders: { [someRut]: ['B/L'] },
      ...policies,
    });
  },
);

test('it holds no key, no hint of one, no folder of this computer and no stored row', async () => {
  const used = usedComputer();
  used.addConnection(
    { name: 'C', baseUrl: 'https://c.example', agency: 'c' },
    { kind: 'session', hint: plantedKey, since: '', reason: '' },
  );
  const text = JSON.stringify(await used.file.current());
  for (const secret of [plantedKey, 'AIza', 'D:', 'resultSetId', 'asOf']) expect(text).not.toContain(secret);
});

test('it holds nothing of what a saved search could not ask for', async () => {
  const used = usedComputer();
  const error = { code: 'NO_NETWORK', message: 'api.example' } as const;
  used.saved.push({ ...search('old-0'), incomplete: { tasks: 2, error } });
  const text = JSON.stringify(await used.file.current());
  for (const part of ['incomplete', 'NO_NETWORK', 'api.example']) expect(text).not.toContain(part);
});

test('what is here already stays as it is, and reading it twice adds nothing', async () => {
  const configuration = await usedComputer().file.current();
  const here = computer('here');
  const key = { kind: 'kept', hint: '', since: '' } as const;
  here.addConnection({ name: 'Otro nombre', baseUrl: 'https://a.example', agency: 'a' }, key);
  here.clients.push({ rut: someRut, name: 'Mi nombre', email: '', folder: '' });
  expect(await here.file.add(configuration)).toMatchObject({ connections: 1, clients: 0, withoutKey: 1 });
  expect(here.clients).toEqual([{ rut: someRut, name: 'Mi nombre', email: '', folder: '' }]);
  expect(here.saved[0]?.question).toMatchObject({ connectionIds: ['here-0'] });
  expect(await here.file.add(configuration)).toEqual({
    connections: 0,
    clients: 0,
    savedSearches: 0,
    withoutKey: 0,
  });
});

test('a search for words goes along with its filters, without an agency or a folder, and once', async () => {
  const used = computer('old');
  used.saved.push({ ...search(''), ...wordsDraft({ folder: 'D:\\Carpetas' }) });
  const text = JSON.stringify(await used.file.current());
  const fresh = computer('new');
  expect(await fresh.file.add(readConfiguration(text))).toMatchObject({ connections: 0, savedSearches: 1 });
  expect(fresh.saved).toMatchObject([wordsDraft()]);
  expect(await fresh.file.add(readConfiguration(text))).toMatchObject({ savedSearches: 0 });
});

test('saved searches of the practice agency stay at home', async () => {
  const used = usedComputer();
  const first = used.connections[0];
  if (first) used.connections[0] = { ...first, isPractice: true };
  const { connections, savedSearches } = await used.file.current();
  expect(connections.map(({ name }) => name)).toEqual(['Pruebas']);
  expect(savedSearches).toEqual([]);
});

describe('a file that is wrong', () => {
  const good = async () => JSON.parse(JSON.stringify(await usedComputer().file.current())) as Configuration;
  test.each<[string, (configuration: Configuration) => unknown, string]>([
    ['is of another version', (one) => ({ ...one, version: 2 }), 'version'],
    ['is of another program', ({ carpeta: _, ...one }) => one, 'carpeta'],
    ['has a client without a RUT', (one) => ({ ...one, clients: [{ name: 'x' }] }), 'clients.0.rut'],
    [
      'asks a connection that it does not hold',
      (one) => ({ ...one, connections: [] }),
      'savedSearches.0.question.connectionIds',
    ],
    [
      'leads to a connection without encryption',
      (one) => ({ ...one, connections: [{ ...one.connections[0], baseUrl: 'http://a.example' }] }),
      'connections.0.baseUrl',
    ],
    ['is a list', () => [], ''],
  ])('says where: it %s', async (_, change, path) => {
    const text = JSON.stringify(change(await good()));
    expect(() => readConfiguration(text)).toThrow(
      expect.objectContaining({ code: 'CONFIGURATION_INVALID', values: { path } }),
    );
  });
  test('says so when it is no JSON', () => {
    expect(() => readConfiguration('<html>')).toThrow(
      expect.objectContaining({ code: 'CONFIGURATION_INVALID' }),
    );
  });
  holds(
    'is never read in part, whatever it holds',
    fc.property(fc.oneof(fc.json(), fc.string()), (text) => {
      expect(() => readConfiguration(text)).toThrow(
        expect.objectContaining({ code: 'CONFIGURATION_INVALID' }),
      );
    }),
  );
});

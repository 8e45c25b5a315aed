import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { type App, createApp } from '../../electron/app.ts';
import type { CallName } from '../../shared/contract.ts';
import type { Configuration } from '../../shared/model/configuration.ts';
import type { Rut } from '../../shared/model/rut.ts';
import type { SavedSearchDraft } from '../../shared/model/search.ts';
import { errorOf } from '../support/agency/client.ts';
import { testHost } from '../support/app/host.ts';
import { memoryPreferences } from '../support/app/preferences.ts';
import { temporaryFolder } from '../support/disk/temporary-folder.ts';

let preferences = memoryPreferences();
let app: App;
let root: string;
let chosen: string;
const results: (string | undefined)[] = [];

beforeEach(async () => {
  preferences = memoryPreferences();
  root = temporaryFolder('chosen');
  chosen = join(root, 'Carpetas');
  mkdirSync(chosen);
  writeFileSync(join(chosen, 'SHA256SUMS'), '');
  await open();
});
afterEach(() => app.close());

async function open(): Promise<void> {
  const desktop = {
    chooseFolder: async () => results.shift(),
    chooseFile: async () => join(root, 'configuration.json'),
  };
  app = await createApp(testHost(join(root, 'home'), { kind: 'electron', preferences, desktop }));
}

async function choose(folder: string | undefined): Promise<void> {
  results.push(folder);
  await app.pageHandlers['folder.choose']({ title: 'Dónde' });
}

const draft = (folder: string): SavedSearchDraft => ({
  name: 'Facturas',
  question: {
    kind: 'range',
    connectionIds: ['a'],
    ruts: ['76086428-5' as Rut],
    range: { kind: 'last-month' },
    types: { kind: 'all', operation: 'both' },
    complete: false,
  },
  view: { list: 'documents', columns: [], sort: [], filter: '', group: 'none' },
  folder,
  template: '',
  refresh: { kind: 'by-hand' },
  downloadsNew: true,
  takesPapers: false,
});
const selection = { kind: 'some' as const, documents: [{ connectionId: 'a', id: 'b' }] };
const delivering = (folder: string) => ({ folder, language: 'en' as const });

/** Every call that names a folder, with that folder. */
const naming: Partial<Record<CallName, (folder: string) => Promise<unknown>>> = {
  'settings.change': (folder) => app.pageHandlers['settings.change']({ folder }),
  'saved.create': (folder) => app.pageHandlers['saved.create'](draft(folder)),
  'saved.change': (folder) => app.pageHandlers['saved.change']({ id: 'x', folder }),
  'clients.save': (folder) =>
    app.pageHandlers['clients.save']({
      clients: [{ rut: '76086428-5' as Rut, name: 'ACME', email: '', folder: '', rules: { folder } }],
    }),
  'folder.isThere': (folder) => app.pageHandlers['folder.isThere']({ folder }),
  'downloads.start': (folder) =>
    app.pageHandlers['downloads.start']({ selection, folder, withInactive: false, force: false }),
  'downloads.verify': (folder) => app.pageHandlers['downloads.verify']({ folder }),
  'downloads.importIndex': (folder) => app.pageHandlers['downloads.importIndex']({ folder }),
  'deliveries.merge': (folder) =>
    app.pageHandlers['deliveries.merge']({ ...delivering(folder), dispatches: [], withInactive: false }),
  'deliveries.zip': (folder) =>
    app.pageHandlers['deliveries.zip']({ documents: [], handoverIds: [], folder, name: 'x', mostBytes: 0 }),
  'deliveries.package': (folder) =>
    app.pageHandlers['deliveries.package']({ ...delivering(folder), text: '', fetch: false }),
};
async function codesFor(folder: string): Promise<Record<string, unknown>> {
  const codes: Record<string, unknown> = {};
  for (const [name, call] of Object.entries(naming)) {
    codes[name] = await call(folder).then(
      () => 'ok',
      (error: { code?: string }) => error.code,
    );
  }
  return codes;
}
const all = (code: unknown) => Object.fromEntries(Object.keys(naming).map((name) => [name, code]));

test('a page names folders that the person chose, and no others', async () => {
  expect(await codesFor(root)).toEqual(all('FOLDER_NOT_CHOSEN'));
  await choose(undefined);
  expect(await codesFor(chosen)).toEqual(all('FOLDER_NOT_CHOSEN'));
  await choose(chosen);
  for (const other of [root, join(chosen, '..'), join(chosen, 'inner'), `${chosen}x`]) {
    expect(await codesFor(other)).toEqual(all('FOLDER_NOT_CHOSEN'));
  }
  for (const own of [chosen, `${chosen}/`, join(chosen, 'inner', '..')]) {
    expect(Object.values(await codesFor(own))).not.toContain('FOLDER_NOT_CHOSEN');
  }
});

test('what was chosen before is known again after a restart, by where it stands', async () => {
  await choose(chosen);
  await app.pageHandlers['settings.change']({ folder: chosen });
  await app.close();
  await open();
  expect(await app.pageHandlers['downloads.verify']({ folder: chosen })).toMatchObject({ good: 0 });
  await app.pageHandlers['settings.change']({ folder: '' });
  expect((await errorOf(app.pageHandlers['downloads.verify']({ folder: chosen }))).code).toBe(
    'FOLDER_NOT_CHOSEN',
  );
});

test('a command of the terminal names its own folder', async () => {
  expect(await app.handlers['downloads.verify']({ folder: chosen })).toMatchObject({ good: 0 });
});

test('a configuration file that somebody made names no folder to download to', async () => {
  const configuration: Configuration = {
    carpeta: 'configuration',
    version: 1,
    connections: [{ id: 'a', name: 'Norte', baseUrl: 'https://servicio.example', agency: 'norte' }],
    clients: [],
    template: '{dispatch}/{type}',
    savedSearches: [draft(root)],
  };
  writeFileSync(join(root, 'configuration.json'), JSON.stringify(configuration));
  expect(readFileSync(join(root, 'configuration.json'), 'utf8')).toContain(JSON.stringify(root));
  expect(await app.pageHandlers['configuration.load'](undefined)).toMatchObject({ savedSearches: 1 });
  expect((await app.handlers['saved.list'](undefined)).map(({ folder }) => folder)).toEqual(['']);
});

import { readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { type Disk, realDisk } from '../../../electron/downloads/index.ts';
import type { ClientRules, RuleName } from '../../../shared/model/client-rules.ts';
import type { DocumentKey } from '../../../shared/model/document.ts';
import { type PracticeAgency, startPractice } from '../../support/agency/practice-agency.ts';
import {
  type DownloadsFixture,
  isEnded,
  openFixture,
  removeHome,
} from '../../support/app/downloads-fixture.ts';

const all: RuleName[] = ['types', 'folder', 'template'];

let agency: PracticeAgency;
let fixture: DownloadsFixture;
let rules: Record<string, ClientRules>;
/** Called before a folder is created. */
let onMakeFolder: (path: string) => void;
let documents: DocumentKey[];
/** The RUTs of the clients of `documents`. */
let first: string;
let second: string;

beforeEach(async () => {
  rules = {};
  onMakeFolder = () => undefined;
  const makeFolder: Disk['makeFolder'] = async (path) => {
    onMakeFolder(path);
    await realDisk.makeFolder(path);
  };
  agency = await startPractice();
  fixture = await openFixture({
    agency,
    overrides: {
      disk: { ...realDisk, makeFolder },
      readRules: () => (rut) => ({ ...rules[rut], email: '' }),
    },
  });
  [first = '', second = ''] = agency.clients.map(({ rut }) => rut);
  documents = [
    ...(await fixture.find({ client: 0, atMost: 6 })),
    ...(await fixture.find({ client: 1, atMost: 4 })),
  ];
});
afterEach(async () => {
  await fixture.close();
  removeHome(fixture);
  await agency.close();
});

async function download(request: { rules?: RuleName[] }) {
  const { batchId, batchIds = [batchId] } = await fixture.downloads.start({
    selection: { kind: 'some', documents },
    folder: fixture.folder,
    template: '{client}/{nn}',
    name: 'Octubre',
    withInactive: false,
    force: false,
    ...request,
  });
  for (const id of batchIds) await fixture.until(id, isEnded);
  const batches = await fixture.downloads.list();
  return batchIds.flatMap((id) => batches.filter((batch) => batch.id === id));
}

async function typesOf(rut: string): Promise<string[]> {
  const selected = await fixture.store.listSelected({ kind: 'some', documents });
  return [...new Set(selected.filter((one) => one.rut === rut).map(({ type }) => type))];
}

test('documents of each client go to its own folder, under its own names', async () => {
  const folder = join(fixture.home, 'De la primera');
  rules[first] = { folder, template: '{dispatch}/{nn}_{type}' };
  const batches = await download({ rules: all });
  expect(batches).toMatchObject([
    { folder, template: '{dispatch}/{nn}_{type}', documents: 6, name: expect.stringMatching(/ · Octubre$/) },
    { folder: fixture.folder, template: '{client}/{nn}', documents: 4 },
  ]);
  expect(readdirSync(folder).some((name) => /^\d+$/.test(name))).toBe(true);
});

test('a client whose folder is the chosen one makes no batch of its own', async () => {
  rules[first] = { folder: fixture.folder, template: '{client}/{nn}' };
  expect(await download({ rules: all })).toMatchObject([
    { folder: fixture.folder, documents: 10, name: 'Octubre' },
  ]);
});

test('batches of several clients each are told apart by the clients that have rules', async () => {
  documents.push(
    ...(await fixture.find({ client: 2, atMost: 2 })),
    ...(await fixture.find({ client: 3, atMost: 2 })),
  );
  const folder = join(fixture.home, 'De dos');
  rules[first] = { folder };
  rules[second] = { folder };
  const [one, other] = agency.clients;
  const batches = await download({ rules: all });
  expect(batches.map(({ folder: to, name }) => [to, name])).toEqual([
    [folder, `${one?.name}, ${other?.name} · Octubre`],
    [fixture.folder, 'Octubre'],
  ]);
});

test('what was chosen by hand comes before the rules', async () => {
  rules[first] = { folder: join(fixture.home, 'De la primera'), template: '{type}' };
  expect(await download({ rules: ['types'] })).toMatchObject([
    { folder: fixture.folder, template: '{client}/{nn}', documents: 10, name: 'Octubre' },
  ]);
});

test('a type that the rules of its client leave out is not downloaded, and is counted before', async () => {
  const [type = ''] = await typesOf(first);
  const selected = await fixture.store.listSelected({ kind: 'some', documents });
  const isLeftOut = (one: (typeof selected)[number]) => one.rut === first && one.type !== type;
  const leftOut = selected.filter(isLeftOut).length;
  rules[first] = { types: [type] };
  const request = { selection: { kind: 'some' as const, documents }, withInactive: false, rules: all };
  expect(leftOut).toBeGreaterThan(0);
  expect(await fixture.downloads.summary(request)).toMatchObject({
    documents: 10 - leftOut,
    ruled: { ruts: [first], leftOut },
  });
  expect(await fixture.downloads.summary({ ...request, rules: [] })).toMatchObject({
    documents: 10,
    ruled: { ruts: [first], leftOut: 0 },
  });
  expect(await download({ rules: all })).toMatchObject([{ documents: 10 - leftOut }]);
});

test('nothing is downloaded where the rules leave out everything', async () => {
  rules[first] = { types: ['NADA'] };
  rules[second] = { types: ['NADA'] };
  await expect(download({ rules: all })).rejects.toMatchObject({ code: 'NOTHING_SELECTED' });
});

test('an inactive document counts as left out by its type only where inactive ones are wanted', async () => {
  const [one] = documents;
  if (!one) throw new Error('there is no document');
  const database = new DatabaseSync(join(fixture.home, 'carpeta.db'));
  database.prepare('UPDATE document SET is_active = 0 WHERE document_id = ?').run(one.id);
  database.close();
  rules[first] = { types: ['NADA'] };
  const request = { selection: { kind: 'some' as const, documents }, rules: all };
  expect(await fixture.downloads.summary({ ...request, withInactive: false })).toMatchObject({
    ruled: { leftOut: 5 },
  });
  expect(await fixture.downloads.summary({ ...request, withInactive: true })).toMatchObject({
    ruled: { leftOut: 6 },
  });
});

test('a template that is wrong starts no batch of the others', async () => {
  rules[second] = { template: '{nada}' };
  await expect(download({ rules: all })).rejects.toMatchObject({ code: 'NAME_TEMPLATE_INVALID' });
  expect(await fixture.downloads.list()).toEqual([]);
});

test('a folder that is away starts no batch of the others', async () => {
  const file = join(fixture.home, 'un archivo');
  writeFileSync(file, '');
  rules[second] = { folder: join(file, 'carpeta') };
  await expect(download({ rules: all })).rejects.toMatchObject({ values: { path: expect.any(String) } });
  expect(await fixture.downloads.list()).toEqual([]);
});

test('a batch that does not begin after another is told beside it', async () => {
  const folder = join(fixture.home, 'De la segunda');
  rules[second] = { folder };
  let times = 0;
  onMakeFolder = (path) => {
    // The disk fills after the check before the first batch.
    if (path === folder && ++times > 1) throw Object.assign(new Error('full'), { code: 'ENOSPC' });
  };
  const started = await fixture.downloads.start({
    selection: { kind: 'some', documents },
    folder: fixture.folder,
    name: 'Octubre',
    withInactive: false,
    force: false,
    rules: all,
  });
  expect(started).toEqual({
    batchId: expect.any(String),
    notStarted: [
      {
        folder,
        name: expect.stringMatching(/ · Octubre$/),
        error: expect.objectContaining({ code: 'DISK_FULL' }),
      },
    ],
  });
  expect(await fixture.until(started.batchId, isEnded)).toMatchObject({ documents: 6 });
  expect(await fixture.downloads.list()).toHaveLength(1);
});

import { cpSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import type { DocumentKey } from '../../../shared/model/document.ts';
import type { Batch } from '../../../shared/model/download.ts';
import type { PracticeAgency } from '../../support/agency/practice-agency.ts';
import {
  type DownloadsFixture,
  isEnded,
  openFixture,
  practice,
  removeHome,
} from '../../support/app/downloads-fixture.ts';
import { temporaryFolder } from '../../support/disk/temporary-folder.ts';
import { damageRow, zeroPage } from '../../support/faults/damage-store.ts';

// Each test damages a copy of a store whose documents were downloaded once, and asks for them again.
let agency: PracticeAgency;
let first: DownloadsFixture;
let documents: DocumentKey[];
beforeAll(async () => {
  agency = await practice();
  first = await openFixture({ agency });
  documents = (await first.find({ atMost: 40 })).filter(({ id }) => agency.data.document(id)?.file);
  await first.until(await first.start(documents));
  await first.close();
});
afterAll(async () => {
  removeHome(first);
  await agency.close();
});

let home: string;
let store: string;
let fixture: DownloadsFixture | undefined;
beforeEach(() => {
  home = temporaryFolder('damaged');
  store = join(home, 'carpeta.db');
  cpSync(first.home, home, { recursive: true });
  change('UPDATE destination SET folder = ?', join(home, 'Carpetas'));
});
afterEach(async () => {
  await fixture?.close();
  fixture = undefined;
});

/** Does something to the store that nobody has open. */
function change(statement: string, ...input: string[]): void {
  const database = new DatabaseSync(store);
  database.prepare(statement).run(...input);
  database.close();
}

function middleOf(table: string): number {
  const database = new DatabaseSync(store);
  const row = database.prepare(`SELECT count(*) AS rows FROM ${table}`).get();
  database.close();
  return Math.floor(Number(row?.['rows']) / 2);
}

/** Downloads the documents again, into a folder; gives the batch when it has ended. */
async function downloadAgain(folder: string): Promise<Batch> {
  fixture = await openFixture({ agency, home, overrides: { onError: () => undefined } });
  expect(fixture.store.setAside).toBeUndefined();
  return fixture.until(await fixture.start(documents, { folder: join(home, folder) }), isEnded);
}

/** Every document has its verdict, here and in the index; gives those of the failed. */
async function failuresOf({ id, counts, indexError }: Batch, folder: string): Promise<unknown[]> {
  expect(counts).toMatchObject({ waiting: 0, transferring: 0 });
  expect(counts.here + counts.done + counts.failed).toBe(documents.length);
  expect(indexError).toBeUndefined();
  const failed = ((await fixture?.verdicts(id)) ?? []).filter(({ state }) => state === 'failed');
  expect(failed).toHaveLength(counts.failed);
  const index = readFileSync(join(home, folder, 'indice.csv'), 'utf8');
  for (const document of documents) expect(index).toContain(document.id);
  // Where the index names a file of it already, that is what it says.
  const named = index.match(/\(ROW_UNREADABLE\)/g)?.length ?? 0;
  expect(named).toBe(folder === 'Carpetas' ? 0 : counts.failed);
  return failed.map(({ error }) => error?.code);
}

test.each([
  ['Carpetas', 'holding'],
  ['Carpetas', 'place'],
  ['Carpetas', 'transfer'],
  ['Carpetas', 'document'],
  ['Carpetas', 'document_body'],
  ['Otra', 'holding'],
  ['Otra', 'document'],
  ['Otra', 'document_body'],
])('of documents for %s one damaged row of %s costs its own, which is told', async (folder, table) => {
  // A transfer that is damaged is one of the batch before.
  damageRow(store, table, middleOf(table));
  const batch = await downloadAgain(folder);
  expect(await failuresOf(batch, folder)).toEqual(['ROW_UNREADABLE']);
});

test.each([
  ['Carpetas', 'destination'],
  ['Carpetas', 'document_text'],
  ['Carpetas', 'paper_number'],
  ['Carpetas', 'dispatch_folder'],
  ['Otra', 'destination'],
  ['Otra', 'place'],
  ['Otra', 'transfer'],
  ['Otra', 'dispatch_folder'],
  ['Otra', 'folder_spelling'],
])('of documents for %s a damaged row of %s costs none', async (folder, table) => {
  damageRow(store, table, middleOf(table));
  expect(await failuresOf(await downloadAgain(folder), folder)).toEqual([]);
});

test.each([
  ['Carpetas', 'holding'],
  ['Carpetas', 'place'],
  ['Carpetas', 'transfer'],
  ['Otra', 'document'],
  ['Otra', 'document_body'],
])('of documents for %s a page of %s that is lost costs what stood in it', async (folder, table) => {
  zeroPage(store, table, middleOf(table));
  const batch = await downloadAgain(folder);
  expect(new Set(await failuresOf(batch, folder))).toEqual(new Set(['ROW_UNREADABLE']));
  expect(batch.counts.failed).toBeLessThan(documents.length);
});

test.each([
  ['document_body', `fields = '{"folio":'`],
  ['document_body', `fields = '[]'`],
  ['document_body', `item = x'ff'`],
])('a row of %s with %s costs its own document', async (table, damage) => {
  const row = `(SELECT id FROM document WHERE document_id = ?)`;
  change(`UPDATE ${table} SET ${damage} WHERE document = ${row}`, documents[3]?.id ?? '');
  const batch = await downloadAgain('Otra');
  expect(await failuresOf(batch, 'Otra')).toEqual(['ROW_UNREADABLE']);
});

test('a damaged row of an earlier batch costs no document of another', async () => {
  damageRow(store, 'download_batch', 0);
  fixture = await openFixture({ agency, home, overrides: { onError: () => undefined } });
  const batch = await fixture.until(await fixture.start(documents, { folder: join(home, 'Otra') }));
  expect(await failuresOf(batch, 'Otra')).toEqual([]);
});

import { rmSync } from 'node:fs';
import type { DatabaseSync, StatementSync } from 'node:sqlite';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { openStore, type Store } from '../../../../../electron/database/index.ts';
import { openForReading } from '../../../../../electron/database/open-database.ts';
import { readDispatches } from '../../../../../electron/database/reports/dispatch-facts.ts';
import { StatedFindings } from '../../../../../electron/database/reports/stated-findings.ts';
import type { DocumentFact } from '../../../../../electron/database/text-index/fact-queries.ts';
import { temporaryStore } from '../../../../support/database/store.ts';
import { acme, document, octoberInvoices } from '../../../../support/samples/documents.ts';

let temporary: Awaited<ReturnType<typeof temporaryStore>>;
let store: Store;
/** Windows removes no file that is open. */
const readers: DatabaseSync[] = [];
beforeEach(async () => {
  temporary = await temporaryStore();
  store = temporary.store;
  await storeInvoices();
});
afterEach(async () => {
  for (const reader of readers.splice(0)) reader.close();
  await temporary.remove();
});

const connectionId = 'agency';
const ids = Array.from({ length: 40 }, (_, index) => `d${index}`);

/** An invoice with folio 7 in each of forty dispatches. */
const storeInvoices = () =>
  store.upsertPage({
    connectionId,
    rut: acme,
    query: { ...octoberInvoices, rut: acme },
    at: '2026-11-20T12:00:00.000Z',
    documents: ids.map((id, index) => document({ id, folio: '7', dispatchNumber: String(1000 + index) })),
  });

const stating = (value: string): DocumentFact => ({
  form: 'invoice',
  name: 'number',
  value,
  page: 1,
  line: `Factura ${value}`,
  isScanned: false,
});

/** Compares the index with these files, each a content of its own by its text. */
async function note(files: Readonly<Record<string, string>>): Promise<void> {
  const pass = await store.beginTextPass();
  const indexable = Object.entries(files).map(([id, sha256]) => ({
    connectionId,
    id,
    sha256,
    path: `/f/${id}`,
    size: 1,
    isAway: false,
  }));
  await store.noteTextFiles(pass, indexable);
  await store.endTextPass(pass);
}

/** Reads the files that wait; each states the number that its content is. */
async function readWaiting(): Promise<void> {
  const waiting = await store.listWaitingTexts(100);
  await store.storeTexts(
    waiting.map(({ rowId, sha256 }) => ({
      rowId,
      sha256,
      ownPages: 1,
      pages: 1,
      unreadPages: 0,
      scans: [],
      reason: '' as const,
      words: [],
      facts: [stating(sha256)],
    })),
  );
}

/** A reader of the database that counts the rows that its statements return. */
function countingReader() {
  let rows = 0;
  const opened = openForReading(temporary.path);
  readers.push(opened);
  const bound = <Target extends object>(target: Target, name: string | symbol): unknown => {
    const value: unknown = Reflect.get(target, name, target);
    return typeof value === 'function' ? value.bind(target) : value;
  };
  const counted = (statement: StatementSync) =>
    new Proxy(statement, {
      get: (target, name) => {
        if (name !== 'all') return bound(target, name);
        return (...input: Parameters<StatementSync['all']>) => {
          const found = target.all(...input);
          rows += found.length;
          return found;
        };
      },
    });
  const database = new Proxy(opened, {
    get: (target, name) =>
      name === 'prepare' ? (sql: string) => counted(target.prepare(sql)) : bound(target, name),
  });
  const findings = new StatedFindings(database, readDispatches(opened, {}, '2026-11-20'));
  const list = () => findings.list().map(({ reason, dispatches }) => [reason.kind, dispatches[0]?.number]);
  return { list, countRows: () => rows };
}

const right = Object.fromEntries(ids.map((id) => [id, '7']));

test('one more file that is read costs its own dispatch, and finds what a reading of all finds', async () => {
  await note(right);
  await readWaiting();
  const { list, countRows } = countingReader();
  expect(list()).toEqual([]);
  const ofAll = countRows();
  expect(ofAll).toBeGreaterThan(ids.length);
  await note({ ...right, d3: '88' });
  await readWaiting();
  expect(list()).toEqual([['folio-differs', '1003']]);
  // Of the one dispatch: its row, its document, what the service says of it, and the document that is shown.
  expect(countRows() - ofAll).toBeLessThanOrEqual(5);
  expect(list()).toEqual([['folio-differs', '1003']]);
  expect(countRows() - ofAll).toBeLessThanOrEqual(5);
  expect(countingReader().list()).toEqual([['folio-differs', '1003']]);
});

test('nothing is found any more of a file that states another thing, is gone, or was cleared', async () => {
  await note({ ...right, d1: '88', d2: '99' });
  await readWaiting();
  const { list } = countingReader();
  expect(list()).toEqual([
    ['folio-differs', '1001'],
    ['folio-differs', '1002'],
  ]);
  await note({ ...right, d2: '99' });
  await readWaiting();
  expect(list()).toEqual([['folio-differs', '1002']]);
  const { d2: _, ...others } = right;
  await note(others);
  expect(list()).toEqual([]);
  await note({ ...right, d2: '99' });
  await readWaiting();
  expect(list()).toEqual([['folio-differs', '1002']]);
  await store.clearTexts();
  expect(list()).toEqual([]);
});

test('an index that was made anew is read anew', async () => {
  await note({ ...right, d1: '88' });
  await readWaiting();
  const { list } = countingReader();
  expect(list()).toEqual([['folio-differs', '1001']]);
  await store.close();
  for (const suffix of ['', '-wal', '-shm']) rmSync(`${temporary.path}.texts${suffix}`, { force: true });
  store = temporary.store = await openStore(temporary.path);
  await note({ ...right, d2: '99' });
  await readWaiting();
  expect(list()).toEqual([['folio-differs', '1002']]);
});

import {
  existsSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { openStore } from '../../../electron/database/index.ts';
import { migrations } from '../../../electron/database/migrations/index.ts';
import { openDatabase, openForReading, suspicionOf } from '../../../electron/database/open-database.ts';
import { upsertPage } from '../../../electron/database/queries/documents.ts';
import { registerIpcHandlers } from '../../../electron/database/worker-calls.ts';
import { selected } from '../../support/database/store.ts';
import { acme, document, octoberInvoices } from '../../support/samples/documents.ts';
import { skippedFor } from '../../support/skipped.ts';

let folder: string;
let path: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'carpeta-store-'));
  path = join(folder, 'carpeta.db');
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

const at = '2026-11-20T13:00:00.000Z';
const page = {
  connectionId: 'agency',
  rut: acme,
  query: octoberInvoices,
  at,
  documents: [document({ id: 'a' })],
};
const chosen = { kind: 'some' as const, documents: [{ connectionId: 'agency', id: 'a' }] };

/** What a file holds: its version, its tables and indexes. */
function schemaOf(database: DatabaseSync) {
  return {
    version: database.prepare('PRAGMA user_version').get()?.['user_version'],
    schema: database.prepare('SELECT name, sql FROM sqlite_schema ORDER BY name').all(),
  };
}

describe('a file of an older version', () => {
  const first = { stamp: 1, sql: 'CREATE TABLE note (text TEXT NOT NULL) STRICT' };
  const second = { stamp: 2, sql: "ALTER TABLE note ADD COLUMN at TEXT NOT NULL DEFAULT 'unknown'" };

  test('is brought to the newest, with what it holds', () => {
    const old = openDatabase(path, [first]).database;
    old.exec("INSERT INTO note VALUES ('kept')");
    old.close();
    const { database } = openDatabase(path, [first, second]);
    expect(database.prepare('SELECT * FROM note').all()).toEqual([{ text: 'kept', at: 'unknown' }]);
    expect(schemaOf(database).version).toBe(2);
    database.close();
  });

  test('stays as it was when a step fails, and opens when the step has been mended', () => {
    openDatabase(path, [first]).database.close();
    expect(() => openDatabase(path, [first, second, { stamp: 3, sql: 'DROP TABLE nothing' }])).toThrow();
    const { database } = openDatabase(path, [first]);
    expect(schemaOf(database).version).toBe(1);
    database.close();
    const mended = openDatabase(path, [first, second]).database;
    expect(schemaOf(mended).version).toBe(2);
    mended.close();
  });

  test('becomes, from every version, what a new file is', () => {
    const fresh = openDatabase(join(folder, 'fresh.db')).database;
    for (let version = 0; version < migrations.length; version++) {
      const from = join(folder, `${version}.db`);
      openDatabase(from, migrations.slice(0, version)).database.close();
      const { database } = openDatabase(from);
      expect(schemaOf(database)).toEqual(schemaOf(fresh));
      database.close();
    }
    fresh.close();
  });
});

test("answers of a file from before they had leases are kept, and are nobody's", async () => {
  const old = openDatabase(path, migrations.slice(0, 1)).database;
  old.exec(`INSERT INTO result_set (uuid, question, state, owner, created_at, asked_at, touched_at, run)
    VALUES ('answer', '{"kind":"range","connectionIds":["agency"]}', 'running', 77, '${at}', '${at}', '${at}', 1)`);
  old.close();
  const store = await openStore(path);
  expect(store.setAside).toBeUndefined();
  expect(await store.readResultSet('answer')).toMatchObject({ state: 'running', owner: '', leaseUntil: 0 });
  await store.close();
});

test('dates that documents write in their own way sort, and are found, by their day in a file from before they did', () => {
  const old = openDatabase(path, migrations.slice(0, 3)).database;
  // What writes today wants columns that came later.
  const later = ['day_arrival', 'day_due', 'day_withdrawal'];
  for (const name of later)
    old.exec(`ALTER TABLE dispatch_object ADD COLUMN ${name} TEXT NOT NULL DEFAULT ''`);
  upsertPage(old, {
    ...page,
    documents: [document({ id: 'a', issueDate: '28/10/2026' })],
  });
  for (const name of later) old.exec(`ALTER TABLE dispatch_object DROP COLUMN ${name}`);
  old.exec(
    `UPDATE document SET key_date = '0228/0210/042026'; UPDATE document_text SET text = 'factura' || char(10) || '28/10/2026';
     UPDATE dispatch_object SET text = '05/03/2024'; UPDATE dispatch SET text = '410887'`,
  );
  old.close();
  const { database } = openDatabase(path);
  expect(
    database.prepare('SELECT key_date, text FROM document d JOIN document_text t ON t.document = d.id').all(),
  ).toEqual([{ key_date: '2026-10-28', text: 'factura\n28/10/2026\n28-10-2026' }]);
  expect(database.prepare('SELECT text FROM dispatch_object').all()).toEqual([
    { text: '05/03/2024\n05-03-2024' },
  ]);
  expect(database.prepare('SELECT text FROM dispatch').all()).toEqual([{ text: '410887' }]);
  database.close();
});

test.each([
  ['C:\\Carpetas', 'C:\\Carpetas\\Año\\1 DIN.pdf'],
  ['D:\\', 'D:\\Año\\1 DIN.pdf'],
  ['\\\\servidor\\carpetas', '\\\\servidor\\carpetas\\Año\\1 DIN.pdf'],
  ['/home/ana/Car\\petas', '/home/ana/Car\\petas/Año/1 DIN.pdf'],
])(
  'a file in %s that an earlier version brought is found by the path that its system writes',
  (into, whole) => {
    const old = openDatabase(path, migrations.slice(0, 7)).database;
    old.prepare('INSERT INTO destination (folder) VALUES (?)').run(into);
    old.exec(`INSERT INTO holding (destination, connection_id, document_id, path, size, sha256, modified, request_id, at)
    VALUES (1, 'agency', 'a', 'Año/1 DIN.pdf', 1, '', 0, '', '${at}')`);
    old.close();
    const { database, setAside } = openDatabase(path);
    expect(setAside).toBeUndefined();
    expect(database.prepare('SELECT path FROM kept_file').all()).toEqual([{ path: whole }]);
    database.close();
  },
);

test('a file of a newer version is refused and left as it is', async () => {
  const { database } = openDatabase(path);
  database.exec('PRAGMA user_version = 999');
  database.close();
  await expect(openStore(path)).rejects.toMatchObject({ code: 'STORE_NEWER', values: { version: 999 } });
  expect(readdirSync(folder).filter((name) => name.includes('damaged'))).toEqual([]);
});

test('a file that is no database is set aside whole, and a new one begun', async () => {
  writeFileSync(path, 'this was a database once, or so it says'.repeat(200));
  const before = readFileSync(path);
  const store = await openStore(path);
  expect(store.setAside).toBe(`${path}.damaged`);
  expect(readFileSync(`${path}.damaged`)).toEqual(before);
  await store.upsertPage(page);
  expect(await selected(store, chosen)).toHaveLength(1);
  await store.close();
});

test('each damaged file is set aside under a name of its own', async () => {
  for (const name of ['damaged', 'damaged-2']) {
    writeFileSync(path, 'x'.repeat(5000));
    for (const suffix of ['-wal', '-shm']) rmSync(path + suffix, { force: true });
    const store = await openStore(path);
    expect(store.setAside).toBe(`${path}.${name}`);
    await store.close();
  }
});

test('damage inside hides no document when it is met, and the file is set aside at the next start', async () => {
  const store = await openStore(path);
  await store.upsertPage({
    ...page,
    documents: Array.from({ length: 300 }, (_, index) =>
      document({ id: `a${index}`, more: { text: 'x'.repeat(500) } }),
    ),
  });
  await store.close();
  spoil(path);
  const spoilt = await openStore(path);
  expect(spoilt.setAside).toBeUndefined();
  const documents = Array.from({ length: 300 }, (_, index) => ({ connectionId: 'agency', id: `a${index}` }));
  const met = await spoilt.documentsAt(await spoilt.selectRows({ kind: 'some', documents }));
  expect(met.documents.length + met.unreadable.length).toBe(300);
  expect(met.unreadable).toContainEqual(expect.objectContaining({ connectionId: 'agency', id: 'a7' }));
  await spoilt.close();
  expect(existsSync(suspicionOf(path))).toBe(true);
  const fresh = await openStore(path);
  expect(fresh.setAside).toBe(`${path}.damaged`);
  expect(existsSync(suspicionOf(path))).toBe(false);
  expect(await selected(fresh, { kind: 'some', documents })).toEqual([]);
  await fresh.close();
});

/** Overwrites the pages that hold the documents' bodies. */
function spoil(file: string): void {
  const database = new DatabaseSync(file);
  const pages = database
    .prepare(
      "SELECT pageno FROM dbstat WHERE name IN ('document_body', 'document_text') AND pagetype = 'leaf'",
    )
    .all()
    .map((row) => Number(row['pageno']));
  database.close();
  const bytes = readFileSync(file);
  for (const page of pages) bytes.fill(0xff, (page - 1) * 4096, page * 4096);
  writeFileSync(file, bytes);
}

test('a commit is on the disk for sure, what is deleted is overwritten, and sorting makes no files of clients’ data', () => {
  const { database } = openDatabase(path);
  const reader = openForReading(path);
  const set = (of: DatabaseSync, name: string) => Object.values(of.prepare(`PRAGMA ${name}`).get() ?? {})[0];
  // FULL, ON and MEMORY (sqlite.org, Pragma statements).
  expect([set(database, 'synchronous'), set(database, 'secure_delete')]).toEqual([2, 1]);
  expect([set(database, 'temp_store'), set(reader, 'temp_store')]).toEqual([2, 2]);
  reader.close();
  database.close();
});

test('two processes may have the same file open, and see what the other has written', async () => {
  const [one, other] = [await openStore(path), await openStore(path)];
  await one.upsertPage(page);
  expect(await selected(other, chosen)).toHaveLength(1);
  await other.upsertPage({ ...page, documents: [document({ id: 'a', folio: '77' })] });
  expect((await selected(one, chosen))[0]?.folio).toBe('77');
  await one.close();
  await other.close();
});

test('a closed store is whole in its one file, and says that it is closed', async () => {
  const store = await openStore(path);
  await store.upsertPage(page);
  await store.close();
  expect(readdirSync(folder)).toEqual(['carpeta.db']);
  await expect(store.upsertPage(page)).rejects.toMatchObject({ code: 'CANCELLED' });
  const database = new DatabaseSync(path);
  expect(database.prepare('PRAGMA integrity_check').get()).toEqual({ integrity_check: 'ok' });
  database.close();
});

describe(
  'a file that cannot be read',
  skippedFor(process.platform !== 'linux' && 'only Linux tells what is open'),
  () => {
    test.each([
      [
        'no store',
        () => openDatabase(path, [{ stamp: 1, sql: 'CREATE TABLE note (text)' }]).database.close(),
      ],
      ['damaged', () => writeFileSync(path, 'x'.repeat(5_000))],
    ])('because it is %s is not kept open, however often it is tried', (_, make) => {
      make();
      const outcomes: boolean[] = [];
      const perform = registerIpcHandlers({ path, role: 'reader', isRestart: false }, ([, { ok }]) =>
        outcomes.push(ok),
      );
      const before = timesOpen(path);
      for (const call of [1, 2, 3]) perform([call, 'open', []]);
      expect(outcomes).toEqual([false, false, false]);
      expect(timesOpen(path)).toBe(before);
    });
  },
);

/** How often this process has a file open. */
function timesOpen(file: string): number {
  return readdirSync('/proc/self/fd').filter((number) => {
    try {
      return readlinkSync(join('/proc/self/fd', number)) === file;
    } catch {
      // The one that the folder was read with.
      return false;
    }
  }).length;
}

import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { expect, test } from 'vitest';
import { openStore } from '../../electron/database/index.ts';
import { migrations } from '../../electron/database/migrations/index.ts';
import { openDatabase, suspicionOf } from '../../electron/database/open-database.ts';
import { storedVersions, unpackVersion } from '../support/database/store-fixture.ts';
import { temporaryFolder } from '../support/disk/temporary-folder.ts';

const versions = storedVersions();
const oldStore = (version: number) => {
  const path = join(temporaryFolder('migrations'), 'carpeta.db');
  unpackVersion(version, path);
  return path;
};

test('every version has a store that is kept as it was left', () => {
  expect(versions).toEqual(migrations.map((_, index) => index + 1));
});

test('no step whose stores people have is ever changed', () => {
  const found = migrations.map(({ sql, stamp }) => [
    createHash('sha256').update(sql).digest('hex').slice(0, 16),
    stamp,
  ]);
  // A step that is added adds its line. A line that is here is never changed.
  expect(found).toEqual([
    ['6a337e3fd7550f72', 1781759551],
    ['79776b75eca60ead', 1703615866],
    ['b089cdca374526c3', -1691078089],
    ['dc67d74c797fe882', 1746862119],
    ['36646a3aa5e04640', -1619356783],
    ['f288383d27d32ac6', 261465628],
    ['6e757fbc8bdeb1f7', -142860651],
    ['dc868f32660b6886', -1547247899],
    ['db6a65bf5eb7f213', 925038311],
    ['bef3a49ac555931c', 1390264817],
    ['f95c74da887e7c44', 1204817733],
    ['29d7ee66666aed28', 1530962287],
    ['b920f399c27f7942', -927310644],
    ['cd492869bb9f7807', 1527093846],
    ['b0c5483ab29b3d44', 1830562947],
    ['9ec84ab88f439684', -1172640583],
    ['4d739f7669a74214', 1290467153],
    ['5a845e5909934f80', 1246190773],
    ['ae4580a8fd6a0ab6', -1083652914],
    ['9f73fa4cee3f0bd9', 1437205986],
    ['27ac6959e43d5841', -1906421837],
    ['0506d8b7f451a57e', 689120473],
  ]);
});

test('the file of each step is named after its place', () => {
  const folder = new URL('../../electron/database/migrations', import.meta.url);
  const names = readdirSync(folder).filter((name) => /^\d/.test(name));
  expect(names.sort().map((name) => Number(name.slice(0, 4)))).toEqual(
    migrations.map((_, index) => index + 1),
  );
});

test.each(versions)('a store of version %i opens with what it holds', async (version) => {
  const path = oldStore(version);
  const store = await openStore(path);
  expect(store.setAside).toBeUndefined();
  expect(await store.listBatches()).toMatchObject([
    { uuid: 'batch', name: 'Octubre', state: { kind: 'paused' }, counts: { waiting: 2 } },
  ]);
  await store.close();
  const { database } = openDatabase(path);
  const count = (table: string) => database.prepare(`SELECT count(*) AS n FROM ${table}`).get()?.['n'];
  expect(['document', 'kept_file', 'chase', 'result_document', 'saved_search'].map(count)).toEqual([
    3, 1, 1, 3, 1,
  ]);
  database.close();
  expect(readdirSync(join(path, '..'))).toEqual(['carpeta.db']);
});

test.each(versions)('a blank in the text of an old step discards no store of version %i', (version) => {
  const path = oldStore(version);
  const edited = migrations.map((step) => ({ ...step, sql: `${step.sql} ` }));
  const { database, setAside } = openDatabase(path, edited);
  expect(setAside).toBeUndefined();
  expect(database.prepare('SELECT count(*) AS n FROM document').get()).toEqual({ n: 3 });
  database.close();
});

test.each([
  ['of a later version', 'STORE_NEWER', 'PRAGMA user_version = 99; PRAGMA application_id = 7'],
  ['of the next version', 'STORE_NEWER', `PRAGMA user_version = ${migrations.length + 1}`],
  ['of another history', 'STORE_FOREIGN', 'PRAGMA application_id = 7'],
  ['of another program', 'STORE_FOREIGN', 'PRAGMA user_version = 0; PRAGMA application_id = 0'],
  ['with a version below none', 'STORE_FOREIGN', 'PRAGMA user_version = -1'],
])('a store %s is refused by %s, and nobody writes to it or puts it aside', async (_, code, change) => {
  const path = oldStore(8);
  const foreign = new DatabaseSync(path);
  // As a database is whose log is no file of its own.
  foreign.exec(`PRAGMA journal_mode = DELETE; ${change}`);
  foreign.close();
  const before = readFileSync(path);
  await expect(openStore(path)).rejects.toMatchObject({ code });
  expect(readdirSync(join(path, '..'))).toEqual(['carpeta.db']);
  expect(readFileSync(path).equals(before)).toBe(true);
});

test('a store of a later version in which damage was met is not put aside either', async () => {
  const path = oldStore(8);
  const later = new DatabaseSync(path);
  later.exec('PRAGMA user_version = 99');
  later.close();
  writeFileSync(suspicionOf(path), '');
  await expect(openStore(path)).rejects.toMatchObject({ code: 'STORE_NEWER' });
  expect(existsSync(`${path}.damaged`)).toBe(false);
  expect(existsSync(suspicionOf(path))).toBe(true);
});

import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import type { DatabaseSync } from 'node:sqlite';
import { expect, onTestFinished, test } from 'vitest';
import { migrations } from '../../electron/database/migrations/index.ts';
import { openDatabase } from '../../electron/database/open-database.ts';
import { saveDisbursements } from '../../electron/database/queries/dispatches.ts';
import type { Disbursement } from '../../shared/model/document.ts';
import { paymentMeasures } from '../../shared/model/payment-table.ts';
import { temporaryFolder } from '../support/disk/temporary-folder.ts';
import { acme } from '../support/samples/documents.ts';

const read = { connectionId: 'agency', number: '100', rut: acme, at: '2026-11-20T13:00:00.000Z' };

/** Disbursements as the service sends them, whole and odd. */
const payments: Disbursement[] = [
  paid({ amount: 1190, net: 1000, tax: 190, balance: 0, debit: -1190 }, { moneda: ' dólar ' }),
  paid({ amount: 9_999_999_999_999.99, net: 0.1 }, { montoExento: 0.2, documentInfo: { moneda: 'usd' } }),
  paid({}, { invoiceInfo: { moneda: 152, totals: { 'No afecto': 7 } }, exento: 'text' }),
  paid({ providerName: 'Ñandú "y" \\ Cía\n', state: '' }, { moneda: { id: 1 }, currency: 'EUR' }),
];

function paid(fields: Partial<Disbursement>, item: Disbursement['item']): Disbursement {
  return {
    id: 'p',
    dispatchNumber: '100',
    analysisCode: '10',
    analysisName: 'ALMACENAJE',
    documentNumber: '7',
    state: 'PAGADO',
    date: '2026-10-12',
    providerId: '60.805.000-0',
    providerName: 'Tesorería',
    item,
    ...fields,
  };
}

const columns = `currency, document_number, ${paymentMeasures.join(', ')}`;
const rowsOf = (database: DatabaseSync) =>
  database.prepare(`SELECT ${columns}, json(parties) AS parties FROM disbursement ORDER BY place`).all();

/** A store of the version before, with these disbursements as that version wrote them. */
function oldStore(): { path: string; database: DatabaseSync } {
  const path = join(temporaryFolder('payments'), 'carpeta.db');
  const { database } = openDatabase(path, migrations.slice(0, 21));
  database.exec(`INSERT INTO connection (id, uuid) VALUES (1, 'agency');
    INSERT INTO dispatch (id, connection, number, rut, seen_at, text, key_number, find_number)
      VALUES (1, 1, '100', '${acme}', '', '', '', '')`);
  const insert = database.prepare(
    `INSERT INTO disbursement (dispatch, place, fields, item, text) VALUES (1, ?, ?, jsonb(?), '')`,
  );
  for (const [index, { item, ...fields }] of payments.entries())
    insert.run(index, JSON.stringify(fields), JSON.stringify(item));
  return { path, database };
}

function reopened(path: string): DatabaseSync {
  const { database, setAside } = openDatabase(path);
  onTestFinished(() => database.close());
  expect(setAside).toBeUndefined();
  return database;
}

test('disbursements of before have the columns of those that are stored now', () => {
  const { path, database: old } = oldStore();
  old.close();
  const database = reopened(path);
  const before = rowsOf(database);
  saveDisbursements(database, read, payments);
  expect(before).toEqual(rowsOf(database));
  expect(before.map(({ currency, exempt, amount }) => [currency, exempt, amount])).toEqual([
    ['DOLAR', null, 1190],
    ['USD', 0.2, 9_999_999_999_999.99],
    ['152', 7, null],
    ['', null, null],
  ]);
});

test.each([[`fields = '{"id":'`], [`item = x'ff'`], [`fields = '{"amount":"a text"}'`], [`fields = 'null'`]])(
  'a disbursement whose %s stays without columns, and stops no other',
  (damage) => {
    const { path, database: old } = oldStore();
    old.exec(`UPDATE disbursement SET ${damage} WHERE place = 1`);
    old.close();
    const parties = reopened(path).prepare('SELECT parties FROM disbursement ORDER BY place').all();
    expect(parties.map((row) => row['parties'] !== '')).toEqual([true, false, true, true]);
  },
);

test('an item that is no object has no currency and no exempt amount, and stops no migration', () => {
  const { path, database: old } = oldStore();
  old.exec("UPDATE disbursement SET item = jsonb('null')");
  old.close();
  expect(rowsOf(reopened(path)).map(({ currency, exempt }) => [currency, exempt])).toEqual(
    payments.map(() => ['', null]),
  );
});

// Node keeps what SQL functions are given until the statement ends: whole items filled a worker's memory.
test('many large disbursements are migrated in little memory', async () => {
  const { path, database: old } = oldStore();
  const item = { moneda: 'usd', documentInfo: { totals: { exento: 5 } }, text: 'x'.repeat(16_000) };
  const { item: _, ...fields } = paid({}, {});
  const insert = `WITH RECURSIVE n(place) AS (SELECT 10 UNION ALL SELECT place + 1 FROM n LIMIT 10000)
    INSERT INTO disbursement (dispatch, place, fields, item, text) SELECT 1, place, ?, jsonb(?), '' FROM n`;
  old.prepare(insert).run(JSON.stringify(fields), JSON.stringify(item));
  old.close();
  const url = new URL('../../electron/database/open-database.ts', import.meta.url).href;
  const script = `import(${JSON.stringify(url)}).then(({ openDatabase }) => openDatabase(${JSON.stringify(path)}))`;
  const child = spawn(process.execPath, ['--max-old-space-size=64', '--eval', script], { stdio: 'ignore' });
  expect(await once(child, 'exit')).toEqual([0, null]);
  const migrated = reopened(path)
    .prepare('SELECT count(*) AS count FROM disbursement WHERE exempt = 5')
    .get();
  expect(migrated).toEqual({ count: 10_000 });
});

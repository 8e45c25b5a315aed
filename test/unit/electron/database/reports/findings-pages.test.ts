import type { DatabaseSync, StatementSync } from 'node:sqlite';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { openForReading } from '../../../../../electron/database/open-database.ts';
import { listFindings } from '../../../../../electron/database/reports/findings.ts';
import { temporaryStore } from '../../../../support/database/store.ts';
import { storeDispatch } from '../../../../support/samples/stored-folders.ts';

const today = '2026-11-20';

let temporary: Awaited<ReturnType<typeof temporaryStore>>;
let opened: DatabaseSync;
beforeEach(async () => {
  temporary = await temporaryStore();
  const alike = { type: 'FACTURA', folio: '8812', issuerId: '96591760-8', issuerName: 'NAVIERA SUR' };
  for (const number of ['300', '301']) await storeDispatch(temporary.store, { number, documents: [alike] });
  opened = openForReading(temporary.path);
});
afterEach(async () => {
  // Windows removes no file that is open.
  opened.close();
  await temporary.remove();
});

/** The database, and the texts of the statements that run in it. */
function watched(): { database: DatabaseSync; run: string[] } {
  const run: string[] = [];
  const bound = <Target extends object>(target: Target, name: string | symbol): unknown => {
    const value: unknown = Reflect.get(target, name, target);
    return typeof value === 'function' ? value.bind(target) : value;
  };
  const counted = (statement: StatementSync, sql: string) =>
    new Proxy(statement, {
      get: (target, name) => {
        if (name === 'all' || name === 'get' || name === 'iterate') run.push(sql);
        return bound(target, name);
      },
    });
  const database = new Proxy(opened, {
    get: (target, name) =>
      name === 'prepare' ? (sql: string) => counted(target.prepare(sql), sql) : bound(target, name),
  });
  return { database, run };
}

test('a page of filtered findings runs no statement more than one of all findings', async () => {
  const { database, run } = watched();
  const page = (words?: string) => {
    run.length = 0;
    const filter = words === undefined ? undefined : { words };
    const window = { offset: 0, limit: 100, withDismissed: false, filter };
    const { total } = listFindings(database, {}, window, today);
    return { total, statements: run.filter((sql) => !sql.startsWith('PRAGMA')) };
  };
  expect(page().statements.length).toBeGreaterThan(1);
  const { total, statements } = page();
  expect(total).toBe(1);
  expect(page('naviera')).toEqual({ total: 1, statements });
  expect(page('8812')).toEqual({ total: 1, statements });
  expect(page('pasaporte')).toEqual({ total: 0, statements });
  // Another version of the result: its dispatches are read anew.
  await storeDispatch(temporary.store, { number: '302', documents: [{ type: 'DIN' }] });
  expect(page('naviera').statements.length).toBeGreaterThan(statements.length);
});

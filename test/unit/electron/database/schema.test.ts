import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { expect, test } from 'vitest';
import { openStore } from '../../../../electron/database/index.ts';
import { temporaryFolder } from '../../../support/disk/temporary-folder.ts';

const file = join(import.meta.dirname, '../../../../electron/database/schema.sql');

test('schema.sql has the tables, indexes and triggers that the migrations make', async () => {
  const path = join(temporaryFolder(), 'carpeta.db');
  await (await openStore(path)).close();
  const database = new DatabaseSync(path, { readOnly: true });
  try {
    // Indexes stand behind their table.
    const sql = `SELECT sql FROM sqlite_schema WHERE sql IS NOT NULL
      ORDER BY tbl_name, type = 'trigger', type = 'index', name`;
    const statements = database.prepare(sql).all();
    const text = statements.map((row) => `${String(row['sql']).replaceAll(/^ {4}/gm, '')};\n`).join('\n');
    const head = '-- Made by the migrations; written by `npx vitest run schema.test.ts -u`.\n\n';
    await expect(head + text).toMatchFileSnapshot(file);
  } finally {
    database.close();
  }
});

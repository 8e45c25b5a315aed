/**
 * Makes `test/migrations/fixtures/version-N.db.gz`: a store as the first N migrations leave it, with a row in
 * each idea's tables. `node test/support/database/make-store-fixture.ts N`. A fixture stands for stores that
 * people have: it is made once, when its migration is added.
 */
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { DatabaseSync } from 'node:sqlite';
import { gzipSync } from 'node:zlib';
import { migrations } from '../../../electron/database/migrations/index.ts';
import { openDatabase } from '../../../electron/database/open-database.ts';
import { upsertPage } from '../../../electron/database/queries/documents.ts';
import { acme, document, octoberInvoices } from '../samples/documents.ts';

const at = '2026-11-20T13:00:00.000Z';

/** Rows that every version has room for. */
function fill(database: DatabaseSync): void {
  upsertPage(database, {
    connectionId: 'agency',
    rut: acme,
    query: octoberInvoices,
    at,
    documents: ['a', 'b', 'c'].map((id) => document({ id, folio: `000${id}`, issueDate: '28/10/2026' })),
  });
  database.exec(`
    INSERT INTO result_set (id, uuid, question, state, created_at, asked_at, touched_at, run, last_position)
      VALUES (1, 'answer', '{"kind":"range","connectionIds":["agency"]}', 'done', '${at}', '${at}', '${at}', 1, 3);
    INSERT INTO result_document (result_set, position, document, added_at) SELECT 1, id, id, '${at}' FROM document;
    INSERT INTO saved_search (uuid, draft, result_set) VALUES ('saved', '{}', 1);
    INSERT INTO destination (id, folder) VALUES (1, '/carpetas');
    INSERT INTO download_batch (id, uuid, name, destination, template, started_at, with_inactive, again, state, pause_why, owner)
      VALUES (1, 'batch', 'Octubre', 1, '{id}', '${at}', 0, 0, 'paused', 'user', 'of another computer');
    INSERT INTO place (id, destination, connection_id, document_id, template, folder, stem, key)
      SELECT id, 1, 'agency', document_id, '{id}', '', document_id, document_id FROM document;
    INSERT INTO transfer (batch, connection_id, document_id, dispatch, rut, type, folio, found_by, place, state)
      SELECT 1, 'agency', document_id, '123456', '${acme}', type, '1', '{"kind":"dispatch","rut":"${acme}","dispatch":"123456"}', id, 'waiting'
      FROM document WHERE document_id <> 'a';
    INSERT INTO holding (destination, connection_id, document_id, path, size, sha256, modified, request_id, at)
      VALUES (1, 'agency', 'a', 'a.pdf', 1, '${'0'.repeat(64)}', 0, '', '${at}');
    INSERT INTO chase (uuid, connection_id, dispatch, type, rut, asked_on, asked_of, note)
      VALUES ('chase', 'agency', '123456', 'CERTIFICADO DE ORIGEN', '${acme}', '2026-11-20', 'Ana', '');
  `);
}

const version = Number(process.argv[2]);
const folder = mkdtempSync(join(tmpdir(), 'carpeta-fixture-'));
const path = join(folder, 'carpeta.db');
const { database } = openDatabase(path, migrations.slice(0, version));
fill(database);
database.exec('VACUUM');
database.close();
writeFileSync(
  new URL(`../../migrations/fixtures/version-${version}.db.gz`, import.meta.url),
  gzipSync(readFileSync(path), { level: 9 }),
);
rmSync(folder, { recursive: true });

/**
 * Makes `test/migrations/fixtures/jobs-of-17.db.gz`: a store of version 17, before jobs had a table. It holds
 * work in each state in which a process may have left it. It is made once.
 */
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { migrations } from '../../../electron/database/migrations/index.ts';
import { openDatabase } from '../../../electron/database/open-database.ts';

/** When the last process died, ms since 1970. */
const killedAt = Date.UTC(2026, 10, 20, 12);
const at = new Date(killedAt).toISOString();
const hour = 3_600_000;
const dead = 'of a dead process/1/x/';
const json = (value: unknown) => JSON.stringify(value);
const offline = json({ code: 'NO_NETWORK', message: 'offline' });
const refused = json({ code: 'API_KEY_INVALID', message: 'refused', status: 403 });

const folder = mkdtempSync(join(tmpdir(), 'carpeta-fixture-'));
const path = join(folder, 'carpeta.db');
const { database } = openDatabase(path, migrations.slice(0, 17));

/** A result set that ended, or that its process left in the middle. */
const insertSet =
  database.prepare(`INSERT INTO result_set (id, uuid, question, state, created_at, asked_at, as_of, touched_at, run, owner,
  lease_until, attempts, retry_after, last_error, is_awaited) VALUES (?, ?, ?, ?, '${at}', ?, ?, '${at}', 1, ?, ?, ?, ?, ?, ?)`);
const insertSaved = database.prepare('INSERT INTO saved_search (uuid, draft, result_set) VALUES (?, ?, ?)');

interface Work {
  isSaved: boolean;
  isRunning?: boolean;
  connection?: string;
  asOf?: string;
  attempts?: number;
  dueMs?: number;
  error?: string;
  isAwaited?: boolean;
}

const work: Record<string, Work> = {
  'refresh never run': { isSaved: true },
  'refresh due': { isSaved: true, asOf: new Date(killedAt - 3 * hour).toISOString(), dueMs: -hour },
  'refresh not due': { isSaved: true, asOf: at, dueMs: 2 * hour },
  'refresh begun': { isSaved: true, isRunning: true, attempts: 3, dueMs: 0, error: offline },
  'refresh waiting': { isSaved: true, attempts: 2, dueMs: hour / 2, error: offline },
  'refresh refused': { isSaved: true, connection: 'refusing', attempts: 1, dueMs: 20 * hour, error: refused },
  'search interrupted': { isSaved: false, attempts: 1, dueMs: 0, error: offline, isAwaited: true },
  'search running': { isSaved: false, isRunning: true, attempts: 2, dueMs: 0, isAwaited: true },
  'search waiting': { isSaved: false, attempts: 4, dueMs: hour / 4, error: offline, isAwaited: true },
  'search refused': {
    isSaved: false,
    connection: 'refusing',
    attempts: 1,
    dueMs: 20 * hour,
    error: refused,
    isAwaited: true,
  },
  'search of a refresh': {
    isSaved: true,
    asOf: new Date(killedAt - 3 * hour).toISOString(),
    attempts: 1,
    dueMs: 0,
    error: offline,
    isAwaited: true,
  },
  'search stopped': { isSaved: false, attempts: 2, dueMs: 0, error: offline },
};

for (const [index, [name, one]] of Object.entries(work).entries()) {
  const { isSaved, isRunning = false, connection = 'agency', asOf = '', attempts = 0, dueMs, error } = one;
  const query = {
    kind: 'range',
    connectionIds: [connection],
    ruts: ['76086428-5'],
    complete: false,
    // Of several awaited searches with one query only the last stays awaited.
    range: { kind: 'last-days', days: index + 1 },
    types: { kind: 'all', operation: 'both' },
  };
  const state = isRunning ? 'running' : isSaved ? 'done' : 'interrupted';
  const lease = isRunning ? [dead, killedAt + 20_000] : ['', 0];
  const due = dueMs === undefined ? null : killedAt + dueMs;
  const attempted = [attempts, due, error ?? null, Number(one.isAwaited ?? false)];
  const askedAt = new Date(killedAt - 60_000 * index).toISOString();
  insertSet.run(index + 1, name, json(query), state, askedAt, asOf, ...lease, ...attempted);
  if (!isSaved) continue;
  const draft = {
    name,
    question: query,
    folder: '',
    template: '',
    refresh: { kind: 'hours', hours: 2 },
    downloadsNew: false,
    takesPapers: false,
    view: { list: 'documents', columns: [], sort: [], filter: '', group: 'none' },
  };
  insertSaved.run(`saved ${name}`, json(draft), index + 1);
}

const day = 24 * hour;
const next = (ms: number) => new Date(killedAt + ms).toISOString();
database.exec(`
  INSERT INTO connection (id, uuid) VALUES (1, 'agency'), (2, 'refusing');
  INSERT INTO dispatch (connection, number, key_number, find_number, rut, seen_at, text)
    SELECT c.id, n.value, n.value, n.value, '76086428-5', '${at}', '' FROM connection c, json_each('["untried","begun","failed","due"]') n;
  INSERT INTO completing_request (at) VALUES ('${next(-hour)}'), ('${next(0)}');
  INSERT INTO completing_attempt (connection_id, number, attempts, next_at) VALUES
    ('agency', 'begun', 1, '${next(day)}'), ('agency', 'failed', 3, '${next(4 * day)}'), ('agency', 'due', 2, '${next(-hour)}'),
    ('refusing', '', 2, '${next(2 * day)}');
`);
database.exec('VACUUM');
database.close();
writeFileSync(
  new URL('../../migrations/fixtures/jobs-of-17.db.gz', import.meta.url),
  gzipSync(readFileSync(path), { level: 9 }),
);
rmSync(folder, { recursive: true });

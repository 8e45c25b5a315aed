import { createHash } from 'node:crypto';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { expect, test } from 'vitest';
import { createApp } from '../../electron/app.ts';
import { fileIdentity } from '../../electron/downloads/files/disk.ts';
import { realDisk } from '../../electron/downloads/index.ts';
import type { HttpGet } from '../../electron/host.ts';
import { createHttpClient } from '../../electron/platform/terminal/index.ts';
import { ask } from '../support/agency/ask.ts';
import { type PracticeAgency, startPractice } from '../support/agency/practice-agency.ts';
import { filesIn } from '../support/app/downloads-fixture.ts';
import { testHost } from '../support/app/host.ts';
import { memoryPreferences } from '../support/app/preferences.ts';
import { memorySecrets } from '../support/app/secrets.ts';
import { unpackHalfDone } from '../support/database/store-fixture.ts';
import { whyNoBirthTimes } from '../support/disk/file-system.ts';
import { temporaryFolder } from '../support/disk/temporary-folder.ts';

const fileBytes = 9 * 2 ** 20;
const noBirthTimes = whyNoBirthTimes();

/** The file of a document, as its agency gives it. */
async function documentOf(
  agency: PracticeAgency,
  dispatch: string,
  rut: string,
  id: string,
): Promise<Buffer> {
  const { data } = (await ask(agency, `/dispatch/${dispatch}/files`, { rut })).json();
  const found = (data as { id: string; url: string }[]).find((document) => document.id === id);
  return Buffer.from(await (await fetch(found?.url ?? '')).arrayBuffer());
}

/** Lets the kept store know where it was unpacked: its folder, and which files its `.part` files are now. */
async function finishIn(home: string, agency: PracticeAgency): Promise<void> {
  const folder = join(home, 'Carpetas');
  const database = new DatabaseSync(join(home, 'carpeta.db'));
  database.prepare('UPDATE destination SET folder = ?').run(folder);
  const rows = database
    .prepare(
      `SELECT t.id, t.dispatch, t.rut, t.document_id, t.state, t.path, t.part, p.folder || '/' || p.stem AS place
       FROM transfer t JOIN place p ON p.id = t.place`,
    )
    .all();
  for (const row of rows) {
    if (row['state'] === 'done') {
      const path = join(folder, String(row['path']));
      mkdirSync(dirname(path), { recursive: true });
      const [dispatch, rut, id] = [row['dispatch'], row['rut'], row['document_id']].map(String);
      writeFileSync(path, await documentOf(agency, dispatch ?? '', rut ?? '', id ?? ''));
    } else if (row['part'] !== null) {
      const identity = fileIdentity(await realDisk.stat(join(folder, `${row['place']}.part`)));
      database.prepare('UPDATE transfer SET part = ? WHERE id = ?').run(identity, Number(row['id']));
    }
  }
  database.close();
}

test('a batch that version 8 left half done goes on where its .part files end', async () => {
  const agency = await startPractice({
    documents: 60,
    clients: 2,
    seed: 'half-done',
    today: '2026-11-20',
    fileBytes,
  });
  const home = temporaryFolder('half-done');
  unpackHalfDone(home);
  await finishIn(home, agency);
  agency.requests.forget();

  const ranges: string[] = [];
  const http = createHttpClient();
  const httpGet: HttpGet = (url, options) => {
    if (url.startsWith(agency.storageUrl)) ranges.push(options.headers?.['range'] ?? '');
    return http.httpGet(url, options);
  };
  const secrets = memorySecrets();
  await secrets.set('clave', agency.key);
  const app = await createApp(
    testHost(home, {
      httpGet,
      secrets,
      preferences: memoryPreferences({
        connections: {
          connections: [{ id: 'agencia', name: 'Agencia', baseUrl: agency.baseUrl, agency: agency.agency }],
          keys: [{ account: 'clave', since: '2026-11-20T12:00:00.000Z', connectionIds: ['agencia'] }],
        },
      }),
    }),
  );
  expect((await app.handlers['app.info'](undefined)).setAside).toEqual([]);
  await expect
    .poll(async () => (await app.handlers['downloads.list'](undefined)).map(({ state }) => state.kind))
    .toEqual(['ended']);
  const [batch] = await app.handlers['downloads.list'](undefined);
  expect(batch?.counts).toMatchObject({ done: 5, failed: 0, waiting: 0 });
  await app.close();
  http.close();
  await agency.close();

  if (!noBirthTimes) expect(ranges.filter((range) => range === 'bytes=270451-')).toHaveLength(2);
  const folder = join(home, 'Carpetas');
  const files = [...filesIn(folder)];
  expect(files.map(([, bytes]) => bytes.length)).toEqual([1, 2, 3, 4, 5].map(() => fileBytes));
  const sums = readFileSync(join(folder, 'SHA256SUMS'), 'utf8');
  for (const [, bytes] of files) expect(sums).toContain(createHash('sha256').update(bytes).digest('hex'));
});

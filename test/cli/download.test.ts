import { chmodSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, describe, expect, test } from 'vitest';
import type { Clock } from '../../electron/host.ts';
import { type PracticeAgency, type PracticeOptions, startPractice } from '../../electron/practice/index.ts';
import { filesHolding } from '../support/files-holding.ts';
import { createIdleClock } from '../support/idle-clock.ts';
import { startLoopback } from '../support/loopback.ts';
import { cli, spawnCli } from '../support/run-cli.ts';
import { isWindows, skippedFor } from '../support/skipped.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';

const agencies = new Set<PracticeAgency>();
afterEach(async () => {
  for (const agency of agencies) await agency.close();
  agencies.clear();
});

async function desk({ clock, ...options }: Omit<PracticeOptions, 'clock'> & { clock?: Clock } = {}) {
  const agency = await startPractice({ documents: 120, clients: 1, ...options, ...(clock && { clock }) });
  agencies.add(agency);
  const rut = agency.clients[0]?.rut ?? '';
  const home = temporaryFolder();
  const env = { CARPETA_HOME: home, CARPETA_API_KEY: agency.key };
  const door = ['--base-url', agency.baseUrl, '--agency', agency.agency, '--rut', rut];
  const always = ['--from', '2020-01-01', '--to', '2030-01-01'];
  const [client] = agency.data.clients.filter((one) => one.rut === rut);
  // A range is asked type by type: what has no type of the catalogue is found by its dispatch alone.
  const types = new Set(agency.data.types.flatMap(({ isActive, name }) => (isActive && name ? [name] : [])));
  const asked = [...types].flatMap((name) => (client ? agency.data.filed(client, name) : []));
  return {
    agency,
    asked,
    rut,
    home,
    env,
    files: (...argv: string[]) => cli(['files', ...door, ...argv, '--json'], { env }),
    download: (into: string, ...argv: string[]) =>
      cli(['download', ...door, '--into', into, '--json', ...(argv.length > 0 ? argv : always)], {
        env,
        ...(clock && { clock }),
      }),
    door,
    always,
  };
}

function filesIn(folder: string): string[] {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name))
    .filter((path) => !/(indice\.csv|SHA256SUMS)$/.test(path));
}

describe('files', () => {
  test('gives every document of a client, as the service gave it minus its link, and counts them', async () => {
    const { asked, files, always } = await desk();
    const { code, events, stdout } = await files(...always);
    const documents = events.filter(({ event }) => event === 'document');
    expect(code).toBe(0);
    expect(documents.map(({ item }) => item?.['id']).sort()).toEqual(asked.map(({ id }) => id).sort());
    expect(documents.some(({ item }) => 'url' in (item ?? {}))).toBe(false);
    expect(stdout).not.toContain('X-Goog');
    const done = events.at(-1);
    expect(done).toMatchObject({ event: 'done', documents: documents.length, problems: 0 });
    expect(Number(done?.['available']) + Number(done?.['none'])).toBe(documents.length);
  });

  test('asks only the types that were named, by their exact names', async () => {
    const { asked, files, always } = await desk();
    const [type = ''] = asked.map(({ type: name }) => name).filter((name) => name.includes('/'));
    const { events } = await files(...always, '--type', type);
    const seen = events.filter(({ event }) => event === 'document').map(({ item }) => item?.['name']);
    expect([...new Set(seen)]).toEqual([type]);
  });

  test('gives the documents of dispatches, and says which was not found', async () => {
    const { agency, files } = await desk();
    const number = agency.data.dispatches[0]?.number ?? '';
    const { code, events, stderr } = await files('--dispatch', number, '--dispatch', '999999');
    const seen = events
      .filter(({ event }) => event === 'document')
      .map(({ item }) => item?.['numeroDespacho']);
    expect([...new Set(seen)]).toEqual([number]);
    expect([code, stderr]).toEqual([3, expect.stringMatching(/999999[\s\S]*DISPATCH_NOT_FOUND/)]);
    expect(events.find(({ event }) => event === 'problem')).toMatchObject({ subject: '999999' });
  });

  test('a refused key ends with 3 and no document', async () => {
    const { agency, files, always } = await desk();
    agency.revoke(agency.key);
    const { code, stderr, events } = await files(...always);
    expect([code, stderr]).toEqual([3, expect.stringContaining('API_KEY_INVALID')]);
    expect(events.some(({ event }) => event === 'document')).toBe(false);
  });
});

describe('download', () => {
  test('fetches what there is, says what became of each, and proves it', async () => {
    const { asked, download } = await desk();
    const into = join(temporaryFolder(), 'carpeta');
    const { code, events, stderr } = await download(into);
    expect(code).toBe(0);
    const verdicts = events.filter(({ event }) => event === 'document');
    const done = events.at(-1);
    const active = asked.filter(({ isActive }) => isActive);
    expect(verdicts).toHaveLength(active.length);
    expect(done).toMatchObject({ event: 'done', failed: 0, documents: active.length });
    expect(asked.length).toBeGreaterThan(active.length);
    expect(stderr).toContain(`${asked.length - active.length} inactivo`);
    expect(filesIn(into)).toHaveLength(Number(done?.['done']));
    expect(Number(done?.['no-file'])).toBeGreaterThan(0);
    const verified = await cli(['verify', into, '--json']);
    expect(verified.code).toBe(0);
    expect(verified.events.at(-1)).toMatchObject({ good: done?.['done'], missing: 0, changed: 0, extra: 0 });
  });

  test('papers of a list that tells of more than it gave are fetched, end with 3, and are marked so in the index', async () => {
    const clock = createIdleClock();
    const { agency, rut, env, always } = await desk({ clock });
    const { origin } = new URL(agency.baseUrl);
    await using service = await startLoopback((request, response) => {
      fetch(`${origin}${request.url}`).then(async (answered) => {
        const body: unknown = await answered.json();
        const isList = /\/files\?/.test(request.url ?? '') && typeof body === 'object';
        response.writeHead(answered.status, { 'content-type': 'application/json' });
        response.end(JSON.stringify(isList ? { ...body, total: 5000 } : body));
      });
    });
    const into = join(temporaryFolder(), 'carpeta');
    const door = ['--base-url', agency.baseUrl.replace(origin, service.baseUrl), '--agency', agency.agency];
    const { code, events } = await cli(
      ['download', ...door, '--rut', rut, '--into', into, '--json', ...always],
      { env, clock },
    );
    const done = Number(events.at(-1)?.['done']);
    expect([code, done]).toEqual([3, filesIn(into).length]);
    expect(done).toBeGreaterThan(20);
    const lines = readFileSync(join(into, 'indice.csv'), 'utf8').split('\r\n').slice(1, -1);
    const marked = lines.filter((line) =>
      line.includes('la lista de la agencia llegó incompleta (WALK_INCOMPLETE)'),
    );
    expect(marked.length).toBe(lines.length);
  });

  test('run again, it fetches only what is missing', async () => {
    const { agency, download } = await desk();
    const into = join(temporaryFolder(), 'carpeta');
    await download(into);
    const [lost = ''] = filesIn(into);
    rmSync(lost);
    agency.requests.forget();
    const { code, events } = await download(into);
    expect([code, agency.requests.papers().served]).toEqual([0, 1]);
    expect(events.at(-1)).toMatchObject({ done: 1, failed: 0 });
    expect(filesIn(into)).toContain(lost);
  });

  test('links that last a second are renewed: 100 good files, nothing fetched twice', {
    timeout: 120_000,
  }, async () => {
    const links = { urlLifetimeSeconds: 1, latencyMs: 40, clock: createIdleClock() };
    const { agency, asked, download } = await desk({ documents: 150, ...links });
    const into = join(temporaryFolder(), 'carpeta');
    const { code, events } = await download(into);
    const done = Number(events.at(-1)?.['done']);
    expect([code, events.at(-1)?.['failed']]).toEqual([0, 0]);
    expect(done).toBeGreaterThanOrEqual(100);
    expect(filesIn(into)).toHaveLength(done);
    expect(agency.requests.count('dispatch-files')).toBeGreaterThan(0);
    expect(agency.requests.papers().served).toBe(done);
    for (const { id } of asked) expect(agency.requests.paper(id).served).toBeLessThanOrEqual(1);
    expect((await cli(['verify', into])).code).toBe(0);
  });

  test('the template, the number at once, and inactive documents are the person’s choice', async () => {
    const { asked, download, always } = await desk();
    const into = join(temporaryFolder(), 'carpeta');
    const choice = ['--template', '{dispatch}-{type}', '--concurrency', '1', '--with-inactive', ...always];
    const { code, events, stderr } = await download(into, ...choice);
    expect(code).toBe(0);
    expect(stderr).not.toContain('inactivo');
    expect(events.filter(({ event }) => event === 'document')).toHaveLength(asked.length);
    expect(readdirSync(into).some((name) => /^\d{6}-[A-Z]/.test(name))).toBe(true);
  });

  test('a part that fails is told, and ends with 1', async () => {
    const { agency, asked, download } = await desk();
    const broken = asked.find(({ isActive, paper }) => isActive && paper)?.id ?? '';
    agency.misbehave.add({ kind: 'storage-answer', status: 404, page: 'xml', documents: [broken] });
    const { code, events, stderr } = await download(join(temporaryFolder(), 'carpeta'));
    expect(code).toBe(1);
    expect(events.at(-1)).toMatchObject({ failed: 1 });
    expect(events.find(({ id }) => id === broken)).toMatchObject({
      state: 'failed',
      error: { code: 'STORAGE_REFUSED' },
    });
    expect(stderr).toContain('STORAGE_REFUSED');
  });

  test('a folder whose index cannot be written is told with its code, and ends with 1', async () => {
    const { download } = await desk({ documents: 20 });
    const into = temporaryFolder();
    writeFileSync(join(into, 'indice.csv'), 'Producto;Precio\r\n');
    const { code, events, stderr } = await download(into);
    expect([code, stderr]).toEqual([1, expect.stringContaining('INDEX_NOT_WRITTEN')]);
    expect(events.at(-1)).toMatchObject({ failed: 0, indexError: { code: 'INDEX_NOT_WRITTEN' } });
    expect(readFileSync(join(into, 'indice.csv'), 'utf8')).toBe('Producto;Precio\r\n');
  });

  test('a batch that stands still because nobody answers goes on when somebody does', async () => {
    const { agency, always, door, env } = await desk();
    const mend = agency.misbehave.add({ kind: 'storage-answer', status: 503, page: 'html' });
    const into = join(temporaryFolder(), 'carpeta');
    const argv = ['download', ...door, '--into', into, '--json', ...always];
    const { code, events, stderr } = await cli(argv, {
      ...{ env, clock: createIdleClock() },
      onSaid: (text) => text.includes('se espera hasta 5 minutos') && mend(),
    });
    expect(stderr).toMatch(/En pausa[\s\S]*se espera hasta 5 minutos/);
    expect([code, events.at(-1)?.['failed']]).toEqual([0, 0]);
    expect(filesIn(into)).toHaveLength(Number(events.at(-1)?.['done']));
  });

  test('with --wait 0 it ends at once, with 4, and what is missing is fetched the next time', async () => {
    const { agency, always, door, env } = await desk();
    const mend = agency.misbehave.add({ kind: 'storage-answer', status: 503, page: 'html' });
    const into = join(temporaryFolder(), 'carpeta');
    const argv = ['download', ...door, '--into', into, '--json', '--wait', '0', ...always];
    const held = await cli(argv, { env, clock: createIdleClock() });
    expect([held.code, held.events.at(-1)]).toEqual([4, expect.objectContaining({ done: 0, failed: 0 })]);
    mend();
    const { code, events } = await cli(argv, { env });
    expect([code, filesIn(into).length]).toEqual([0, Number(events.at(-1)?.['done'])]);
  });

  test('a folder that cannot be written, and one that is a file, are told before anything is fetched', async () => {
    const { agency, download } = await desk();
    const folder = temporaryFolder();
    writeFileSync(join(folder, 'file'), 'not a folder');
    const inTheWay = await download(join(folder, 'file'));
    expect([inTheWay.code, inTheWay.stderr]).toEqual([
      2,
      expect.stringMatching(/FILE_IN_THE_WAY|FOLDER_GONE/),
    ]);
    mkdirSync(join(folder, 'closed'), { mode: 0o500 });
    // Root may write anywhere, and Windows has no such modes.
    if (process.getuid && process.getuid() !== 0) {
      const closed = await download(join(folder, 'closed', 'x'));
      expect([closed.code, closed.stderr]).toEqual([2, expect.stringContaining('FOLDER_UNWRITABLE')]);
    }
    chmodSync(join(folder, 'closed'), 0o700);
    // A drive that is not there, and a folder that takes none.
    const nowhere = await download(isWindows ? 'Q:\\carpeta' : '/proc/carpeta');
    expect([nowhere.code, nowhere.stderr]).toEqual([
      2,
      expect.stringMatching(/FOLDER_UNWRITABLE|FOLDER_GONE/),
    ]);
    expect(agency.requests.papers().asked).toBe(0);
  });

  test('neither the key nor the signature of any link is found anywhere afterwards', async () => {
    const { agency, door, always, env, home } = await desk({ urlLifetimeSeconds: 2, latencyMs: 20 });
    const into = join(temporaryFolder(), 'carpeta');
    agency.misbehave.add({ kind: 'storage-cut', after: 0.5, times: 5 });
    const argv = ['download', ...door, '--into', into, ...always];
    const { stdout, stderr } = await spawnCli(argv, { env }).ended;
    expect(filesIn(into).length).toBeGreaterThan(50);
    for (const secret of [agency.key, 'X-Goog-Signature', 'X-Goog-Credential']) {
      expect([...filesHolding(home, secret), ...filesHolding(into, secret)]).toEqual([]);
      expect(stdout + stderr).not.toContain(secret);
    }
    // What is looked for is what the service really sends.
    expect(readFileSync(join(home, 'carpeta.db')).length).toBeGreaterThan(10_000);
  });

  const noSignals = isWindows && 'Windows ends processes without a signal';

  test('stopped in the middle and run again, it fetches the rest', skippedFor(noSignals), async () => {
    const { agency, asked, door, always, env } = await desk();
    const stall = agency.misbehave.add({ kind: 'storage-stall', after: 0.5, skip: 15 });
    const into = join(temporaryFolder(), 'carpeta');
    const argv = ['download', ...door, '--into', into, ...always, '--json'];
    const first = spawnCli(argv, { env });
    await first.until(/"ended":[1-9]\d/);
    first.kill('SIGINT');
    const stopped = await first.ended;
    expect([stopped.code, stopped.stderr]).toEqual([1, expect.stringContaining('Interrumpido')]);
    stall();
    const { code, events } = await spawnCli(argv, { env }).ended;
    expect([code, events.at(-1)?.['failed']]).toEqual([0, 0]);
    expect(Number(events.at(-1)?.['here'])).toBeGreaterThanOrEqual(10);
    // At most the six that were under way are fetched a second time.
    const twice = asked.filter(({ id }) => agency.requests.paper(id).served > 1);
    expect(twice.length).toBeLessThanOrEqual(6);
    expect(readdirSync(into, { recursive: true }).filter((name) => String(name).endsWith('.part'))).toEqual(
      [],
    );
    expect((await cli(['verify', into])).code).toBe(0);
  });
});

test('verify tells what is missing, changed and extra, and ends with 1', async () => {
  const { download } = await desk();
  const into = join(temporaryFolder(), 'carpeta');
  expect((await download(into)).code).toBe(0);
  const [missing = '', changed = ''] = filesIn(into);
  rmSync(missing);
  writeFileSync(changed, 'something else');
  writeFileSync(join(into, 'extra.txt'), 'mine');
  const { code, events, stderr } = await cli(['verify', into, '--json']);
  expect(code).toBe(1);
  expect(events.at(-1)).toMatchObject({ event: 'done', missing: 1, changed: 1, extra: 1 });
  expect(stderr).toMatch(/1 faltan, 1 cambiaron, 1 de más/);
});

test('demo leaves verified papers of one client’s month', async () => {
  const into = join(temporaryFolder(), 'carpeta-practica');
  const { code, stderr } = await spawnCli(['demo', '--into', into], {
    env: { CARPETA_HOME: temporaryFolder() },
  }).ended;
  expect([code, stderr]).toEqual([0, expect.stringContaining('0 faltan, 0 cambiaron, 0 de más')]);
  expect(stderr).toMatch(/del 01-\d\d-\d{4} al \d\d-\d\d-\d{4}/);
  expect(filesIn(into).length).toBeGreaterThan(0);
  expect(
    readFileSync(filesIn(into)[0] ?? '')
      .subarray(0, 4)
      .toString(),
  ).toBe('%PDF');
});

import { chmodSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, onTestFinished, test, vi } from 'vitest';
import { startLoopback } from '../../../../support/agency/loopback.ts';
import { createIdleClock } from '../../../../support/app/idle-clock.ts';
import { cli, spawnCli } from '../../../../support/app/run-cli.ts';
import { temporaryFolder } from '../../../../support/disk/temporary-folder.ts';
import { downloadCommand, filesIn } from '../../../../support/process/download-command.ts';
import { isWindows, skippedFor } from '../../../../support/skipped.ts';

describe('files', () => {
  test('gives every document of a client, as the service gave it minus its link, and counts them', async () => {
    const { asked, files, always } = await downloadCommand();
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
    const { asked, files, always } = await downloadCommand();
    const [type = ''] = asked.map(({ type: name }) => name).filter((name) => name.includes('/'));
    const { events } = await files(...always, '--type', type);
    const seen = events.filter(({ event }) => event === 'document').map(({ item }) => item?.['name']);
    expect([...new Set(seen)]).toEqual([type]);
  });

  test('asks for a type that the catalogue lacks, and says so', async () => {
    const { asked, files, always } = await downloadCommand();
    const type = asked[0]?.type ?? '';
    const { code, stderr } = await files(...always, '--type', type, '--type', 'FACTURA COMERSIAL');
    expect([code, stderr]).toEqual([0, expect.stringMatching(/«FACTURA COMERSIAL».*catálogo/)]);
    expect(stderr).not.toContain(`«${type}»`);
  });

  test('gives the documents of dispatches, and says which was not found', async () => {
    const { agency, files } = await downloadCommand();
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
    const { agency, files, always } = await downloadCommand();
    agency.revoke(agency.key);
    const { code, stderr, events } = await files(...always);
    expect([code, stderr]).toEqual([3, expect.stringContaining('API_KEY_INVALID')]);
    expect(events.some(({ event }) => event === 'document')).toBe(false);
  });
});

describe('download', () => {
  test('fetches what there is, says what became of each, and proves it', async () => {
    const { asked, download } = await downloadCommand();
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

  test('what the rules of a client leave out is told, and is there where all types are named', async () => {
    const { asked, download, home, rut, always } = await downloadCommand();
    const active = asked.filter(({ isActive }) => isActive);
    const [{ type } = { type: '' }] = active;
    const client = { rut, name: 'ACME', email: '', folder: '', rules: { types: [type] } };
    writeFileSync(join(home, 'preferences.json'), JSON.stringify({ clients: [client] }));
    const taken = active.filter((one) => one.type === type).length;
    const into = join(temporaryFolder(), 'carpeta');
    const { code, events, stderr } = await download(into);
    expect([code, events.at(-1)?.['documents']]).toEqual([0, taken]);
    expect(stderr).toContain(
      `${active.length - taken} documentos no se descargaron: las reglas de su cliente`,
    );
    const whole = await download(into, '--all-types', ...always);
    expect(whole.events.at(-1)).toMatchObject({ documents: active.length });
    expect(whole.stderr).not.toContain('las reglas');
  });

  test('where the rules of a client leave out everything, it is told what fetches it all the same', async () => {
    const { download, home, rut } = await downloadCommand();
    const client = { rut, name: 'ACME', email: '', folder: '', rules: { types: ['NINGUNO'] } };
    writeFileSync(join(home, 'preferences.json'), JSON.stringify({ clients: [client] }));
    const { code, stderr } = await download(join(temporaryFolder(), 'carpeta'));
    expect(code).toBe(2);
    expect(stderr).toContain('NOTHING_SELECTED');
    expect(stderr).toContain('con --all-types o --type');
    expect((await cli(['help', 'download'])).stdout).toContain('las reglas de cada cliente');
  });

  test('documents of a list that tells of more than it gave are fetched, end with 3, and are marked so in the index', async () => {
    const clock = createIdleClock();
    const { agency, rut, env, always } = await downloadCommand({ clock });
    const { origin } = new URL(agency.baseUrl);
    await using service = await startLoopback((request, response) => {
      fetch(`${origin}${request.url}`).then(async (completed) => {
        const body: unknown = await completed.json();
        const isList = /\/files\?/.test(request.url ?? '') && typeof body === 'object';
        response.writeHead(completed.status, { 'content-type': 'application/json' });
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
    const { agency, download } = await downloadCommand();
    const into = join(temporaryFolder(), 'carpeta');
    await download(into);
    const [lost = ''] = filesIn(into);
    rmSync(lost);
    agency.requests.forget();
    const { code, events } = await download(into);
    expect([code, agency.requests.files().served]).toEqual([0, 1]);
    expect(events.at(-1)).toMatchObject({ done: 1, failed: 0 });
    expect(filesIn(into)).toContain(lost);
  });

  test('the template, the number at once, and inactive documents are the person’s choice', async () => {
    const { asked, download, always } = await downloadCommand();
    const into = join(temporaryFolder(), 'carpeta');
    const choice = ['--template', '{dispatch}-{type}', '--concurrency', '1', '--with-inactive', ...always];
    const { code, events, stderr } = await download(into, ...choice);
    expect(code).toBe(0);
    expect(stderr).not.toContain('inactivo');
    expect(events.filter(({ event }) => event === 'document')).toHaveLength(asked.length);
    expect(readdirSync(into).some((name) => /^\d{6}-[A-Z]/.test(name))).toBe(true);
  });

  test('a part that fails is told, and ends with 1', async () => {
    const { agency, asked, download } = await downloadCommand();
    const broken = asked.find(({ isActive, file: document }) => isActive && document)?.id ?? '';
    agency.faults.add({ kind: 'storage-answer', status: 404, page: 'xml', documents: [broken] });
    const { code, events, stderr } = await download(join(temporaryFolder(), 'carpeta'));
    expect(code).toBe(1);
    expect(events.at(-1)).toMatchObject({ failed: 1 });
    expect(events.find(({ id }) => id === broken)).toMatchObject({
      state: 'failed',
      error: { code: 'STORAGE_REFUSED' },
    });
    expect(stderr).toContain('STORAGE_REFUSED');
  });

  test('documents whose links could not be signed are not done: told, marked in the index, ended with 1', async () => {
    const { agency, download } = await downloadCommand({ clock: createIdleClock() });
    agency.faults.add({ kind: 'unsigned', percent: 30 });
    const into = join(temporaryFolder(), 'carpeta');
    const { code, events, stderr } = await download(into);
    const done = events.at(-1);
    const unsigned = Number(done?.['unsigned']);
    expect([code, done?.['failed']]).toEqual([1, 0]);
    expect(unsigned).toBeGreaterThan(0);
    expect(stderr).toContain('DOCUMENT_UNSIGNED');
    const lines = readFileSync(join(into, 'indice.csv'), 'utf8').split('\r\n');
    expect(lines.filter((line) => line.includes(';sin firma;'))).toHaveLength(unsigned);
    agency.faults.clear();
    const again = await download(into);
    expect([again.code, again.events.at(-1)]).toMatchObject([0, { failed: 0, unsigned: 0 }]);
  });

  test('a folder whose index cannot be written is told with its code, and ends with 1', async () => {
    const { download } = await downloadCommand({ documents: 20 });
    const into = temporaryFolder();
    writeFileSync(join(into, 'indice.csv'), 'Producto;Precio\r\n');
    const { code, events, stderr } = await download(into);
    expect([code, stderr]).toEqual([1, expect.stringContaining('INDEX_NOT_WRITTEN')]);
    expect(events.at(-1)).toMatchObject({ failed: 0, indexError: { code: 'INDEX_NOT_WRITTEN' } });
    expect(readFileSync(join(into, 'indice.csv'), 'utf8')).toBe('Producto;Precio\r\n');
  });

  test(
    'a folder that its modes close is told before anything is fetched',
    skippedFor((isWindows || process.getuid?.() === 0) && 'root may write anywhere; Windows has no modes'),
    async () => {
      const { agency, download } = await downloadCommand();
      const closed = join(temporaryFolder(), 'closed');
      mkdirSync(closed);
      chmodSync(closed, 0o500);
      const { code, stderr } = await download(join(closed, 'x'));
      chmodSync(closed, 0o700);
      expect([code, stderr]).toEqual([2, expect.stringContaining('FOLDER_UNWRITABLE')]);
      expect(agency.requests.files().requested).toBe(0);
    },
  );

  test('a folder that cannot be made, and one that is a file, are told before anything is fetched', async () => {
    const { agency, download } = await downloadCommand();
    const folder = temporaryFolder();
    writeFileSync(join(folder, 'file'), 'not a folder');
    const inTheWay = await download(join(folder, 'file'));
    expect([inTheWay.code, inTheWay.stderr]).toEqual([
      2,
      expect.stringMatching(/FILE_IN_THE_WAY|FOLDER_GONE/),
    ]);
    // A drive that is not there, and a folder that takes none.
    const nowhere = await download(isWindows ? 'Q:\\carpeta' : '/proc/carpeta');
    expect([nowhere.code, nowhere.stderr]).toEqual([
      2,
      expect.stringMatching(/FOLDER_UNWRITABLE|FOLDER_GONE/),
    ]);
    expect(agency.requests.files().requested).toBe(0);
  });
});

test('verify tells what is missing, changed and extra, and ends with 1', async () => {
  const { download } = await downloadCommand();
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

test('demo leaves verified documents of one client’s month', async () => {
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

/** `carpeta demo` as at noon of a day: time passes, from there on. */
async function demoOn(day: string, into: string, home: string): Promise<string> {
  const now = Date.now.bind(Date);
  const ahead = Date.parse(`${day}T12:00:00-03:00`) - now();
  const spied = vi.spyOn(Date, 'now').mockImplementation(() => now() + ahead);
  onTestFinished(() => spied.mockRestore());
  const { code, stderr } = await cli(['demo', '--into', into], { env: { CARPETA_HOME: home } });
  spied.mockRestore();
  expect([code, stderr]).toEqual([0, expect.stringContaining('0 faltan, 0 cambiaron, 0 de más')]);
  return stderr;
}

test('demo on another day of the month downloads nothing again, and a month later what is new', async () => {
  const [into, home] = [join(temporaryFolder(), 'carpeta-practica'), temporaryFolder()];
  const count = (text: string, of: RegExp) => Number(of.exec(text)?.[1] ?? 0);
  const [downloaded, already] = [/(\d+) documentos? descargados?/, /(\d+) ya estaban/];
  const first = count(await demoOn('2026-11-03', into, home), downloaded);
  const sameMonth = await demoOn('2026-11-28', into, home);
  expect(first).toBeGreaterThan(10);
  expect([count(sameMonth, downloaded), count(sameMonth, already)]).toEqual([0, first]);
  const later = count(await demoOn('2026-12-28', into, home), downloaded);
  expect(later).toBeGreaterThan(10);
  expect(filesIn(into)).toHaveLength(first + later);
});

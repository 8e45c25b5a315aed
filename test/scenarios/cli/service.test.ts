import { readFileSync } from 'node:fs';
import http from 'node:http';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { type PracticeAgency, startPractice } from '../../support/agency/practice-agency.ts';
import { cli } from '../../support/app/run-cli.ts';
import { temporaryFolder } from '../../support/disk/temporary-folder.ts';

let agency: PracticeAgency;
beforeAll(async () => {
  agency = await startPractice({ documents: 400 });
});
afterAll(() => agency.close());

const servers = new Set<http.Server>();
afterEach(async () => {
  for (const server of servers) {
    server.closeAllConnections();
    await new Promise((resolve) => server.close(resolve));
  }
  servers.clear();
});

const rut = () => agency.clients[0]?.rut ?? '';
function run(
  argv: readonly string[],
  { baseUrl = agency.baseUrl, id = agency.agency, key = agency.key, home = temporaryFolder() } = {},
) {
  const [command = '', ...rest] = argv;
  return cli([command, '--base-url', baseUrl, '--agency', id, ...rest], {
    env: { CARPETA_HOME: home, CARPETA_API_KEY: key },
  });
}

test('types gives the catalogue, an item a line, and counts them', async () => {
  const { code, events } = await run(['types', '--json']);
  expect(code).toBe(0);
  const items = events.filter(({ event }) => event === 'type');
  expect(Object.keys(items[0]?.item ?? {}).sort()).toEqual(['id', 'name', 'responsableDoc', 'tipoOperacion']);
  expect(events.at(-1)).toEqual({ event: 'done', types: items.length });
});

test('dispatches, status and disbursements give what the service gave', async () => {
  const listed = await run(['dispatches', '--rut', rut(), '--json']);
  expect(listed.code).toBe(0);
  const numbers = listed.events.flatMap(({ event, item }) =>
    event === 'dispatch' ? [item?.['numeroDespacho']] : [],
  );
  expect(numbers.length).toBeGreaterThan(0);
  expect(listed.events.at(-1)).toMatchObject({ event: 'done', dispatches: numbers.length });
  const dispatch = String(numbers[0]);
  const status = await run(['status', '--rut', rut(), '--dispatch', dispatch, '--json']);
  expect(status.events[0]).toMatchObject({
    event: 'status',
    item: { numeroDespacho: dispatch, fechaEta: expect.anything() },
  });
  const labelled = `N° ${dispatch} (ver)`;
  const paid = await run(['disbursements', '--rut', rut(), '--dispatch', labelled, '--json']);
  const rows = paid.events.filter(({ event }) => event === 'disbursement');
  expect(paid.events.at(-1)).toMatchObject({ event: 'done', disbursements: rows.length });
});

test('the table of disbursements writes their states as every other list does', async () => {
  const paid = agency.data.dispatches.find(
    ({ client, charges }) => client.rut === rut() && charges.some(({ state }) => state === 'PAGADO'),
  );
  const { stdout } = await run(['disbursements', '--rut', rut(), '--dispatch', paid?.number ?? '']);
  expect(stdout).toContain('Pagado');
  expect(stdout).not.toContain('PAGADO');
});

test('a dispatch that is kept is meant by the number of its declaration, and with zeros before its own', async () => {
  const home = temporaryFolder();
  const declared = agency.data.dispatches.find(
    ({ client, wire, documents }) =>
      client.rut === rut() && wire.numeroIdentificacion !== '' && documents.length > 1,
  );
  const { number = '', wire } = declared ?? {};
  const declaration = wire?.numeroIdentificacion ?? '';
  const of = (dispatch: string) => run(['files', '--rut', rut(), '--dispatch', dispatch, '--json'], { home });
  const first = await of(number);
  expect(first.code).toBe(0);
  for (const written of [`DIN ${declaration}`, `0${number}`]) {
    expect((await of(written)).events.at(-1)).toMatchObject({
      documents: first.events.filter(({ event }) => event === 'document').length,
    });
  }
});

test('people get a table on stdout and a sentence on stderr', async () => {
  const { stdout, stderr } = await run(['dispatches', '--rut', rut()]);
  expect(stdout.split('\n')[0]).toMatch(/^Despacho +Registro +Estado +Modificado$/);
  expect(stderr).toMatch(/^\d+ despachos\.\n$/);
});

test('a wrong check digit warns and goes on, as the service does', async () => {
  const [body = '', digit = ''] = rut().split('-');
  const wrong = `${body}-${digit === '1' ? '2' : '1'}`;
  const { stderr } = await run(['status', '--rut', wrong, '--dispatch', '1']);
  expect(stderr).toContain('dígito verificador');
  expect(stderr).toMatch(/HTTP 404/);
});

test.each([
  ['an unknown dispatch', ['--dispatch', '1'], {}, 'DISPATCH_NOT_FOUND'],
  ['a client who is none', ['--rut', '60.805.000-0', '--dispatch', '1'], {}, 'ACCOUNT_NOT_FOUND'],
  ['a refused key', ['--dispatch', '1'], { key: 'AIzaSyD-planted-key-9xyz' }, 'API_KEY_INVALID'],
  [
    'an agency that the key does not open',
    ['--dispatch', '1'],
    { id: 'agencia-ajena' },
    'PROJECT_ID_UNAUTHORIZED',
  ],
])('%s ends with 3, its code and its request id', async (_, argv, door, errorCode) => {
  const { code, stderr, events } = await run(['status', '--rut', rut(), ...argv, '--json'], door);
  expect(code).toBe(3);
  expect(stderr).toMatch(new RegExp(`${errorCode}.*requestId [\\w-]{8,}`));
  expect(stderr).not.toContain('planted');
  expect(stderr).toMatch(/Escribe report/);
  expect(events.at(-1)).toMatchObject({
    event: 'error',
    error: { code: errorCode, requestId: expect.any(String) },
  });
});

async function serving(result: http.RequestListener): Promise<{ baseUrl: string; key: string }> {
  const server = http.createServer(result);
  servers.add(server);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  return {
    baseUrl: `http://127.0.0.1:${typeof address === 'object' ? address?.port : ''}`,
    key: 'AIzaSyD-planted-key-9xyz',
  };
}
const json = { 'Content-Type': 'application/json' };

test('disbursements in two currencies are added in each of them alone', async () => {
  const items = [
    { id: '1', monto: 1000 },
    { id: '2', monto: 20.5, moneda: 'usd' },
    { id: '3', monto: 5, documentInfo: { moneda: 'USD' } },
  ].map((item) => ({ ...item, numeroDespacho: '77', dispatch: { id: '77' } }));
  const service = await serving((_, response) =>
    response.writeHead(200, json).end(JSON.stringify({ ok: true, data: items, total: items.length })),
  );
  const argv = ['disbursements', '--rut', rut(), '--dispatch', '77'];
  const { events } = await run([...argv, '--json'], service);
  expect(events.at(-1)).toEqual({
    event: 'done',
    disbursements: 3,
    amounts: { '': 1000, USD: 25.5 },
    unknownAmounts: 0,
  });
  expect((await run(argv, service)).stderr).toContain('1.000 · 25,5 USD');
});

test.each<[string, http.RequestListener, string]>([
  [
    'HTML',
    (_, response) => response.writeHead(200, { 'Content-Type': 'text/html' }).end('<h1>Portal</h1>'),
    'RESPONSE_UNREADABLE',
  ],
  [
    'half a JSON',
    (_, response) => response.writeHead(200, json).end('{"data":[{"id":'),
    'RESPONSE_UNREADABLE',
  ],
  ['an empty body', (_, response) => response.writeHead(200, json).end(), 'RESPONSE_UNREADABLE'],
  [
    'JSON without items',
    (_, response) => response.writeHead(200, json).end('{"saludo":"hola"}'),
    'RESPONSE_UNREADABLE',
  ],
  [
    'a redirect',
    (_, response) => response.writeHead(302, { Location: 'https://portal.example/?k' }).end(),
    'REDIRECTED',
  ],
])('a service that answers %s is told by its code, without the key', async (_, result, errorCode) => {
  const { code, stderr, stdout } = await run(['types'], await serving(result));
  expect([code, stderr]).toEqual([3, expect.stringContaining(errorCode)]);
  expect(stderr + stdout).not.toContain('planted');
});

test('the last error can be reported afterwards, without the key', async () => {
  const env = { CARPETA_HOME: temporaryFolder(), CARPETA_API_KEY: agency.key };
  const before = await cli(['report'], { env });
  expect([before.code, before.stdout]).toEqual([0, '']);
  await cli(
    ['status', '--base-url', agency.baseUrl, '--agency', agency.agency, '--rut', rut(), '--dispatch', '1'],
    { env },
  );
  const { code, stdout } = await cli(['report'], { env });
  expect(code).toBe(0);
  expect(stdout).toMatch(/code: DISPATCH_NOT_FOUND/);
  expect(stdout).toMatch(/requestId: [\w-]{8,}/);
  expect(stdout).toMatch(/request: GET .*\/dispatch\/1\/status\?/);
  expect(stdout).toContain(`rut: ${rut()}`);
  expect(stdout).not.toContain(agency.key);
  // What cannot be saved is still there to be reported.
  expect((await cli(['report', '--out', `${temporaryFolder()}/gone/report.txt`], { env })).code).toBe(2);
  const out = `${temporaryFolder()}/report.txt`;
  expect((await cli(['report', '--out', out], { env })).code).toBe(0);
  expect(readFileSync(out, 'utf8')).toBe(stdout);
});

test('a person who stops a command while it waits gets back at once', async () => {
  const asked = Promise.withResolvers<void>();
  const door = await serving(() => asked.resolve());
  const stop = new AbortController();
  const running = cli(['types', '--json', '--base-url', door.baseUrl, '--agency', 'a'], {
    env: { CARPETA_HOME: temporaryFolder(), CARPETA_API_KEY: door.key },
    signal: stop.signal,
  });
  await asked.promise;
  stop.abort();
  const { code, stderr, events } = await running;
  expect([code, stderr]).toEqual([1, 'Interrumpido.\n']);
  expect(events).toMatchObject([{ event: 'error', error: { code: 'CANCELLED' } }]);
});

import http from 'node:http';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { cli, type Ended } from '../../support/app/run-cli.ts';
import { temporaryFolder } from '../../support/disk/temporary-folder.ts';

// Clear the screen, set the clipboard, go up a line, an 8-bit CSI, turn the direction of writing, begin a
// line of one's own.
const harm =
  'A\u001b[2J\u001b]52;c;ZXZpbA==\u0007\u001b[1A\u009b31m\u202eFDP\u2066\u200f\u061c\r\nOK: 0 errores\u2028\u007f\b';
const harmful = /[\p{Cc}\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069]/u;
const rut = '12.345.678-5';

/** An agency whose every text is made to take a terminal over. */
const server = http.createServer((request, response) => {
  const path = new URL(request.url ?? '', 'http://agency').pathname;
  const [status, body] = answerTo(path);
  // As bytes, since Node itself sends no control character of the first 32; those from 128 on pass.
  response.writeHead(status, { 'Content-Type': 'application/json', 'X-Request-Id': 'r\u009b31m' });
  response.end(JSON.stringify(body));
});

function answerTo(path: string): [number, object] {
  const item = {
    id: `id${harm}`,
    isActive: true,
    numeroDespacho: '77',
    name: `FACTURA ${harm}`,
    [`clave${harm}`]: harm,
    dispatch: { id: '77', referencia: harm },
    infoDoc: { document: { number: harm, issueDate: harm }, issuer: { name: harm } },
  };
  const state = { recordType: `din${harm}`, EstadoDIN: harm, lastModifiedDate: harm, [`clave${harm}`]: harm };
  if (path.endsWith('/master/file-types'))
    return [200, { data: [{ id: 't', name: `TIPO ${harm}`, tipoOperacion: harm, responsableDoc: harm }] }];
  if (path.endsWith('/dispatch/status'))
    return [200, { data: [{ id: 'd', numeroDespacho: '77', ...state }] }];
  if (path.endsWith('/77/status')) return [200, { data: { id: 'd', numeroDespacho: '77', ...state } }];
  if (path.endsWith('/desembolsos')) {
    const paid = { id: 'p', numeroDespacho: '77', nombreAnalisis: harm, numeroDocumento: harm, estado: harm };
    return [200, { data: [{ ...paid, fechaDesembolso: harm, monto: 1 }], total: 1 }];
  }
  if (path.endsWith('/77/files') || path.endsWith('/v1/files')) return [200, { data: [item] }];
  return [404, { status: 404, code: 'DISPATCH_NOT_FOUND', message: harm, requestId: `r${harm}` }];
}

let baseUrl = '';
beforeAll(async () => {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  baseUrl = `http://127.0.0.1:${typeof address === 'object' ? address?.port : ''}`;
});
afterAll(() => new Promise((resolve) => server.close(resolve)));

const home = temporaryFolder();
function run([command = '', ...rest]: readonly string[]): Promise<Ended> {
  const door = ['--base-url', baseUrl, '--agency', 'agencia'];
  return cli([command, ...(command === 'report' ? [] : door), ...rest], {
    env: { CARPETA_HOME: home, CARPETA_API_KEY: 'AIzaSyD-planted-key-9xyz' },
  });
}

const commands: readonly [string, ...string[]][] = [
  ['types'],
  ['dispatches', '--rut', rut],
  ['status', '--rut', rut, '--dispatch', '77'],
  ['disbursements', '--rut', rut, '--dispatch', '77'],
  ['files', '--rut', rut, '--dispatch', '77'],
  ['status', '--rut', rut, '--dispatch', '404'],
  ['files', '--rut', rut, '--dispatch', '404'],
  ['report'],
  ['types', '--nada\u001b[2J'],
];

/** What a terminal would obey: everything but the ends of lines. */
function obeyed(text: string): string {
  return text.replaceAll('\n', '');
}

const named = commands.map((argv) => [argv.join(' '), argv] as const);

test.each(named)('no text of an agency steers the terminal in which %j is run', async (_, argv) => {
  const { stdout, stderr } = await run(argv);
  expect(stdout + stderr).not.toBe('');
  expect(obeyed(stdout)).not.toMatch(harmful);
  expect(obeyed(stderr)).not.toMatch(harmful);
  expect(stdout + stderr).not.toMatch(/^OK: 0 errores/m);
});

test.each(named)('the JSON of %j holds no character that steers a terminal', async (_, argv) => {
  const { stdout, stderr, events } = await run([...argv, '--json']);
  expect(obeyed(stdout)).not.toMatch(harmful);
  expect(obeyed(stderr)).not.toMatch(harmful);
  expect(stdout.split('\n').filter((line) => line !== '')).toHaveLength(events.length);
});

test('a program reads in JSON what the agency wrote', async () => {
  const { events } = await run(['types', '--json']);
  expect(events[0]?.item?.['name']).toBe(`TIPO ${harm}`);
});

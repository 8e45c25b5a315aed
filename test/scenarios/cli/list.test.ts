import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { cli } from '../../support/app/run-cli.ts';
import { temporaryFolder } from '../../support/disk/temporary-folder.ts';

const mail = 'Estimada Marta:\r\nFavor enviar despacho 410931 y la OC 452599.\r\nSaludos\r\n';

function listFile(content: string | Uint8Array): string {
  const path = join(temporaryFolder(), 'lista.txt');
  writeFileSync(path, content);
  return path;
}

async function planOf(argv: readonly string[], { stdin = '', home = temporaryFolder() } = {}) {
  const { code, stdout } = await cli(['files', ...argv, '--plan', '--json'], {
    env: { CARPETA_HOME: home },
    stdin,
  });
  expect(code).toBe(0);
  const lines = stdout.trim().split('\n');
  expect(lines.length).toBe(1);
  return JSON.parse(lines[0] ?? '');
}

const nothing = {
  event: 'plan',
  dispatches: [],
  references: [],
  declarations: [],
  folios: [],
  transportDocuments: [],
  containers: [],
  ruts: [],
  types: [],
  from: null,
  to: null,
  ranges: [],
  notUnderstood: [],
};

test('a text that is only planned asks nobody, wants neither agency nor RUT, and is told in one line', async () => {
  const planned = { ...nothing, dispatches: ['410931'], references: ['OC 452599'] };
  expect(await planOf(['--list', listFile(mail)])).toEqual(planned);
  expect(await planOf(['--list', '-'], { stdin: mail })).toEqual(planned);
  expect(await planOf(['--list', '-', '--practice'], { stdin: mail })).toEqual(planned);
  expect(await planOf(['--list', '-', '--connection', 'ninguna'], { stdin: mail })).toEqual(planned);
});

test.each<[string, Uint8Array]>([
  ['UTF-8 with its mark', Buffer.from('\ufeffRazón: despacho 410931')],
  ['UTF-16', Buffer.from('\ufeffRazón: despacho 410931', 'utf16le')],
  ['the letters of Windows', Buffer.from('Raz\u00f3n: despacho 410931', 'latin1')],
])('a file in %s is read', async (_, bytes) => {
  expect(await planOf(['--list', listFile(bytes)])).toEqual({ ...nothing, dispatches: ['410931'] });
});

test('clients of the book are known by name, and types by the words of the trade', async () => {
  const home = temporaryFolder();
  mkdirSync(home, { recursive: true });
  const client = { rut: '76086428-5', name: 'Importaciones Ácme S.A.', email: '', folder: '' };
  writeFileSync(join(home, 'preferences.json'), JSON.stringify({ clients: [client] }));
  expect(await planOf(['--list', '-'], { stdin: 'facturas de octubre 2026 de acme', home })).toMatchObject({
    ruts: ['76086428-5'],
    types: expect.arrayContaining(['FACTURA COMERCIAL']),
    from: '2026-10-01',
    to: '2026-10-31',
  });
});

test.each<[string, string[]]>([
  ['a file that is not there', ['files', '--list', '/nirgends/lista.txt', '--plan']],
  ['a list beside dispatches', ['files', '--practice', '--list', '-', '--dispatch', '1']],
  ['a plan of no text', ['files', '--plan']],
])('%s is wrong usage', async (_, argv) => {
  const { code } = await cli(argv, { env: { CARPETA_HOME: temporaryFolder() } });
  expect(code).toBe(2);
});

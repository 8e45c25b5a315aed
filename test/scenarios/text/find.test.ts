import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { openStore } from '../../../electron/database/index.ts';
import type { StartWorker } from '../../../electron/host.ts';
import { startWorker } from '../../../electron/platform/terminal/index.ts';
import { cli } from '../../support/app/run-cli.ts';
import { filesContaining } from '../../support/disk/files-containing.ts';
import { temporaryFolder } from '../../support/disk/temporary-folder.ts';
import { damageRow } from '../../support/faults/damage-store.ts';
import { picturePdf, scanJpeg } from '../../support/samples/made-scan.ts';
import { officeFile, workbookRecords } from '../../support/samples/office-file.ts';
import { storeFiles, textPdf, zipOf } from '../../support/samples/text-files.ts';

/** The user's folder after a download of these files into another. */
async function downloaded(files: Readonly<Record<string, Uint8Array | string>>) {
  const [home, folder] = [temporaryFolder(), temporaryFolder()];
  const store = await openStore(join(home, 'carpeta.db'));
  await storeFiles(store, folder, files);
  await store.close();
  return { home, folder, run: (...argv: string[]) => cli(argv, { env: { CARPETA_HOME: home } }) };
}

test('the terminal finds a document by its words, with the line and the page', async () => {
  const { folder, run } = await downloaded({
    'factura.pdf': await textPdf(['Factura comercial', 'Proveedor: SHENZHEN TRADING\nTotal: 12.450,00 USD']),
    'guia.txt': 'Contenedor MSKU 123456-7',
    'escaneado.jpg': Buffer.from('\xff\xd8\xff\xe0', 'latin1'),
  });
  const { code, events } = await run('find', 'shenzhén', '12450', '--json');
  // The scan may have the words, too.
  expect(code).toBe(1);
  expect(events).toMatchObject([
    { event: 'hit', path: join(folder, 'factura.pdf'), pages: [2], isNear: true, dispatch: '123456' },
    { event: 'done', documents: 1, hasMore: false, unread: { 'no-text': 1 }, unreadTotal: 1 },
  ]);
  expect(events[0]?.['line']).toBe('Proveedor: SHENZHEN TRADING');
  const container = await run('find', 'MSKU1234567');
  expect(container.stdout).toContain('Contenedor MSKU 123456-7');
  expect(container.stderr).toContain('Sin leer: 1 documento (escaneados, sin texto: 1)');
});

test('a scan is told, read when asked for, and found by its words', async () => {
  const scan = await picturePdf([scanJpeg('Conocimiento de embarque N° 88123\nContenedor MSKU 123456-7')]);
  const { folder, run } = await downloaded({ 'escaneo.pdf': scan, 'copia.pdf': scan });
  const before = await run('find', 'embarque', '--json');
  expect(before.events.at(-1)).toMatchObject({ documents: 0, unread: { 'no-text': 2 }, waitingScans: 2 });
  expect((await run('find', 'embarque')).stderr).toContain('2 páginas escaneadas están en espera');
  const { code, events } = await run('find', 'MSKU1234567', '--scans', '--json');
  expect(code).toBe(0);
  expect(events.map(({ path }) => path)).toEqual([
    join(folder, 'copia.pdf'),
    join(folder, 'escaneo.pdf'),
    undefined,
  ]);
  expect(events[0]).toMatchObject({ pages: [1], line: 'Contenedor MSKU 123456-7', isUnsure: false });
  expect(events.at(-1)).toMatchObject({ documents: 2, unreadTotal: 0, waitingScans: 0 });
});

test('every file that is unread is told with its reason, whatever else the answer has', async () => {
  const { folder, run } = await downloaded({
    'factura.txt': 'Puerto de San Antonio',
    'escaneo.jpg': scanJpeg('Puerto'),
    'clave.pdf': await textPdf(['Puerto'], { userPassword: 'clave', pdfVersion: '1.7' }),
    'clave.xlsx': officeFile({ EncryptedPackage: '' }),
    'viejo.xls': officeFile({ Workbook: workbookRecords('e1000200') }),
    'roto.pdf': '%PDF-1.7\nnothing of a PDF',
    'enorme.xlsx': zipOf({
      'xl/workbook.xml': '<workbook/>',
      'xl/worksheets/sheet1.xml': Buffer.alloc(65 * 2 ** 20, ' '),
    }),
    'cambiado.txt': 'Puerto',
    'borrado.txt': 'Puerto',
  });
  writeFileSync(join(folder, 'cambiado.txt'), 'otra cosa');
  rmSync(join(folder, 'borrado.txt'));
  const { code, events } = await run('find', 'puerto', '--json');
  expect(code).toBe(1);
  expect(events.at(-1)).toMatchObject({
    documents: 1,
    unread: { 'no-text': 1, encrypted: 2, unsupported: 1, damaged: 1, 'too-large': 1, changed: 1, away: 1 },
    unreadTotal: 8,
    waitingScans: 1,
  });
  expect((await run('find', 'puerto')).stderr).toContain(
    'Sin leer: 8 documentos (dañados: 1, con contraseña: 2, escaneados, sin texto: 1, demasiado grandes: 1, de otro formato: 1, en una carpeta que no responde: 1, cambiados desde la descarga: 1)',
  );
});

test('an empty page in a PDF leaves nothing unread, and the exit code is 0', async () => {
  const { run } = await downloaded({ 'factura.pdf': await textPdf(['Factura comercial', '']) });
  const { code, events } = await run('find', 'factura', '--json');
  expect(code).toBe(0);
  expect(events.at(-1)).toMatchObject({ documents: 1, unreadTotal: 0, waitingScans: 0 });
});

test('a scan with the line of an app is found by the line, and by what it shows', async () => {
  const words = 'Escaneado con CamScanner';
  const scan = await picturePdf([scanJpeg('Conocimiento de embarque')], { words });
  const { run } = await downloaded({ 'escaneo.pdf': scan });
  expect((await run('find', 'embarque', '--json')).events.at(-1)).toMatchObject({ waitingScans: 1 });
  expect((await run('find', 'embarque', '--scans', '--json')).events).toMatchObject([
    { event: 'hit', pages: [1], line: 'Conocimiento de embarque' },
    { event: 'done', unreadTotal: 0, waitingScans: 0 },
  ]);
  expect((await run('find', 'camscanner', '--json')).events[0]).toMatchObject({ line: words });
});

test('a recognition that does not work is told in every way, and in the exit code', async () => {
  const { home } = await downloaded({ 'escaneo.jpg': scanJpeg('Embarque'), a: 'Embarque' });
  const withoutEngine: StartWorker = (script, limits) =>
    startWorker(
      script.href.endsWith('/ocr-worker.mjs') ? new URL('./not-there.mjs', script) : script,
      limits,
    );
  const run = (...argv: string[]) => cli(argv, { env: { CARPETA_HOME: home }, startWorker: withoutEngine });
  const { code, stderr } = await run('find', 'embarque', '--scans');
  expect(code).toBe(1);
  expect(stderr).toContain('Una página escaneada sigue en espera: el reconocimiento no funcionó');
  const { events } = await run('find', 'embarque', '--scans', '--json');
  expect(events.at(-1)).toMatchObject({
    event: 'done',
    documents: 1,
    haveScansFailed: true,
    unread: { 'no-text': 1 },
    waitingScans: 1,
  });
});

test('where the settings say never, --scans reads none, and says so instead of advising it', async () => {
  const { home, run } = await downloaded({ 'escaneo.jpg': scanJpeg('Embarque') });
  writeFileSync(join(home, 'preferences.json'), JSON.stringify({ settings: { readsScans: 'never' } }));
  const { stderr } = await run('find', 'embarque', '--scans');
  expect(stderr).toContain('Una página escaneada no se lee: la configuración dice que nunca.');
  expect(stderr).not.toContain('con --scans');
});

test('a phrase is one argument, and a filter narrows it', async () => {
  const { run } = await downloaded({ a: 'puerto de San Antonio', b: 'San Juan, puerto de Antonio' });
  expect((await run('find', 'San Antonio', '--json')).events.at(-1)).toMatchObject({ documents: 1 });
  expect((await run('find', 'san', 'antonio', '--json')).events.at(-1)).toMatchObject({ documents: 2 });
  const later = await run('find', 'puerto', '--from', '2026-10-06', '--json');
  expect(later.events.at(-1)).toMatchObject({ documents: 0 });
});

test('words that are not looked for are told, and leave the exit code as it is', async () => {
  const { run } = await downloaded({ a: 'puerto de San Antonio' });
  const key = 'a'.repeat(41);
  const { code, events } = await run('find', 'puerto', key, '--json');
  expect(code).toBe(0);
  expect(events.at(-1)).toMatchObject({ event: 'done', documents: 1, unused: [key] });
  const { stderr } = await run('find', 'puerto', key);
  expect(stderr).toContain(`Sin buscar (1), por largas o por ser demasiadas: ${key}.`);
  expect((await run('find', 'puerto', '--json')).events.at(-1)).not.toHaveProperty('unused');
});

test('without words, it is wrong usage', async () => {
  const { run } = await downloaded({});
  expect((await run('find')).code).toBe(2);
  expect((await run('find', '…')).code).toBe(2);
  expect((await run('find', 'a', '--from', 'ayer')).code).toBe(2);
});

test('an index that is damaged is made anew, and that is told', async () => {
  const { home, run } = await downloaded({ a: 'puerto' });
  await run('find', 'puerto');
  writeFileSync(join(home, 'carpeta.db.texts'), 'no es un índice');
  const { stderr, stdout } = await run('find', 'puerto');
  expect(stdout).toContain('puerto');
  expect(stderr).toContain('El índice de palabras estaba dañado y se hizo de nuevo.');
});

test('the folder of the documents stays as it was, and nothing but the index has the words', async () => {
  const { home, folder, run } = await downloaded({ a: 'zzsecreto' });
  await run('find', 'puerto');
  expect(filesContaining(folder, 'zzsecreto')).toEqual([join(folder, 'a')]);
  const holders = filesContaining(home, 'zzsecreto').map((path) => path.slice(home.length + 1));
  expect(holders.every((path) => path.startsWith('carpeta.db.texts'))).toBe(true);
});

test.each(['dispatch_object', 'document_body'])(
  'a document whose row of %s is damaged is told, not left out in silence',
  async (table) => {
    const { home, run } = await downloaded({ a: 'puerto' });
    expect((await run('find', 'puerto')).code).toBe(0);
    damageRow(join(home, 'carpeta.db'), table, 0);
    const { code, events, stderr } = await run('find', 'puerto', '--json');
    expect(code).toBe(1);
    expect(events).toMatchObject([
      { event: 'done', documents: 0, unreadable: 1 },
      { event: 'error', error: { code: 'ROW_UNREADABLE' } },
    ]);
    expect(stderr).toContain('La lista está incompleta');
  },
);

test.each(['connection', 'holding'])(
  'words stay in the index while a row of %s is damaged, and the files behind it are told',
  async (table) => {
    const { home, run } = await downloaded({ a: 'puerto', b: 'puerto' });
    const path = join(home, 'carpeta.db');
    await run('find', 'puerto');
    const whole = readFileSync(path);
    damageRow(path, table, 0);
    const { code, events } = await run('find', 'puerto', '--json');
    expect(code).toBe(1);
    expect(events).toContainEqual(expect.objectContaining({ error: expect.anything() }));
    rmSync(`${path}.suspect`);
    writeFileSync(path, whole);
    const texts = await openStore(path);
    const pages = await texts.findTextPages('"puerto"', Number.MAX_SAFE_INTEGER, 9);
    await texts.close();
    expect(pages.map(({ id }) => id)).toEqual(['b', 'a']);
  },
);

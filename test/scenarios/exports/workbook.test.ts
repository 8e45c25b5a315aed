import { existsSync, readdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { readSheet } from 'read-excel-file/node';
import { expect, test } from 'vitest';
import { createGridExports, type GridRow } from '../../../electron/exports/index.ts';
import { workbookBytes } from '../../../electron/exports/workbook.ts';
import { errorOf } from '../../support/agency/client.ts';
import { exportsOf, grid, names, texts } from '../../support/app/grid-exports.ts';
import { temporaryFolder } from '../../support/disk/temporary-folder.ts';

const rows: GridRow[] = [
  { folio: '000123', rut: '76086428-5', issueDate: '2026-10-05T00:00:00.000Z', item: { valorCif: 1234.5 } },
  { folio: '=1+1', rut: '9068826-K', issueDate: '2026-07-01T03:30:00.000Z', item: { valorCif: null } },
  { folio: 'ñandú & <hijo>\u0007', rut: '', issueDate: 'ayer', item: {} },
];

test('a grid is saved as it is shown: its order, filter and columns', async () => {
  const path = join(temporaryFolder(), 'grid.csv');
  const { exports, asked } = exportsOf(rows, { path });
  expect(await exports.saveGrid(grid('csv'))).toEqual({ path });
  expect(readFileSync(path, 'utf8')).toBe(
    '\ufeffFolio;RUT;Nombre;Emitido;CIF\r\n' +
      '"\t000123";76.086.428-5;ACME Ltda.;05-10-2026;1234,5\r\n' +
      "'=1+1;9.068.826-K;;30-06-2026 23:30:00;\r\n" +
      'ñandú & <hijo>\u0007;;;ayer;\r\n',
  );
  expect(asked[0]).toMatchObject({
    resultSetId: 'r',
    filter: 'acme',
    sort: [{ column: 'folio', descending: true }],
  });
});

test('a workbook holds real dates and numbers, and texts that are no formulas', async () => {
  const path = join(temporaryFolder(), 'grid.xlsx');
  await exportsOf(rows).exports.writeGrid(grid('xlsx'), path);
  const read = (await readSheet(path)).map((row) => row.map(toWholeSecond));
  expect(read).toEqual([
    ['Folio', 'RUT', 'Nombre', 'Emitido', 'CIF'],
    ['000123', '76.086.428-5', 'ACME Ltda.', new Date('2026-10-05T00:00:00Z'), 1234.5],
    ['=1+1', '9.068.826-K', null, new Date('2026-06-30T23:30:00Z'), null],
    ['ñandú & <hijo>', null, null, 'ayer', null],
  ]);
});

test('a grid says below its rows what it says of itself', async () => {
  const [csv, xlsx] = ['grid.csv', 'grid.xlsx'].map((name) => join(temporaryFolder(), name));
  const note = 'Desembolsos de 1 de 3 despachos.';
  await exportsOf(rows).exports.writeGrid(grid('csv', { note }), csv ?? '');
  expect(
    readFileSync(csv ?? '', 'utf8')
      .split('\r\n')
      .slice(-3),
  ).toEqual(['', note, '']);
  await exportsOf(rows).exports.writeGrid(grid('xlsx', { note }), xlsx ?? '');
  expect((await readSheet(xlsx ?? '')).slice(-2).map(([first]) => first)).toEqual([null, note]);
});

test('a date that stands for none is an empty cell', async () => {
  const path = join(temporaryFolder(), 'grid.xlsx');
  const dates = ['1812-02-12', '1900-02-28', '1980-01-01', '1899-12-31T15:00:00.000Z'];
  const columns = [
    { column: 'folio', title: 'Folio' },
    { column: 'issueDate', title: 'Emitido' },
  ];
  const { exports } = exportsOf(dates.map((issueDate, at) => ({ folio: `F-${at}`, issueDate })));
  await exports.writeGrid(grid('xlsx', { columns }), path);
  const [, ...read] = await readSheet(path);
  expect(read.map(([, date]) => date)).toEqual([null, null, new Date('1980-01-01T00:00:00Z'), null]);
});

// Times of day are fractions of a day: the reader cuts their last digit.
function toWholeSecond(value: unknown): unknown {
  return value instanceof Date ? new Date(Math.round(value.getTime() / 1000) * 1000) : value;
}

test('what a cell shows beside its value stands in a column of its own', async () => {
  const path = join(temporaryFolder(), 'grid.csv');
  const { exports } = exportsOf([
    { connectionId: 'c', file: 'available', path: '/x.pdf', isActive: true },
    { connectionId: 'c', file: 'available', isActive: false },
    { connectionId: 'c', file: 'available', removedAt: '2026-11-01T00:00:00Z', isActive: true },
  ]);
  const columns = [
    { column: 'connectionId', title: 'Agencia' },
    { column: 'file', title: 'Archivo' },
  ];
  await exports.writeGrid(grid('csv', { columns }), path);
  expect(readFileSync(path, 'utf8').split('\r\n')).toEqual([
    '\ufeffAgencia;Archivo;Vigencia',
    'Conexión c;En disco;Sí',
    'Conexión c;Disponible;inactivo',
    'Conexión c;Eliminado;Sí',
    '',
  ]);
});

test('a grouped grid tells the group of each row', async () => {
  const path = join(temporaryFolder(), 'grid.csv');
  const groups = [
    { key: 'a', label: 'FACTURA', rows: 2 },
    { key: 'b', label: 'BL', rows: 1 },
  ];
  await exportsOf(rows, { groups }).exports.writeGrid(grid('csv', { group: 'type' }), path);
  const lines = readFileSync(path, 'utf8').split('\r\n');
  expect(lines.map((line) => line.split(';')[0])).toEqual(['\ufeffGrupo', 'FACTURA', 'FACTURA', 'BL', '']);
});

test('a row that is no longer kept is left out, and the others stay in their groups', async () => {
  const path = join(temporaryFolder(), 'grid.csv');
  const groups = [
    { key: 'a', label: 'FACTURA', rows: 2 },
    { key: 'b', label: 'BL', rows: 1 },
  ];
  const [first = {}, , last = {}] = rows;
  const { exports } = exportsOf([first, undefined, last], { groups });
  await exports.writeGrid(grid('csv', { group: 'type' }), path);
  const lines = readFileSync(path, 'utf8').split('\r\n');
  expect(lines.map((line) => line.split(';')[0])).toEqual(['\ufeffGrupo', 'FACTURA', 'BL', '']);
});

test('a saved list says how many of its rows are damaged', async () => {
  const [csv = '', xlsx = ''] = ['grid.csv', 'grid.xlsx'].map((name) => join(temporaryFolder(), name));
  const [first = {}] = rows;
  const damaged = [null, first, null];
  const note = 'De 1 de 3 despachos.';
  await exportsOf(damaged).exports.writeGrid(grid('csv', { note }), csv);
  const lines = readFileSync(csv, 'utf8').split('\r\n');
  expect(lines.slice(-4)).toEqual(['', note, '2 filas dañadas', '']);
  await exportsOf(damaged).exports.writeGrid(grid('xlsx'), xlsx);
  expect((await readSheet(xlsx)).slice(-2).map(([cell]) => cell)).toEqual([null, '2 filas dañadas']);
});

test('an empty grid is a heading', async () => {
  const folder = temporaryFolder();
  const { exports } = exportsOf([]);
  await exports.writeGrid(grid('csv'), join(folder, 'grid.csv'));
  await exports.writeGrid(grid('xlsx'), join(folder, 'grid.xlsx'));
  expect(readFileSync(join(folder, 'grid.csv'), 'utf8')).toBe('\ufeffFolio;RUT;Nombre;Emitido;CIF\r\n');
  expect(await readSheet(join(folder, 'grid.xlsx'))).toEqual([['Folio', 'RUT', 'Nombre', 'Emitido', 'CIF']]);
});

test('a person who changes their mind leaves no file', async () => {
  expect(await exportsOf(rows).exports.saveGrid(grid('csv'))).toBeUndefined();
});

test('a folder that is not there, and a folder in the way, are told by code and leave nothing half-written', async () => {
  const folder = temporaryFolder();
  const { exports } = exportsOf(rows);
  const written = exports.writeGrid(grid('csv'), join(folder, 'no', 'grid.csv'));
  expect((await errorOf(written)).code).toBe('FOLDER_GONE');
  await mkdir(join(folder, 'grid.csv'));
  const inTheWay = exports.writeGrid(grid('csv'), join(folder, 'grid.csv'));
  expect((await errorOf(inTheWay)).code).toBe('FILE_IN_THE_WAY');
  expect(readdirSync(folder)).toEqual(['grid.csv']);
});

test('a workbook that breaks before it is read tells whoever reads it', async () => {
  const bytes = workbookBytes('Hoja', ['A'], broken());
  await new Promise((resolve) => bytes.once('close', resolve));
  await expect(async () => {
    for await (const _ of bytes);
  }).rejects.toThrow('the store went away');
});

// biome-ignore lint/correctness/useYield: it breaks before its first block.
async function* broken(): AsyncGenerator<never> {
  throw new Error('the store went away');
}

test('nothing is written through a link that somebody planted', async () => {
  const folder = temporaryFolder();
  writeFileSync(join(folder, 'precious'), 'mine');
  symlinkSync(join(folder, 'precious'), join(folder, '.grid.csv.part'));
  symlinkSync(join(folder, 'precious'), join(folder, 'grid.csv'));
  await exportsOf(rows).exports.writeGrid(grid('csv'), join(folder, 'grid.csv'));
  expect(readFileSync(join(folder, 'precious'), 'utf8')).toBe('mine');
  expect(readFileSync(join(folder, 'grid.csv'), 'utf8')).toContain('Folio');
});

test('what was saved before stays whole when writing fails in the middle', async () => {
  const path = join(temporaryFolder(), 'grid.csv');
  await exportsOf(rows).exports.writeGrid(grid('csv'), path);
  const before = readFileSync(path, 'utf8');
  for (const format of ['csv', 'xlsx'] as const) {
    const broken = createGridExports({
      desktop: { chooseSavePath: async () => path },
      texts: () => texts,
      separator: () => ';' as const,
      today: () => '2026-11-20',
      names,
      secrets: [],
      order: async () => ({ numbers: new Int32Array(1000).map((_, index) => index) }),
      rows: async (_, numbers) => {
        if (numbers.includes(999)) throw new Error('the store went away');
        return Array.from(numbers, () => rows[0]);
      },
    });
    await expect(broken.writeGrid(grid(format), path)).rejects.toThrow('the store went away');
    expect(readFileSync(path, 'utf8')).toBe(before);
    expect(existsSync(join(path, '..', '.grid.csv.part'))).toBe(false);
  }
});

test('a saved report holds no key and no link with its query', async () => {
  const path = join(temporaryFolder(), 'report.txt');
  const { exports } = exportsOf([], { path });
  await exports.saveReport(
    'key=AIzaSyD-planted-key-9xyz https://storage.example/a.pdf?X-Goog-Signature=abcdef',
  );
  const saved = readFileSync(path, 'utf8');
  expect(saved).not.toContain('planted');
  expect(saved).not.toContain('abcdef');
  expect(saved).toContain('https://storage.example/a.pdf');
});

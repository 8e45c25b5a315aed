import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import readXlsx from 'read-excel-file/node';
import { describe, expect, it } from 'vitest';
import { createSaveTable, type TableExport } from '../../../../electron/exports/index.ts';
import { temporaryFolder } from '../../../support/disk/temporary-folder.ts';

const table = (format: TableExport['format'], rows: TableExport['rows']): TableExport => ({
  format,
  name: 'Faltantes',
  columns: [
    { column: 'number', title: 'Despacho' },
    { column: 'kind', title: 'Qué falta' },
    { column: 'day', title: 'Aceptación' },
    { column: 'seen', title: 'Lo tienen' },
  ],
  rows,
  words: { kind: { missing: 'no está' } },
});
const missingDocument = { number: '0123457', kind: 'missing', day: '2026-11-05', seen: 18 };

function saving(path: string | undefined) {
  const asked: string[] = [];
  const save = createSaveTable({
    desktop: {
      chooseSavePath: async ({ suggestedName }) => {
        asked.push(suggestedName);
        return path;
      },
    },
    texts: () => ({ saveGrid: 'Guardar', cells: { yes: 'Sí', no: 'No' } }),
    separator: () => ';',
    today: () => '2026-11-20',
  });
  return { save, asked };
}

describe('a list that is saved', () => {
  it('is CSV as Excel in Chile opens it, its values in words', async () => {
    const path = join(temporaryFolder(), 'faltantes.csv');
    const { save, asked } = saving(path);
    expect(await save(table('csv', [missingDocument]))).toEqual({ path });
    expect(asked).toEqual(['Faltantes 2026-11-20.csv']);
    expect(readFileSync(path, 'utf8')).toBe(
      '\ufeffDespacho;Qué falta;Aceptación;Lo tienen\r\n"\t0123457";no está;05-11-2026;18\r\n',
    );
  });

  it('says below its rows what it says of itself, parted from them', async () => {
    const note = 'Desembolsos de 14 de 37 despachos.';
    const csv = join(temporaryFolder(), 'suma.csv');
    await saving(csv).save({ ...table('csv', [missingDocument]), note });
    expect(readFileSync(csv, 'utf8').split('\r\n').slice(1)).toEqual([
      '"\t0123457";no está;05-11-2026;18',
      '',
      note,
      '',
    ]);
    const xlsx = join(temporaryFolder(), 'suma.xlsx');
    await saving(xlsx).save({ ...table('xlsx', [missingDocument]), note });
    const [worksheet] = await readXlsx(xlsx);
    expect(worksheet?.data.slice(1).map(([first]) => first ?? null)).toEqual(['0123457', null, note]);
  });

  it('is XLSX with all its rows, whatever their number', async () => {
    const path = join(temporaryFolder(), 'faltantes.xlsx');
    await saving(path).save(
      table(
        'xlsx',
        Array.from({ length: 1201 }, () => missingDocument),
      ),
    );
    const [worksheet] = await readXlsx(path);
    expect(worksheet?.data).toHaveLength(1202);
    expect(worksheet?.data.at(-1)?.slice(0, 2)).toEqual(['0123457', 'no está']);
  });

  it('has its heading when it is empty', async () => {
    const path = join(temporaryFolder(), 'faltantes.xlsx');
    await saving(path).save(table('xlsx', []));
    const [worksheet] = await readXlsx(path);
    expect(worksheet?.data).toEqual([['Despacho', 'Qué falta', 'Aceptación', 'Lo tienen']]);
  });

  it('is not written when the person changes their mind', async () => {
    expect(await saving(undefined).save(table('csv', [missingDocument]))).toBeUndefined();
  });
});

import { expect, test } from 'vitest';
import { workbookBytes } from '../../../../electron/exports/workbook.ts';
import { rowXml, worksheetTail } from '../../../../electron/exports/worksheet.ts';
import type { Cell } from '../../../../electron/lib/worksheet-cell.ts';

/** Reads a workbook of one row and so many empty ones to its end; gives its error. */
async function written(emptyRows: number): Promise<unknown> {
  async function* blocks(): AsyncGenerator<Cell[][]> {
    yield [[{ kind: 'text', text: 'one' }]];
    yield new Array<Cell[]>(emptyRows);
  }
  try {
    for await (const _ of workbookBytes('Hoja', ['A'], blocks()));
  } catch (error) {
    return error;
  }
  return undefined;
}

test('a sheet takes as many rows as a spreadsheet opens, and says how many where there are more', async () => {
  expect(await written(1_048_574)).toBeUndefined();
  expect(await written(1_048_575)).toMatchObject({ code: 'EXPORT_TOO_LARGE', values: { rows: 1_048_575 } });
});

test('a text is cut to what a cell of a spreadsheet holds, and says how much is missing', () => {
  const row = rowXml(1, [{ kind: 'text', text: 'x'.repeat(40_000) }]);
  const text = /preserve">(.*)<\/t>/.exec(row)?.[1] ?? '';
  expect(text.length).toBeLessThanOrEqual(32_767);
  expect(text).toMatch(/^x{32751} \[… \+7249\]$/);
  const whole = rowXml(1, [{ kind: 'text', text: 'x'.repeat(32_767) }]);
  expect(whole).toContain(`>${'x'.repeat(32_767)}<`);
});

test('what looks like an escape of a spreadsheet stays as it is', () => {
  const row = rowXml(1, [{ kind: 'text', text: 'FACTURA_x0041_77 _x005F_ a_x1_' }]);
  expect(row).toContain('>FACTURA_x005F_x0041_77 _x005F_x005F_ a_x1_<');
});

test('a sheet ends with a filter over all that stands in it', () => {
  expect(worksheetTail(28, 120)).toContain('<autoFilter ref="A1:AB120"/>');
});

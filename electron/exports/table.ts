import type { Desktop } from '../host.ts';
import { atomicWrite } from '../lib/atomic-write.ts';
import type { CsvSeparator } from '../lib/csv-line.ts';
import { type CellTexts, cellOf, type GridRow } from './cell.ts';
import { byteOrderMark, csvRow } from './csv.ts';
import { noteRows, type Worksheet, workbookBytes, worksheetsBytes } from './workbook.ts';

/** A list with all its rows, to save as shown. */
export interface TableExport {
  format: 'csv' | 'xlsx';
  /** The name of the list: used for the sheet and the proposed file. */
  name: string;
  columns: readonly { column: string; title: string }[];
  rows: readonly GridRow[];
  /** Texts for the values of columns. */
  words: Readonly<Record<string, Readonly<Record<string, string>>>>;
  /** A note below the rows. */
  note?: string | undefined;
}

export interface SaveTableOptions {
  desktop: Pick<Desktop, 'chooseSavePath'>;
  /** The title of the dialog, and texts for yes and no. */
  texts(): { saveGrid: string; cells: Pick<CellTexts, 'yes' | 'no'> };
  separator(): CsvSeparator;
  today(): string;
}

/** Saves such a list to a path that the user selects; undefined when they cancel. */
export type SaveTable = (table: TableExport) => Promise<{ path: string } | undefined>;

export function createSaveTable({ desktop, texts, separator, today }: SaveTableOptions): SaveTable {
  return async (table) => {
    const { saveGrid, cells } = texts();
    const suggestedName = `${table.name} ${today()}.${table.format}`;
    const path = await desktop.chooseSavePath({ title: saveGrid, suggestedName });
    if (path === undefined) return undefined;
    const titles = table.columns.map(({ title }) => title);
    const cellTexts: CellTexts = {
      ...cells,
      of: (column, value) => table.words[column]?.[String(value)],
    };
    const lines = table.rows.map((row) => table.columns.map(({ column }) => cellOf(row, column, cellTexts)));
    const notes = table.note ? [table.note] : [];
    if (table.format === 'csv') {
      const heading = titles.map((text) => ({ kind: 'text', text }) as const);
      await atomicWrite(path, [
        byteOrderMark,
        ...[heading, ...lines, ...noteRows(notes)].map((line) => csvRow(line, separator())),
      ]);
    } else {
      await atomicWrite(
        path,
        workbookBytes(table.name, titles, inBlocks(lines), () => notes),
      );
    }
    return { path };
  };
}

/**
 * Saves sheets with formulas as one workbook, at a path that the user selects; undefined when they cancel.
 */
export type SaveWorkbook = (
  name: string,
  worksheets: readonly Worksheet[],
) => Promise<{ path: string } | undefined>;

/** Writes sheets with formulas as one workbook, whole or not at all. */
export function writeWorkbook(path: string, worksheets: readonly Worksheet[]): Promise<void> {
  return atomicWrite(path, worksheetsBytes(worksheets));
}

export function createSaveWorkbook({
  desktop,
  texts,
  today,
}: Pick<SaveTableOptions, 'desktop' | 'texts' | 'today'>): SaveWorkbook {
  return async (name, worksheets) => {
    const suggestedName = `${name} ${today()}.xlsx`;
    const path = await desktop.chooseSavePath({ title: texts().saveGrid, suggestedName });
    if (path === undefined) return undefined;
    await writeWorkbook(path, worksheets);
    return { path };
  };
}

async function* inBlocks<Line>(lines: readonly Line[]): AsyncGenerator<readonly Line[]> {
  for (let at = 0; at === 0 || at < lines.length; at += 500) yield lines.slice(at, at + 500);
}

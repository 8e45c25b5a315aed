import type { CsvSeparator } from '../../shared/spreadsheet-text.ts';
import type { Desktop } from '../host.ts';
import { atomicWrite } from '../lib/atomic-write.ts';
import type { Cell } from '../lib/worksheet-cell.ts';
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

interface SaveTableOptions {
  desktop: Pick<Desktop, 'chooseSavePath'>;
  /** The title of the dialog, and texts for yes and no. */
  texts(): { saveGrid: string; cells: Pick<CellTexts, 'yes' | 'no'> };
  separator(): CsvSeparator;
  today(): string;
}

/** Saves such a list to a path that the user selects; undefined when they cancel. */
export type SaveTable = (table: TableExport) => Promise<{ path: string } | undefined>;

export function createSaveTable({ desktop, texts, separator, today }: SaveTableOptions): SaveTable {
  return (table) => {
    const { saveGrid, cells } = texts();
    return saveAs(desktop, saveGrid, `${table.name} ${today()}.${table.format}`, (path) => {
      const of: CellTexts['of'] = (column, value) => table.words[column]?.[String(value)];
      const lines = table.rows.map((row) =>
        table.columns.map(({ column }) => cellOf(row, column, { ...cells, of })),
      );
      const titles = table.columns.map(({ title }) => title);
      const content = { titles, cells: inBlocks(lines), notes: () => (table.note ? [table.note] : []) };
      return writeTable(path, table.format, table.name, content, separator());
    });
  };
}

/** Writes a file to a path that the user selects; undefined when they cancel. */
export async function saveAs(
  desktop: Pick<Desktop, 'chooseSavePath'>,
  title: string,
  suggestedName: string,
  write: (path: string) => Promise<void>,
): Promise<{ path: string } | undefined> {
  const path = await desktop.chooseSavePath({ title, suggestedName });
  if (path === undefined) return undefined;
  await write(path);
  return { path };
}

/** The headings of a table, its rows in blocks, and the notes below, which are complete after the rows. */
export interface TableContent {
  titles: readonly string[];
  cells: AsyncIterable<readonly (readonly Cell[])[]>;
  notes(): readonly string[];
}

/** Writes a table as a workbook with a sheet of this name, or as CSV. */
export function writeTable(
  path: string,
  format: 'csv' | 'xlsx',
  name: string,
  content: TableContent,
  separator: CsvSeparator,
): Promise<void> {
  const { titles, cells, notes } = content;
  if (format === 'csv') return atomicWrite(path, csvText(content, separator));
  return atomicWrite(path, workbookBytes(name, titles, cells, notes));
}

async function* csvText({ titles, cells, notes }: TableContent, separator: CsvSeparator) {
  const textOf = (lines: readonly (readonly Cell[])[]) =>
    lines.map((line) => csvRow(line, separator)).join('');
  yield byteOrderMark + textOf([titles.map((text) => ({ kind: 'text', text }))]);
  for await (const lines of cells) yield textOf(lines);
  yield textOf(noteRows(notes()));
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
  return (name, worksheets) =>
    saveAs(desktop, texts().saveGrid, `${name} ${today()}.xlsx`, (path) => writeWorkbook(path, worksheets));
}

async function* inBlocks<Line>(lines: readonly Line[]): AsyncGenerator<readonly Line[]> {
  for (let at = 0; at === 0 || at < lines.length; at += 500) yield lines.slice(at, at + 500);
}

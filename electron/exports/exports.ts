import { compositeKey } from '../../shared/composite-key.ts';
import { fileStatuses } from '../../shared/model/file-status.ts';
import type { RowGroup } from '../../shared/model/search.ts';
import type { RowsQuery } from '../../shared/model/search-query.ts';
import { redact } from '../../shared/redact.ts';
import type { CsvSeparator } from '../../shared/spreadsheet-text.ts';
import type { RowNames } from '../connections/index.ts';
import type { Desktop } from '../host.ts';
import type { Translator } from '../i18n/index.ts';
import { atomicWrite } from '../lib/atomic-write.ts';
import type { Cell } from '../lib/worksheet-cell.ts';
import { type CellTexts, cellOf, type GridRow } from './cell.ts';
import { saveAs, type TableContent, writeTable } from './save-table.ts';
import { asShown, type ExtraColumn, shownColumns } from './shown-row.ts';

type GridQuery = Omit<RowsQuery, 'offset' | 'limit'>;

/** A grid to save as shown: its rows, their order, and its columns with their headings. */
export interface GridExport extends GridQuery {
  format: 'csv' | 'xlsx';
  columns: readonly { column: string; title: string }[];
  /** A note below the rows. */
  note?: string | undefined;
}

/** Saves lists as files that other programs open. */
export interface GridExports {
  /** Saves a grid to a path that the user selects; undefined when they cancel. */
  saveGrid(grid: GridExport): Promise<{ path: string } | undefined>;
  writeGrid(grid: GridExport, path: string): Promise<void>;
  /** Saves an error report to a path that the user selects. */
  saveReport(text: string): Promise<{ path: string } | undefined>;
}

export interface GridExportsOptions {
  desktop: Pick<Desktop, 'chooseSavePath'>;
  /** The ids of the grid's rows in their order at this moment: more may arrive during the export. */
  order(grid: GridQuery): Promise<{ numbers: Int32Array; groups?: readonly RowGroup[] }>;
  /** The rows of these ids; undefined where one is no longer stored, null where it cannot be read. */
  rows(grid: GridQuery, numbers: Int32Array): Promise<readonly (GridRow | undefined | null)[]>;
  texts(): ExportTexts;
  separator(): CsvSeparator;
  /** The current day, for proposed file names. */
  today(): string;
  names: RowNames;
  /** Keys in use, to remove from reports. */
  secrets: Iterable<string>;
}

/** Translations for an export, in the current language. */
export interface ExportTexts {
  cells: CellTexts;
  lists: Readonly<Record<RowsQuery['list'], string>>;
  group: string;
  /** Headings of the extra columns. */
  extraTitles: Readonly<Record<ExtraColumn, string>>;
  /** The note about damaged rows. */
  unreadable(count: number): string;
  saveGrid: string;
  saveReport: string;
  report: string;
}

/** Rows read at a time. */
const rowsPerRead = 500;

export function createGridExports(options: GridExportsOptions): GridExports {
  const { desktop, order, rows, texts, separator, today, names, secrets } = options;

  /**
   * A grid's headings, its cells in blocks, and the notes below, which are complete once all rows are read.
   */
  async function read(grid: GridExport): Promise<TableContent> {
    const { format: _, columns: __, note, ...query } = grid;
    let unreadable = 0;
    const notes = () => [note ?? '', unreadable > 0 ? texts().unreadable(unreadable) : ''].filter(Boolean);
    const { numbers, groups } = await order(query);
    const columns = shownColumns(grid, texts().extraTitles);
    const titles = columns.map(({ title }) => title);
    const cellTexts = texts().cells;
    async function* cells(labels: Iterator<string, undefined> | undefined): AsyncGenerator<Cell[][]> {
      for (let at = 0; at < numbers.length; at += rowsPerRead) {
        const found = await rows(query, numbers.slice(at, at + rowsPerRead));
        yield found.flatMap((row) => {
          const label = labels && { kind: 'text' as const, text: labels.next().value ?? '' };
          if (row === null) unreadable++;
          if (!row) return [];
          const complete = asShown(row, names);
          const shown = columns.map(({ column }) => cellOf(complete, column, cellTexts));
          return [label ? [label, ...shown] : shown];
        });
      }
    }
    return groups
      ? { titles: [texts().group, ...titles], cells: cells(labelsOf(groups)), notes }
      : { titles, cells: cells(undefined), notes };
  }

  const writeGrid = async (grid: GridExport, path: string) =>
    writeTable(path, grid.format, texts().lists[grid.list], await read(grid), separator());

  return {
    writeGrid,
    saveGrid: (grid) => {
      const { lists, saveGrid } = texts();
      const suggestedName = `${lists[grid.list]} ${today()}.${grid.format}`;
      return saveAs(desktop, saveGrid, suggestedName, (path) => writeGrid(grid, path));
    },
    saveReport: (text) => {
      const { saveReport, report } = texts();
      return saveAs(desktop, saveReport, `${report} ${today()}.txt`, (path) =>
        atomicWrite(path, [redact(text, [...secrets])]),
      );
    },
  };
}

/** The label of each row's group, in row order. */
function* labelsOf(groups: readonly { label: string; rows: number }[]): Generator<string, undefined> {
  for (const { label, rows } of groups) for (let row = 0; row < rows; row++) yield label;
}

/** Translations for exports: those of the grids, where a grid shows text. */
export function exportTexts(translator: Translator): ExportTexts {
  const values = new Map([
    ...fileStatuses.map((state): [string, string] => [
      compositeKey('file', state),
      translator.t(`grid:file.${state}`),
    ]),
    [compositeKey('isActive', true), translator.t('documents:exports.active')],
    [compositeKey('isActive', false), translator.t('grid:inactive')],
    [compositeKey('isComplete', true), translator.t('documents:exports.complete')],
    [compositeKey('isComplete', false), translator.t('grid:partial')],
  ]);
  return {
    cells: {
      yes: translator.t('documents:exports.yes'),
      no: translator.t('documents:exports.no'),
      of: (column, value) => values.get(compositeKey(column, value)),
    },
    lists: {
      dispatches: translator.t('documents:exports.lists.dispatches'),
      documents: translator.t('documents:exports.lists.documents'),
      disbursements: translator.t('documents:exports.lists.disbursements'),
    },
    group: translator.t('documents:exports.group'),
    extraTitles: {
      clientName: translator.t('documents:exports.beside.clientName'),
      withFile: translator.t('documents:exports.beside.withFile'),
      isComplete: translator.t('documents:exports.beside.isComplete'),
      isActive: translator.t('documents:exports.beside.isActive'),
    },
    unreadable: (count) => translator.t('grid:unreadable', { count }),
    saveGrid: translator.t('documents:exports.saveGrid'),
    saveReport: translator.t('documents:exports.saveReport'),
    report: translator.t('documents:exports.report'),
  };
}

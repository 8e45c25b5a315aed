import type { Handlers } from '../../shared/contract.ts';
import type { ListExport } from '../../shared/model/list-export.ts';
import type { RowNames } from '../connections/index.ts';
import type { Exports, ExportTexts } from './exports.ts';
import { type ListSources, listRows } from './list-rows.ts';
import type { SaveTable } from './table.ts';

/** The calls that this module handles. */
export type ExportCall = 'rows.export' | 'report.save' | 'list.save';

/** The dependencies of saving a list. */
export interface ListsToSave {
  saveTable: SaveTable;
  sources: ListSources;
  names: RowNames;
  texts(): Pick<ExportTexts, 'cells'>;
}

/** The exports' handlers. */
export function exportHandlers(
  exports: Exports,
  { saveTable, sources, names, texts }: ListsToSave,
): Pick<Handlers, ExportCall> {
  async function saveList(request: ListExport): Promise<{ path: string } | undefined> {
    const { format, name, columns, words: labels } = request;
    const rows = await listRows(request, sources, names, texts().cells);
    return saveTable({ format, name, columns, words: labels, rows });
  }
  return {
    'list.save': saveList,
    'rows.export': (grid) => exports.saveGrid(grid),
    'report.save': ({ text }) => exports.saveReport(text),
  };
}

import type { Handlers } from '../../shared/contract.ts';
import type { AppContext } from '../app-context.ts';
import type { RowNames } from '../connections/index.ts';
import type { Downloads } from '../downloads/index.ts';
import type { Search } from '../search/index.ts';
import {
  createGridExports,
  type ExportTexts,
  exportTexts,
  type GridExports,
  type GridExportsOptions,
} from './exports.ts';
import { type ListSources, listRows, type OtherExport } from './list-rows.ts';
import {
  createSaveTable,
  createSaveWorkbook,
  type SaveTable,
  type SaveWorkbook,
  writeWorkbook,
} from './save-table.ts';

export type { GridRow } from './cell.ts';
export type { GridExport } from './exports.ts';
export type { TableExport } from './save-table.ts';
export type { Worksheet } from './workbook.ts';
export {
  createGridExports,
  createSaveTable,
  type ExportTexts,
  type GridExports,
  type ListSources,
  type SaveTable,
  type SaveWorkbook,
  writeWorkbook,
};

/** What exports take from the app's other modules. */
interface ExportsOptions extends Pick<GridExportsOptions, 'today' | 'names' | 'secrets'> {
  rows: Search['rows'];
}

/** Creates the exports of the lists of a search, which saves them as files that other programs open. */
export function createExports(
  context: Pick<AppContext, 'desktop' | 'settings' | 'translatorNow'>,
  { rows, today, names, secrets }: ExportsOptions,
) {
  const { desktop, settings, translatorNow } = context;
  const texts = () => exportTexts(translatorNow());
  const separator = () => settings().csvSeparator;
  const saveTable = createSaveTable({ desktop, texts, separator, today });
  const grids = createGridExports({
    desktop,
    order: rows.order,
    rows: rows.numbered,
    texts,
    separator,
    today,
    names,
    secrets,
  });
  return {
    saveTable,
    saveWorkbook: createSaveWorkbook({ desktop, texts, today }),
    handlers: (sources: ListSources) => exportHandlers(grids, { saveTable, sources, names, texts }),
  };
}

/** The sources of saved lists' rows, by module. */
export function listSources(
  { saved, rows }: Pick<Search, 'saved' | 'rows'>,
  downloads: Pick<Downloads, 'documents'>,
  deliveries: { list: ListSources['deliveries'] },
  clients: { list: ListSources['clients'] },
  dossier: { rowsToSave: ListSources['dossier'] },
): ListSources {
  return {
    changes: () => saved.changes(),
    saved: () => saved.list(),
    found: (text) => rows.find(text),
    batch: (query) => downloads.documents(query),
    deliveries: () => deliveries.list(),
    clients: () => clients.list(),
    dossier: (list) => dossier.rowsToSave(list),
  };
}

/** What saving a list takes. */
interface ListsToSave {
  saveTable: SaveTable;
  sources: ListSources;
  names: RowNames;
  texts(): Pick<ExportTexts, 'cells' | 'unreadable'>;
}

/** The module's handlers. */
export function exportHandlers(grids: GridExports, { saveTable, sources, names, texts }: ListsToSave) {
  async function saveList(request: OtherExport): Promise<{ path: string } | undefined> {
    const { format, name, columns, words: labels } = request;
    const { rows, unreadable } = await listRows(request, sources, names, texts().cells);
    const notes = [request.note ?? '', unreadable > 0 ? texts().unreadable(unreadable) : ''];
    const note = notes.filter(Boolean).join(' · ');
    return saveTable({ format, name, columns, words: labels, rows, note });
  }
  return {
    'lists.export': (request) => ('resultSetId' in request ? grids.saveGrid(request) : saveList(request)),
    'report.save': ({ text }) => grids.saveReport(text),
  } satisfies Partial<Handlers>;
}

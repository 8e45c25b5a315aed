import type { Handlers } from '../../shared/contract.ts';
import type { Settings } from '../../shared/model/settings.ts';
import type { Words } from '../i18n/index.ts';
import type { Search } from '../search/index.ts';
import { exportWords } from './export-words.ts';
import { createExports, type ExportsDeps } from './exports.ts';
import { type ExportCall, exportHandlers } from './handlers.ts';
import type { ListSources } from './list-rows.ts';
import { createSaveTable, type SaveTable } from './table.ts';

export interface ExportsRoomDeps extends Pick<ExportsDeps, 'desktop' | 'today' | 'names' | 'secrets'> {
  rows: Search['rows'];
  settings(): Pick<Settings, 'csvSeparator'>;
  wordsNow(): Words;
}

/** Saving what is shown as files that other programs open. */
export interface ExportsRoom {
  saveTable: SaveTable;
  handlers(sources: ListSources): Pick<Handlers, ExportCall>;
}

/** Opens the exports of the lists of a search. */
export function openExports({ rows, settings, wordsNow, ...deps }: ExportsRoomDeps): ExportsRoom {
  const words = () => exportWords(wordsNow());
  const ofMoment = { ...deps, words, separator: () => settings().csvSeparator };
  const saveTable = createSaveTable(ofMoment);
  const exports = createExports({ ...ofMoment, order: rows.order, rows: rows.numbered });
  return {
    saveTable,
    handlers: (sources) => exportHandlers(exports, { saveTable, sources, names: deps.names, words }),
  };
}

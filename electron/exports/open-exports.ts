import type { Handlers } from '../../shared/contract.ts';
import type { Settings } from '../../shared/model/settings.ts';
import type { Translator } from '../i18n/index.ts';
import type { Search } from '../search/index.ts';
import { exportTexts } from './export-texts.ts';
import { createExports, type ExportsDeps } from './exports.ts';
import { type ExportCall, exportHandlers } from './handlers.ts';
import type { ListSources } from './list-rows.ts';
import { createSaveTable, type SaveTable } from './table.ts';

export interface ExportsModuleDeps extends Pick<ExportsDeps, 'desktop' | 'today' | 'names' | 'secrets'> {
  rows: Search['rows'];
  settings(): Pick<Settings, 'csvSeparator'>;
  translatorNow(): Translator;
}

/** Saves lists as files that other programs open. */
export interface ExportsModule {
  saveTable: SaveTable;
  handlers(sources: ListSources): Pick<Handlers, ExportCall>;
}

/** Opens the exports of the lists of a search. */
export function openExports({ rows, settings, translatorNow, ...deps }: ExportsModuleDeps): ExportsModule {
  const texts = () => exportTexts(translatorNow());
  const ofMoment = { ...deps, texts, separator: () => settings().csvSeparator };
  const saveTable = createSaveTable(ofMoment);
  const exports = createExports({ ...ofMoment, order: rows.order, rows: rows.numbered });
  return {
    saveTable,
    handlers: (sources) => exportHandlers(exports, { saveTable, sources, names: deps.names, texts }),
  };
}

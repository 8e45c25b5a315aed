import { fileStatuses } from '../../shared/model/file-status.ts';
import type { Translator } from '../i18n/index.ts';
import type { ExportTexts } from './exports.ts';

/** Translations for exports: those of the grids, where a grid shows text. */
export function exportTexts(translator: Translator): ExportTexts {
  const values = new Map([
    ...fileStatuses.map((state): [string, string] => [`file ${state}`, translator.t(`grid:file.${state}`)]),
    ['isActive true', translator.t('papers:exports.active')],
    ['isActive false', translator.t('grid:inactive')],
    ['isComplete true', translator.t('papers:exports.complete')],
    ['isComplete false', translator.t('grid:partial')],
  ]);
  return {
    cells: {
      yes: translator.t('papers:exports.yes'),
      no: translator.t('papers:exports.no'),
      of: (column, value) => values.get(`${column} ${value}`),
    },
    lists: {
      dispatches: translator.t('papers:exports.lists.dispatches'),
      documents: translator.t('papers:exports.lists.documents'),
      disbursements: translator.t('papers:exports.lists.disbursements'),
    },
    group: translator.t('papers:exports.group'),
    extraTitles: {
      clientName: translator.t('papers:exports.beside.clientName'),
      withFile: translator.t('papers:exports.beside.withFile'),
      isComplete: translator.t('papers:exports.beside.isComplete'),
      isActive: translator.t('papers:exports.beside.isActive'),
    },
    unreadable: (count) => translator.t('grid:unreadable', { count }),
    saveGrid: translator.t('papers:exports.saveGrid'),
    saveReport: translator.t('papers:exports.saveReport'),
    report: translator.t('papers:exports.report'),
  };
}

import { fileStatuses } from '../../shared/model/file-status.ts';
import type { Translator } from '../i18n/index.ts';
import type { ExportTexts } from './exports.ts';

/** Translations for exports: those of the grids, where a grid shows text. */
export function exportTexts(translator: Translator): ExportTexts {
  const values = new Map([
    ...fileStatuses.map((state): [string, string] => [`file ${state}`, translator.t(`grid:file.${state}`)]),
    ['isActive true', translator.t('exports:active')],
    ['isActive false', translator.t('grid:inactive')],
    ['isComplete true', translator.t('exports:complete')],
    ['isComplete false', translator.t('grid:partial')],
  ]);
  return {
    cells: {
      yes: translator.t('exports:yes'),
      no: translator.t('exports:no'),
      of: (column, value) => values.get(`${column} ${value}`),
    },
    lists: {
      dispatches: translator.t('exports:lists.dispatches'),
      documents: translator.t('exports:lists.documents'),
      disbursements: translator.t('exports:lists.disbursements'),
    },
    group: translator.t('exports:group'),
    extraTitles: {
      clientName: translator.t('exports:beside.clientName'),
      withFile: translator.t('exports:beside.withFile'),
      isComplete: translator.t('exports:beside.isComplete'),
      isActive: translator.t('exports:beside.isActive'),
    },
    unreadable: (count) => translator.t('grid:unreadable', { count }),
    saveGrid: translator.t('exports:saveGrid'),
    saveReport: translator.t('exports:saveReport'),
    report: translator.t('exports:report'),
  };
}

import { compositeKey } from '../../shared/composite-key.ts';
import { fileStatuses } from '../../shared/model/file-status.ts';
import type { Translator } from '../i18n/index.ts';
import type { ExportTexts } from './exports.ts';

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

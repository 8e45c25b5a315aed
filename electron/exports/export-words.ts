import { fileStatuses } from '../../shared/model/file-status.ts';
import type { Words } from '../i18n/index.ts';
import type { ExportWords } from './exports.ts';

/** The words that exports need, from the words of a language: those of the grids, where a grid shows words. */
export function exportWords(words: Words): ExportWords {
  const values = new Map([
    ...fileStatuses.map((state): [string, string] => [`file ${state}`, words.say(`grid:file.${state}`)]),
    ['isActive true', words.say('exports:active')],
    ['isActive false', words.say('grid:inactive')],
    ['isComplete true', words.say('exports:complete')],
    ['isComplete false', words.say('grid:partial')],
  ]);
  return {
    cells: {
      yes: words.say('exports:yes'),
      no: words.say('exports:no'),
      of: (column, value) => values.get(`${column} ${value}`),
    },
    lists: {
      dispatches: words.say('exports:lists.dispatches'),
      documents: words.say('exports:lists.documents'),
      disbursements: words.say('exports:lists.disbursements'),
    },
    group: words.say('exports:group'),
    extraTitles: {
      clientName: words.say('exports:beside.clientName'),
      withFile: words.say('exports:beside.withFile'),
      isComplete: words.say('exports:beside.isComplete'),
      isActive: words.say('exports:beside.isActive'),
    },
    unreadable: (count) => words.say('grid:unreadable', { count }),
    saveGrid: words.say('exports:saveGrid'),
    saveReport: words.say('exports:saveReport'),
    report: words.say('exports:report'),
  };
}

import { fileStandings } from '../shared/model/file-standing.ts';
import type { ExportWords } from './exports/index.ts';
import type { Words } from './words.ts';

/** The words that exports need, from the words of a language: those of the grids, where a grid shows words. */
export function exportWords(words: Words): ExportWords {
  const say = (key: string) => words.say(`exports:${key}`);
  const values = new Map([
    ...fileStandings.map((state): [string, string] => [`file ${state}`, words.say(`grid:file.${state}`)]),
    ['isActive true', say('active')],
    ['isActive false', words.say('grid:inactive')],
    ['isComplete true', say('complete')],
    ['isComplete false', words.say('grid:partial')],
  ]);
  return {
    cells: {
      yes: say('yes'),
      no: say('no'),
      of: (column, value) => values.get(`${column} ${value}`),
    },
    lists: {
      dispatches: say('lists.dispatches'),
      documents: say('lists.documents'),
      disbursements: say('lists.disbursements'),
    },
    group: say('group'),
    beside: {
      clientName: say('beside.clientName'),
      withFile: say('beside.withFile'),
      isComplete: say('beside.isComplete'),
      isActive: say('beside.isActive'),
    },
    saveGrid: say('saveGrid'),
    saveReport: say('saveReport'),
    report: say('report'),
  };
}

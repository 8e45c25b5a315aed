import { shownDate } from '../../../shared/model/dates.ts';
import type { FileState, StoredDocument } from '../../../shared/model/document.ts';
import { worst } from '../exit-code.ts';
import { printTable } from '../print-table.ts';
import { plan, readQuery } from '../query-from-text.ts';
import { choiceOptions } from '../query-options.ts';
import { agencyOptions, readArguments } from '../read-arguments.ts';
import { reportProblems, rowsOf, runSearch, tellUnreadable } from '../run-search.ts';
import { withAgency } from '../session.ts';
import type { Command, Terminal } from '../terminal.ts';

/** `files`: the documents of dispatches, or of a client between two days. */
export const files: Command = async (terminal) => {
  const { values } = readArguments(terminal.arguments, { ...agencyOptions, ...choiceOptions });
  if (values.plan) return plan(terminal, values);
  const query = await readQuery(terminal, values);
  return withAgency(terminal, values, async (app, { id }) => {
    const progress = await runSearch(app, terminal, await query(app, id));
    const documents: StoredDocument[] = [];
    const states: Record<FileState, number> = { available: 0, none: 0, unsigned: 0, unknown: 0 };
    let [count, inactive, unreadable] = [0, 0, 0];
    const rows = rowsOf(app, progress.resultSetId, 'documents', (damaged) => {
      unreadable += damaged;
    });
    for await (const document of rows) {
      terminal.emit('document', { file: document.file, item: document.item });
      states[document.file]++;
      count++;
      if (!document.isActive) inactive++;
      // JSON is written line by line; a table needs its widest cells first.
      if (!terminal.isJson) documents.push(document);
    }
    printDocuments(terminal, documents);
    const { requests, tasksDone, tasksTotal } = progress;
    const code = worst([reportProblems(app, terminal, progress), tellUnreadable(app, terminal, unreadable)]);
    terminal.emit('done', {
      documents: count,
      ...states,
      inactive,
      ...(unreadable > 0 && { unreadable }),
      requests,
      walks: tasksTotal,
      walksDone: tasksDone,
      problems: progress.problems.length,
    });
    // Where the app's own store failed, the number is unknown.
    if (count > 0 || !progress.error) terminal.say('documents', { count, files: states.available });
    return code;
  });
};

function printDocuments(terminal: Terminal, documents: readonly StoredDocument[]): void {
  printTable(terminal, documents, {
    dispatch: ({ dispatchNumber }) => dispatchNumber,
    type: ({ type }) => type,
    folio: ({ folio }) => folio,
    issued: ({ issueDate }) => shownDate(issueDate),
    issuer: ({ issuerName }) => issuerName,
    file: (document) => stateText(terminal, document),
  });
}

function stateText({ translator }: Terminal, { file, isActive }: StoredDocument): string {
  const state = translator.t(`grid:file.${file}`);
  return isActive ? state : `${state}, ${translator.t('grid:inactive')}`;
}

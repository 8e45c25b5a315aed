import { type AppError, toErrorData } from '../../../shared/errors.ts';
import { exitCode } from '../exit-code.ts';
import { printTable } from '../print-table.ts';
import { agencyOptions, readArguments } from '../read-arguments.ts';
import { reportError } from '../report-error.ts';
import { withAgency } from '../session.ts';
import type { Command } from '../terminal.ts';

/** `types`: the agency's catalogue of document types. */
export const types: Command = async (terminal) => {
  const { values } = readArguments(terminal.arguments, agencyOptions);
  return withAgency(terminal, values, async (app, { id }) => {
    const api = await app.getApiClient(id);
    let incompleteReason: AppError | undefined;
    const catalogue = await api.documentTypes({
      signal: terminal.signal,
      onIncomplete: (error) => {
        incompleteReason = error;
      },
    });
    for (const { item } of catalogue) terminal.emit('type', { item });
    printTable(terminal, catalogue, {
      type: ({ name }) => name,
      operation: ({ operation }) => operation,
      responsible: ({ responsible }) => responsible,
    });
    terminal.emit('done', { types: catalogue.length });
    terminal.say('types', { count: catalogue.length });
    return incompleteReason ? reportError(app, terminal, toErrorData(incompleteReason)) : exitCode.done;
  });
};

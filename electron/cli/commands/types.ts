import { type AppError, toErrorData } from '../../../shared/errors.ts';
import { exitCode, exitCodeOf } from '../exit-code.ts';
import { printTable } from '../print-table.ts';
import { withAgency } from '../session.ts';
import type { Command } from '../terminal.ts';
import { agencyOptions, readArguments } from '../usage.ts';

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
    printTable(
      terminal,
      [{ titleKey: 'title.type' }, { titleKey: 'title.operation' }, { titleKey: 'title.responsible' }],
      catalogue.map(({ name, operation, responsible }) => [name, operation, responsible]),
    );
    terminal.emit('done', { types: catalogue.length });
    terminal.say('types', { count: catalogue.length });
    if (!incompleteReason) return exitCode.done;
    terminal.complain(toErrorData(incompleteReason));
    app.lastError.save(toErrorData(incompleteReason));
    return exitCodeOf(incompleteReason);
  });
};

import { toErrorData } from '../../../shared/errors.ts';
import { addDays, shownDate } from '../../../shared/model/dates.ts';
import type { DispatchStatus } from '../../../shared/model/document.ts';
import type { Rut } from '../../../shared/model/rut.ts';
import { stateText } from '../../../shared/model/state-text.ts';
import type { App } from '../../app.ts';
import { type ExitCode, exitCode, exitCodeOf, worst } from '../exit-code.ts';
import { printTable } from '../print-table.ts';
import { readRange, readRut } from '../query-options.ts';
import { reportProblems, rowsOf, runSearch, tellUnreadable } from '../run-search.ts';
import { withAgency } from '../session.ts';
import type { Command, Terminal } from '../terminal.ts';
import { agencyOptions, readArguments } from '../usage.ts';

/** Default range in days where the API lists no dispatches: 18 months. */
const daysBack = 548;

/** `dispatches`: the dispatches of a client, from the API's list, else from its documents. */
export const dispatches: Command = async (terminal) => {
  const { values } = readArguments(terminal.arguments, {
    ...agencyOptions,
    rut: { type: 'string' },
    from: { type: 'string' },
    to: { type: 'string' },
  });
  const rut = readRut(terminal, values.rut);
  const chosenRange = values.from === undefined && values.to === undefined ? undefined : readRange(values);
  return withAgency(terminal, values, async (app, { id }) => {
    if (!chosenRange) {
      const api = await app.getApiClient(id);
      const listed = await api.dispatches({ rut, signal: terminal.signal });
      if (listed) {
        const code = reportListed(terminal, listed);
        if (!listed.incompleteReason) return code;
        terminal.complain(toErrorData(listed.incompleteReason));
        app.lastError.save(toErrorData(listed.incompleteReason));
        return exitCodeOf(listed.incompleteReason);
      }
      terminal.say('dispatchesFromDocuments');
    }
    const today = app.today();
    const range = chosenRange ?? { start: addDays(today, -daysBack), end: today };
    return reportFromDocuments(app, terminal, id, rut, range);
  });
};

function reportListed(
  terminal: Terminal,
  { dispatches, mayBeTruncated }: { dispatches: readonly DispatchStatus[]; mayBeTruncated: boolean },
): ExitCode {
  for (const { item } of dispatches) terminal.emit('dispatch', { item });
  printTable(
    terminal,
    (['dispatch', 'record', 'state', 'changed'] as const).map((name) => ({
      titleKey: `title.${name}` as const,
    })),
    dispatches.map(({ dispatchNumber, recordType, state, lastModified }) => [
      dispatchNumber,
      recordType,
      stateText(state),
      shownDate(lastModified),
    ]),
  );
  terminal.emit('done', { dispatches: dispatches.length, mayBeCut: mayBeTruncated });
  terminal.say('dispatches', { count: dispatches.length });
  if (mayBeTruncated) terminal.say('dispatchesMayBeCut');
  return exitCode.done;
}

async function reportFromDocuments(
  app: App,
  terminal: Terminal,
  connectionId: string,
  rut: Rut,
  range: { start: string; end: string },
): Promise<ExitCode> {
  const progress = await runSearch(app, terminal, {
    kind: 'range',
    connectionIds: [connectionId],
    ruts: [rut],
    range: { kind: 'days', ...range },
    types: { kind: 'all', operation: 'both' },
    complete: false,
  });
  const rows: string[][] = [];
  let unreadable = 0;
  const found = rowsOf(app, progress.resultSetId, 'dispatches', (damaged) => {
    unreadable += damaged;
  });
  for await (const dispatch of found) {
    terminal.emit('dispatch', {
      number: dispatch.number,
      documents: dispatch.documents,
      item: dispatch.item,
    });
    rows.push([dispatch.number, dispatch.reference, stateText(dispatch.state), String(dispatch.documents)]);
  }
  printTable(
    terminal,
    [
      { titleKey: 'title.dispatch' },
      { titleKey: 'title.reference' },
      { titleKey: 'title.state' },
      { titleKey: 'title.documents', align: 'right' },
    ],
    rows,
  );
  const code = worst([reportProblems(app, terminal, progress), tellUnreadable(app, terminal, unreadable)]);
  terminal.emit('done', {
    dispatches: rows.length,
    documents: progress.documents,
    ...(unreadable > 0 && { unreadable }),
  });
  if (rows.length > 0 || !progress.error) terminal.say('dispatches', { count: rows.length });
  return code;
}

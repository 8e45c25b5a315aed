import { toErrorData } from '../../../shared/errors.ts';
import { addDays, shownDate } from '../../../shared/model/dates.ts';
import type { DispatchStatus } from '../../../shared/model/document.ts';
import type { Rut } from '../../../shared/model/rut.ts';
import type { DispatchRow } from '../../../shared/model/search.ts';
import { stateText } from '../../../shared/model/state-text.ts';
import type { App } from '../../app.ts';
import { type ExitCode, exitCode, worst } from '../exit-code.ts';
import { printTable } from '../print-table.ts';
import { readRange, readRut } from '../query-options.ts';
import { agencyOptions, readArguments } from '../read-arguments.ts';
import { reportError } from '../report-error.ts';
import { reportProblems, rowsOf, runSearch, tellUnreadable } from '../run-search.ts';
import { withAgency } from '../session.ts';
import type { Command, Terminal } from '../terminal.ts';

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
        const { incompleteReason } = listed;
        return incompleteReason ? reportError(app, terminal, toErrorData(incompleteReason)) : code;
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
  printTable(terminal, dispatches, {
    dispatch: ({ dispatchNumber }) => dispatchNumber,
    record: ({ recordType }) => recordType,
    state: ({ state }) => stateText(state),
    changed: ({ lastModified }) => shownDate(lastModified),
  });
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
  const rows: Pick<DispatchRow, 'number' | 'reference' | 'state' | 'documents'>[] = [];
  let unreadable = 0;
  const found = rowsOf(app, progress.resultSetId, 'dispatches', (damaged) => {
    unreadable += damaged;
  });
  for await (const dispatch of found) {
    const { number, reference, state, documents, item } = dispatch;
    terminal.emit('dispatch', { number, documents, item });
    rows.push({ number, reference, state, documents });
  }
  printTable(
    terminal,
    rows,
    {
      dispatch: ({ number }) => number,
      reference: ({ reference }) => reference,
      state: ({ state }) => stateText(state),
      documents: ({ documents }) => String(documents),
    },
    { alignedRight: ['documents'] },
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

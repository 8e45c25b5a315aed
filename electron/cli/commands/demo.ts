import { relative, resolve } from 'node:path';
import { formatDay, resolveRange } from '../../../shared/model/dates.ts';
import { formatRut } from '../../../shared/model/rut.ts';
import { stateText } from '../../../shared/model/state-text.ts';
import type { App } from '../../app.ts';
import { type ExitCode, exitCode, worst } from '../exit-code.ts';
import { printTable } from '../print-table.ts';
import { readArguments } from '../read-arguments.ts';
import { withAgency } from '../session.ts';
import type { Command, Terminal } from '../terminal.ts';
import { fetchInto } from './download.ts';

/** `demo`: the main task on the practice agency: lists, downloads one client's month, verifies it. */
export const demo: Command = async (terminal) => {
  const { values } = readArguments(terminal.arguments, { into: { type: 'string' } });
  const folder = resolve(values.into ?? 'carpeta-practica');
  return withAgency(terminal, { practice: true }, async (app, { id }) => {
    const client = app.connections.practiceAgency.clients()[0];
    if (!client) return exitCode.someFailed;
    terminal.say('demo.client', { name: client.name, rut: formatRut(client.rut) });

    const api = await app.getApiClient(id);
    const listed = await api.dispatches({ rut: client.rut, signal: terminal.signal });
    const some = (listed?.dispatches ?? []).slice(0, 5);
    printTable(terminal, some, {
      dispatch: ({ dispatchNumber }) => dispatchNumber,
      record: ({ recordType }) => recordType,
      state: ({ state }) => stateText(state),
    });
    terminal.say('demo.dispatches', { count: listed?.dispatches.length ?? 0, shown: some.length });
    const first = some[0];
    if (first) {
      const { disbursements } = await api.disbursements({
        dispatch: first.dispatchNumber,
        rut: client.rut,
        signal: terminal.signal,
      });
      terminal.say('demo.disbursements', { count: disbursements.length, dispatch: first.dispatchNumber });
    }

    const month = resolveRange({ kind: 'last-month' }, app.today());
    terminal.say('demo.month', { start: formatDay(month.start), end: formatDay(month.end) });
    const fetched = await fetchInto(
      app,
      terminal,
      {
        kind: 'range',
        connectionIds: [id],
        ruts: [client.rut],
        range: { kind: 'days', ...month },
        types: { kind: 'all', operation: 'both' },
        complete: false,
      },
      { folder, withInactive: false, force: false },
    );
    return worst([fetched, await check(app, terminal, folder)]);
  });
};

async function check(app: App, terminal: Terminal, folder: string): Promise<ExitCode> {
  const { good, missing, changed, extra } = await app.handlers['downloads.verify']({ folder });
  const counts = { good, missing: missing.length, changed: changed.length, extra: extra.length };
  terminal.say('verified', counts);
  terminal.say('demo.where', { folder: relative('.', folder) || folder });
  return counts.missing + counts.changed === 0 ? exitCode.done : exitCode.someFailed;
}

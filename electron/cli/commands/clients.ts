import { formatRut } from '../../../shared/model/rut.ts';
import { exitCode } from '../exit-code.ts';
import { printTable } from '../print-table.ts';
import { readArguments } from '../read-arguments.ts';
import { withAgency } from '../session.ts';
import type { Command } from '../terminal.ts';

/** `clients`: the RUTs of the practice agency's clients. The API of a real agency does not list them. */
export const clients: Command = async (terminal) => {
  readArguments(terminal.arguments, { practice: { type: 'boolean' } });
  return withAgency(terminal, { practice: true }, async (app) => {
    const listed = app.connections.practiceAgency.clients();
    for (const { rut, name } of listed) terminal.emit('client', { item: { rut, name } });
    printTable(terminal, listed, { rut: ({ rut }) => formatRut(rut), name: ({ name }) => name });
    terminal.emit('done', { clients: listed.length });
    terminal.say('clients', { count: listed.length });
    return exitCode.done;
  });
};

import { isNamedDate, shownDate } from '../../../shared/model/dates.ts';
import { exitCode } from '../exit-code.ts';
import { readDispatch, readRut, resolveDispatch } from '../search-query.ts';
import { withAgency } from '../session.ts';
import type { Command } from '../terminal.ts';
import { agencyOptions, needed, readArguments } from '../usage.ts';

/** `status`: the status of one dispatch. */
export const status: Command = async (terminal) => {
  const { values } = readArguments(terminal.arguments, {
    ...agencyOptions,
    rut: { type: 'string' },
    dispatch: { type: 'string' },
  });
  const rut = readRut(terminal, values.rut);
  const parsed = readDispatch(needed(values.dispatch, '--dispatch'));
  return withAgency(terminal, values, async (app, { id }) => {
    const dispatch = await resolveDispatch(app, parsed, rut);
    const api = await app.getApiClient(id);
    const { item } = await api.status({ dispatch, rut, signal: terminal.signal });
    terminal.emit('status', { item });
    for (const [name, value] of Object.entries(item)) {
      if (value !== null && value !== '') terminal.print(`${name}: ${shown(name, value)}`);
    }
    terminal.emit('done', { dispatches: 1 });
    return exitCode.done;
  });
};

function shown(name: string, value: unknown): string {
  if (typeof value !== 'string') return JSON.stringify(value);
  return isNamedDate(name) ? shownDate(value) : value;
}

import { isNamedDate, shownDate } from '../../../shared/model/dates.ts';
import { exitCode } from '../exit-code.ts';
import { withDispatch } from '../query-options.ts';
import type { Command } from '../terminal.ts';

/** `status`: the status of one dispatch. */
export const status: Command = (terminal) =>
  withDispatch(terminal, async (_app, api, dispatch) => {
    const { item } = await api.status(dispatch);
    terminal.emit('status', { item });
    for (const [name, value] of Object.entries(item)) {
      if (value !== null && value !== '') terminal.print(`${name}: ${shown(name, value)}`);
    }
    terminal.emit('done', { dispatches: 1 });
    return exitCode.done;
  });

function shown(name: string, value: unknown): string {
  if (typeof value !== 'string') return JSON.stringify(value);
  return isNamedDate(name) ? shownDate(value) : value;
}

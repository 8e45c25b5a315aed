import type { CallName, Handlers } from '../shared/contract.ts';
import { toErrorData } from '../shared/errors.ts';
import type { LastFault } from './last-fault.ts';
import type { Log } from './log.ts';

/** The same handlers, noting what each rejects with and keeping it for a report, but for what a person ended. */
export function noteRefusals(handlers: Handlers, log: Log, lastFault: LastFault): Handlers {
  function note(name: string, thrown: unknown): void {
    const fault = toErrorData(thrown);
    if (fault.code === 'CANCELLED') return;
    log.problem(`refused ${name}`, thrown);
    lastFault.keep(fault);
  }
  function noting<Name extends CallName>(name: Name): Handlers[Name] {
    const handler: (input: never) => Promise<unknown> = handlers[name];
    const noted = async (input: never) => {
      try {
        return await handler(input);
      } catch (thrown) {
        note(name, thrown);
        throw thrown;
      }
    };
    // It takes and gives what the handler it wraps does.
    return noted as Handlers[Name];
  }
  const names = Object.keys(handlers) as CallName[];
  return Object.fromEntries(names.map((name) => [name, noting(name)])) as Handlers;
}

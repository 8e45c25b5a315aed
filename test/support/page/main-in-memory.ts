import {
  type Bridge,
  type CallName,
  calls,
  type EventName,
  type Events,
  type Handlers,
} from '../../../shared/contract.ts';
import { AppError, type Outcome, toErrorData } from '../../../shared/errors.ts';

/** Main as a part of the page meets it: answers by what a test gives it, and tells of events. */
export interface MainInMemory {
  bridge: Bridge;
  emit<Name extends EventName>(name: Name, payload: Events[Name]): void;
}

/**
 * Answers as main does: an input that the contract does not take, and a call that nothing here answers, come
 * back as errors.
 */
export function createMainInMemory(handlers: Partial<Handlers>): MainInMemory {
  const listeners: { name: EventName; listener: (payload: never) => void }[] = [];
  const entries = Object.keys(calls)
    .filter((name): name is CallName => name in calls)
    .map((name) => [name, (input: unknown) => handle(handlers, name, input)]);
  const on: Bridge['on'] = (name, notify) => {
    const listener = { name, listener: notify };
    listeners.push(listener);
    return () => void listeners.splice(listeners.indexOf(listener), 1);
  };
  return {
    // The contract's names are what its type is made of.
    bridge: { ...Object.fromEntries(entries), on } as Bridge,
    emit: (name, payload) => {
      for (const listener of [...listeners]) if (listener.name === name) listener.listener(payload as never);
    },
  };
}

async function handle(
  handlers: Partial<Handlers>,
  name: CallName,
  input: unknown,
): Promise<Outcome<unknown>> {
  try {
    const handler = handlers[name] as ((input: unknown) => Promise<unknown>) | undefined;
    if (!handler) throw new AppError('INPUT_INVALID', `this test's main does not answer ${name}`);
    return { ok: true, value: await handler(calls[name].input.parse(input)) };
  } catch (error) {
    return { ok: false, error: toErrorData(error) };
  }
}

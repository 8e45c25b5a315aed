import { type EventName, type Events, eventNames } from '../../shared/contract.ts';

type Listener<Name extends EventName> = (payload: Events[Name]) => void;

/** Emits an event to its listeners. */
export type Emit = <Name extends EventName>(event: Name, payload: Events[Name]) => void;
/** Adds a listener; the returned function removes it. */
export type On = <Name extends EventName>(event: Name, listener: Listener<Name>) => () => void;

/** The app's events, in this process. */
export function createEvents(): { emit: Emit; on: On } {
  const empty = Object.fromEntries(eventNames.map((name) => [name, new Set()]));
  // Each name's set holds listeners of that name alone.
  const listeners = empty as { [Name in EventName]: Set<Listener<Name>> };
  return {
    emit: (event, payload) => {
      for (const listener of listeners[event]) listener(payload);
    },
    on: (event, listener) => {
      listeners[event].add(listener);
      return () => void listeners[event].delete(listener);
    },
  };
}

import type { EventEmitter } from 'node:events';

/** Emits an event with these facts that a listener may prevent; whether nobody did. */
export function emitPreventable(emitter: EventEmitter, name: string, facts: object = {}): boolean {
  let prevented = false;
  const preventDefault = () => {
    prevented = true;
  };
  emitter.emit(name, { ...facts, preventDefault });
  return !prevented;
}

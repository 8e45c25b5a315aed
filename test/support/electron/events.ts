import type { EventEmitter } from 'node:events';

/** Emits an event that a listener may prevent; whether nobody did. */
export function emitPreventable(emitter: EventEmitter, name: string, ...more: unknown[]): boolean {
  let prevented = false;
  const preventDefault = () => {
    prevented = true;
  };
  emitter.emit(name, { preventDefault }, ...more);
  return !prevented;
}

import type { CallInput, CallName } from '../../shared/contract.ts';
import type { DispatchKey, OwnDispatch } from '../../shared/model/carpeta.ts';

/** Under what the page keeps the answer to a call. Every key is made in this file, so that one thing stands under one key. */
export type AnswerKey<Name extends CallName = CallName> = readonly [Name, CallInput<Name>];

/** Of one question. */
export function answerKey<Name extends CallName>(name: Name, input: CallInput<Name>): AnswerKey<Name> {
  return [name, input];
}

/** The beginning of the keys of all answers to a call. */
export function callKey<Name extends CallName>(name: Name): readonly [Name] {
  return [name];
}

/** Of all that is known of a dispatch: what is kept, and what its agency has answered since. */
export function dispatchViewKey({ connectionId, number, rut }: OwnDispatch): AnswerKey<'dispatch.view'> {
  return answerKey('dispatch.view', { connectionId, number, rut, ask: false });
}

/** Of how asking the agency about a dispatch went the last time. */
export function dispatchAskedKey({ connectionId, number }: DispatchKey) {
  return ['dispatch.asked', { connectionId, number }] as const;
}

/** Of a list that reads its answers a window at a time and holds them itself; `about` says of which question. */
export function windowsKey(name: CallName, about: object, id: string) {
  return [name, about, windows, id] as const;
}

const windows = 'windows';

/** Whether a key is that of such a list. */
export function isOfWindows(key: readonly unknown[]): boolean {
  return key[2] === windows;
}

/** A value of a key's question; undefined where it has none of this name. */
export function askedOf(key: readonly unknown[], name: string): unknown {
  const [, input] = key;
  return typeof input === 'object' && input !== null ? Reflect.get(input, name) : undefined;
}

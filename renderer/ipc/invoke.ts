import type { Bridge, CallInput, CallName, CallOutput } from '../../shared/contract.ts';
import { AppError, fromErrorData, type Outcome } from '../../shared/errors.ts';
import type { DispatchKey, OwnDispatch } from '../../shared/model/dossier.ts';

declare global {
  interface Window {
    /** Put there by the host before the page loads. */
    readonly carpeta: Bridge;
  }
}

/** The bridge's calls alone: indexed by a name that is not known yet, an intersection loses its types. */
type BridgeCalls = {
  readonly [Name in CallName]: (input: CallInput<Name>) => Promise<Outcome<CallOutput<Name>>>;
};

/**
 * One call to main. Rejects with the `AppError` that main answered with, or with `UNEXPECTED` where what came back is no answer of this
 * version's contract.
 */
export async function ask<Name extends CallName>(
  name: Name,
  input: CallInput<Name>,
): Promise<CallOutput<Name>> {
  const bridge: BridgeCalls = window.carpeta;
  const outcome = await cross(name, () => bridge[name](input));
  if (!isOutcome(outcome)) throw new AppError('UNEXPECTED', `${name} was answered by no outcome`);
  if (!outcome.ok) throw fromErrorData(outcome.error);
  return outcome.value;
}

/** What a host throws of its own has no code, and may quote what was sent. */
async function cross<Answer>(name: CallName, call: () => Promise<Answer>): Promise<Answer> {
  try {
    return await call();
  } catch (cause) {
    throw new AppError('UNEXPECTED', `${name} did not reach the app`, { cause });
  }
}

function isOutcome(outcome: Outcome<unknown>): boolean {
  if (typeof outcome !== 'object' || outcome === null) return false;
  return outcome.ok ? 'value' in outcome || !('error' in outcome) : typeof outcome.error?.code === 'string';
}

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

/** A call that has been asked, as a query that gives its answer. */
export interface Asked<Name extends CallName = CallName> {
  queryKey: AnswerKey<Name>;
  queryFn: () => Promise<CallOutput<Name>>;
}

/** Asks at once what the page will show once it can. */
export function askAhead<Name extends CallName>(name: Name, input: CallInput<Name>): Asked<Name> {
  const answer = ask(name, input);
  // Said by whoever shows it.
  answer.catch(() => undefined);
  return { queryKey: answerKey(name, input), queryFn: () => answer };
}

/** Reading takes long where an agency is asked again and again; after so long a person wants to know. */
const patienceMs = 60_000;

/**
 * The answer to a call that only reads. Rejects with `NO_ANSWER` where none has come for a minute; what comes after that goes to `late`, so
 * that nothing is waited for in vain.
 */
export function patient<Answer>(
  name: CallName,
  answer: Promise<Answer>,
  late: (answer: Answer) => void,
): Promise<Answer> {
  return new Promise((resolve, reject) => {
    let isLate = false;
    const timer = setTimeout(() => {
      isLate = true;
      reject(new AppError('NO_ANSWER', `${name} has not been answered for a minute`));
    }, patienceMs);
    answer
      .then(
        (value) => (isLate ? late(value) : resolve(value)),
        // A late refusal is no more than that it is not known.
        reject,
      )
      .finally(() => clearTimeout(timer));
  });
}

import type { Bridge, CallInput, CallName, CallOutput } from '../../shared/contract.ts';
import { AppError, fromErrorData, type Outcome } from '../../shared/errors.ts';
import type { DispatchKey, OwnDispatch } from '../../shared/model/dossier.ts';

declare global {
  interface Window {
    /** Defined by the host before the page loads. */
    readonly carpeta: Bridge;
  }
}

/** The bridge's calls alone: an intersection indexed by a generic name loses its types. */
type BridgeCalls = {
  readonly [Name in CallName]: (input: CallInput<Name>) => Promise<Outcome<CallOutput<Name>>>;
};

/**
 * One call to main. Rejects with main's `AppError`, or with `UNEXPECTED` if the response violates this
 * version's contract.
 */
export async function invoke<Name extends CallName>(
  name: Name,
  input: CallInput<Name>,
): Promise<CallOutput<Name>> {
  const bridge: BridgeCalls = window.carpeta;
  const outcome = await cross(name, () => bridge[name](input));
  if (!isOutcome(outcome)) throw new AppError('UNEXPECTED', `${name} was answered by no outcome`);
  if (!outcome.ok) throw fromErrorData(outcome.error);
  return outcome.value;
}

/** A host's own exceptions have no code, and may quote what was sent. */
async function cross<Result>(name: CallName, call: () => Promise<Result>): Promise<Result> {
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

/** The query key of a call. Every key is made in this file, so that each query has exactly one. */
export type InvokeKey<Name extends CallName = CallName> = readonly [Name, CallInput<Name>];

/** The key of a call with its input. */
export function invokeKey<Name extends CallName>(name: Name, input: CallInput<Name>): InvokeKey<Name> {
  return [name, input];
}

/** The prefix of the keys of a call, whatever its input. */
export function callKey<Name extends CallName>(name: Name): readonly [Name] {
  return [name];
}

/** The key of all that is known of a dispatch: stored data, and what its agency has returned since. */
export function dispatchViewKey({ connectionId, number, rut }: OwnDispatch): InvokeKey<'dispatch.view'> {
  return invokeKey('dispatch.view', { connectionId, number, rut, ask: false });
}

/** The key of the last fetch of a dispatch from its agency. */
export function dispatchFetchKey({ connectionId, number }: DispatchKey) {
  return ['dispatch.asked', { connectionId, number }] as const;
}

/** The key of a list that holds its pages itself; `about` identifies the query. */
export function pagesKey(name: CallName, about: object, id: string) {
  return [name, about, pages, id] as const;
}

const pages = 'windows';

/** Whether a key belongs to such a list. */
export function isPagesKey(key: readonly unknown[]): boolean {
  return key[2] === pages;
}

/** A value of a key's input; undefined if the input has none of this name. */
export function inputValue(key: readonly unknown[], name: string): unknown {
  const [, input] = key;
  return typeof input === 'object' && input !== null ? Reflect.get(input, name) : undefined;
}

/** A call that is already invoked, as a query that returns its result. */
export interface PrefetchedQuery<Name extends CallName = CallName> {
  queryKey: InvokeKey<Name>;
  queryFn: () => Promise<CallOutput<Name>>;
}

/** Invokes a call before the page can show its result. */
export function prefetchCall<Name extends CallName>(
  name: Name,
  input: CallInput<Name>,
): PrefetchedQuery<Name> {
  const result = invoke(name, input);
  // The component that shows it reports the error.
  result.catch(() => undefined);
  return { queryKey: invokeKey(name, input), queryFn: () => result };
}

/** A read that retries an agency takes long; after this time it is reported, ms. */
const timeoutMs = 60_000;

/**
 * The result of a read. Rejects with `NO_ANSWER` if none arrives within a minute; a later one is passed to
 * `late`, so that it is not lost.
 */
export function withTimeout<Result>(
  name: CallName,
  result: Promise<Result>,
  late: (result: Result) => void,
): Promise<Result> {
  return new Promise((resolve, reject) => {
    let isLate = false;
    const timer = setTimeout(() => {
      isLate = true;
      reject(new AppError('NO_ANSWER', `${name} has not been answered for a minute`));
    }, timeoutMs);
    result
      .then(
        (value) => (isLate ? late(value) : resolve(value)),
        // A late rejection adds nothing.
        reject,
      )
      .finally(() => clearTimeout(timer));
  });
}

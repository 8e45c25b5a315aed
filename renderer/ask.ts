import type { Bridge, CallInput, CallName, CallOutput } from '../shared/contract.ts';
import { fromErrorData, type Outcome } from '../shared/errors.ts';

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

/** One call to main. Rejects with the `CarpetaError` that main answered with. */
export async function ask<Name extends CallName>(
  name: Name,
  input: CallInput<Name>,
): Promise<CallOutput<Name>> {
  const bridge: BridgeCalls = window.carpeta;
  const outcome = await bridge[name](input);
  if (!outcome.ok) throw fromErrorData(outcome.error);
  return outcome.value;
}

/** A call that has been asked, as a query that gives its answer. */
export interface Asked<Name extends CallName = CallName> {
  queryKey: readonly [Name, CallInput<Name>];
  queryFn: () => Promise<CallOutput<Name>>;
}

/** Asks at once what the page will show once it can. */
export function askAhead<Name extends CallName>(name: Name, input: CallInput<Name>): Asked<Name> {
  const answer = ask(name, input);
  // Said by whoever shows it.
  answer.catch(() => undefined);
  return { queryKey: [name, input], queryFn: () => answer };
}

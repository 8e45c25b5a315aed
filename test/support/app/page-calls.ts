import {
  type CallInput,
  type CallName,
  type CallOutput,
  calls,
  type Handlers,
} from '../../../shared/contract.ts';

/** Calls what the contract names. */
export type Call = <Name extends CallName>(name: Name, input: CallInput<Name>) => Promise<CallOutput<Name>>;

/** Calls as a page does: the input is checked and filled in by its schema. */
export function callsOf(handlers: Handlers): Call {
  return async <Name extends CallName>(name: Name, input: CallInput<Name>) => {
    const handler = handlers[name] as (input: unknown) => Promise<CallOutput<Name>>;
    return handler(calls[name].input.parse(input));
  };
}

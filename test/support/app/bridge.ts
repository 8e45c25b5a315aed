import type { Page } from 'playwright';
import type { Bridge, CallInput, CallName, CallOutput } from '../../../shared/contract.ts';

/** Calls the app through the page's own bridge, as a screen would; rejects with the code of an error. */
export async function ask<Name extends CallName>(
  page: Page,
  name: Name,
  input: CallInput<Name>,
): Promise<CallOutput<Name>> {
  return page.evaluate(
    async ([call, value]) => {
      const bridge = (globalThis as unknown as { carpeta: Bridge }).carpeta;
      const outcome = await (bridge[call] as (input: unknown) => ReturnType<Bridge[Name]>)(value);
      if (!outcome.ok) throw new Error(`${call}: ${outcome.error.code} ${outcome.error.message}`);
      return outcome.value;
    },
    [name, input] as const,
  ) as Promise<CallOutput<Name>>;
}

import type { CallInput } from '../../../shared/contract.ts';
import { asksAgencies } from '../../../shared/model/asks-agencies.ts';
import { parseRut } from '../../../shared/model/rut.ts';
import type { SavedSearch } from '../../../shared/model/search.ts';
import type { Within } from '../../ui/route.ts';

/** The scope of dispatches, as calls take it. */
export type ScopeInput = CallInput<'dossier.gaps'>['scope'];

/** The scope of a route; a client that is no valid RUT is ignored. */
export function scopeOf({ connectionId, rut, resultSetId, deliveryId }: Within): ScopeInput {
  const parsed = rut === undefined ? undefined : parseRut(rut);
  return {
    ...(connectionId !== undefined && { connectionIds: [connectionId] }),
    ...(parsed?.form === 'right' && { ruts: [parsed.rut] }),
    ...(resultSetId !== undefined && { resultSetId }),
    ...(deliveryId !== undefined && { handoverId: deliveryId }),
  };
}

/** The same scope, limited to one agency, client or search, or no longer limited to it. */
export function narrowed(within: Within, by: keyof Within, value: string | null): Within {
  const { [by]: _before, ...rest } = within;
  return value ? { ...rest, [by]: value } : rest;
}

/** The saved searches with rows to select from, and the route's result set if it belongs to none of them. */
export function searchChoices(
  saved: readonly Pick<SavedSearch, 'name' | 'resultSetId' | 'question'>[],
  resultSetId: string | undefined,
  thisResult: string,
): { value: string; label: string }[] {
  const choices = saved
    .filter(asksAgencies)
    .map((search) => ({ value: search.resultSetId, label: search.name }));
  const isKnown = resultSetId === undefined || choices.some(({ value }) => value === resultSetId);
  return isKnown ? choices : [{ value: resultSetId, label: thisResult }, ...choices];
}

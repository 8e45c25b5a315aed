import type { PaymentFilter } from '../../../shared/model/payment-queries.ts';
import type { ScopeInput } from '../../components/list-screen/scope.ts';
import { type FilterText, useFilterText } from '../../components/list-screen/use-filter-text.ts';
import type { Route } from '../../ui/route.ts';

/** The text that filters disbursements, and the figure that the route names. */
export interface PaymentFilterText extends FilterText {
  filter: PaymentFilter | undefined;
}

/** Holds the text that filters disbursements, in each part of their screen. */
export function usePaymentFilter(
  route: Extract<Route, { view: 'payments' }>,
  scope: ScopeInput,
): PaymentFilterText {
  const text = useFilterText(route, JSON.stringify(scope));
  const { group } = route;
  return {
    ...text,
    filter: text.filter && { ...text.filter, ...(group && { group }) },
    isNarrowed: text.isNarrowed || group !== undefined,
  };
}

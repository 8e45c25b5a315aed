import { useTranslation } from 'react-i18next';
import type { CallInput } from '../../../shared/contract.ts';
import type { PaymentGroup } from '../../../shared/model/payment-queries.ts';
import { type PaymentDimension, paymentDimensions } from '../../../shared/model/payment-table.ts';
import type { ScopeInput } from '../../components/list-screen/scope.ts';
import { useInvokeQueries } from '../../ipc/invoke-hooks.ts';
import { headingLabel } from './table-labels.ts';

/** The names of the parts of a figure: main knows them from the disbursements themselves. */
export function useGroupLabels(
  scope: ScopeInput,
  group: PaymentGroup = {},
): { part: keyof PaymentGroup; label: string }[] {
  const { t, i18n } = useTranslation('payments');
  const dimensions = paymentDimensions.filter((dimension) => group[dimension] !== undefined);
  const tables = useInvokeQueries(
    'carpeta.paymentTable',
    dimensions.map((dimension) => onlyGroup(scope, dimension, group[dimension] ?? '')),
  );
  const labels = dimensions.map((dimension, index) => {
    const heading = tables[index]?.data?.sections[0]?.rows[0];
    const label = heading ? headingLabel(heading, dimension, i18n.language, t) : (group[dimension] ?? '');
    return { part: dimension, label };
  });
  if (group.currency === undefined) return labels;
  return [...labels, { part: 'currency', label: group.currency || t('table.noCurrency') }];
}

function onlyGroup(
  scope: ScopeInput,
  dimension: PaymentDimension,
  key: string,
): CallInput<'carpeta.paymentTable'> {
  return { scope, rows: dimension, measure: 'amount', filter: { group: { [dimension]: key } } };
}

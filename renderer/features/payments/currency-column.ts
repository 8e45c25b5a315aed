import type { TFunction } from 'i18next';
import type { PaymentSums } from '../../../shared/model/review.ts';
import { textColumn } from '../../components/list-screen/common-columns.tsx';
import type { ListColumn } from '../../components/list-screen/list-column.ts';

/** Whether disbursements have currencies to name: several, or a single one that is declared. */
export function hasCurrencies(sums: PaymentSums | undefined): boolean {
  return sums?.byCurrency.some(({ currency }) => currency !== '') ?? false;
}

/** The currency of the amounts of a row; `none` stands where the service declares none. */
export function currencyColumn<Row extends { currency: string }>(
  t: TFunction<'payments'>,
  none = '',
): ListColumn<Row> {
  return textColumn<Row>('currency', t('table.currency'), 72, ({ currency }) => currency || none, 160);
}

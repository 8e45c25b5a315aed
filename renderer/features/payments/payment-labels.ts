import type { TFunction } from 'i18next';
import type { Payments } from '../../../shared/model/review.ts';
import { formatAmount, formatCount } from '../../ui/format.ts';
import { shownSum } from './sum-rows.ts';

type T = TFunction<'payments'>;
type Numbers = Pick<Payments, 'sums' | 'supported' | 'unsupported' | 'withoutNumber'>;

/** The filter of disbursements. */
export type PaymentChoice = (typeof paymentChoices)[number];
export const paymentChoices = ['all', 'supported', 'unsupported', 'no-number'] as const;

function countOf(choice: PaymentChoice, { sums, supported, unsupported, withoutNumber }: Numbers): number {
  return { all: sums.all.count, supported, unsupported, 'no-number': withoutNumber }[choice];
}

/** A filter's label with its count, once known. */
export function choiceLabel(choice: PaymentChoice, numbers: Numbers | undefined, t: T): string {
  const label = t(`choice.${choice}`);
  return numbers ? `${label} ${formatCount(countOf(choice, numbers))}` : label;
}

/** The sum of all known amounts, of each currency by itself, and the number of unknown ones. */
export function sumLabel({ sums }: Pick<Payments, 'sums'>, t: T): string {
  const { amount, count } = sums.all;
  if (count === 0) return '';
  const isOne = sums.byCurrency.length < 2;
  const labels = sums.byCurrency.map(({ label, amount: own }, at) => {
    const sum = formatAmount(shownSum(own));
    const named = isOne && label === '' ? sum : `${sum} ${label || t('table.noCurrency')}`;
    return at === 0 ? t('sum', { sum: named }) : named;
  });
  if (amount.unknown > 0) labels.push(t('unknown', { count: amount.unknown }));
  return labels.join(' · ');
}

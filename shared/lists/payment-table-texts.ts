import {
  type PaymentDimension,
  type PaymentMeasure,
  paymentDimensions,
  paymentMeasures,
} from '../model/payment-table.ts';
import type { SavedTableTexts } from './saved-payment-table.ts';

/** The keys of a saved table's texts: the page's own, which main reads, too. */
type PaymentTableTextKey =
  | `table.${'fileName' | 'rut' | 'count' | 'unknownTitle' | 'noLabel' | 'currency' | 'row' | 'column'}`
  | `table.dimension.${PaymentDimension}`
  | `column.${PaymentMeasure | 'date' | 'documentNumber' | 'state'}`
  | 'part.list'
  | 'total';

/** A month, `YYYY-MM`, in words. */
export function monthLabel(month: string, language: string): string {
  const date = new Date(`${month}-01T00:00:00Z`);
  return new Intl.DateTimeFormat(language, { month: 'long', year: 'numeric', timeZone: 'UTC' }).format(date);
}

/** The texts of a saved table of disbursements, which names these months. */
export function paymentTableTexts(
  t: (key: PaymentTableTextKey) => string,
  months: readonly string[],
  language: string,
): SavedTableTexts {
  const named = <Name extends string>(names: readonly Name[], text: (name: Name) => string) =>
    Object.fromEntries(names.map((name) => [name, text(name)])) as Record<Name, string>;
  return {
    name: t('table.fileName'),
    payments: t('part.list'),
    dimension: named(paymentDimensions, (dimension) => t(`table.dimension.${dimension}`)),
    measure: named(paymentMeasures, (measure) => t(`column.${measure}`)),
    rut: t('table.rut'),
    count: t('table.count'),
    total: t('total'),
    unknown: t('table.unknownTitle'),
    noLabel: t('table.noLabel'),
    currency: t('table.currency'),
    date: t('column.date'),
    documentNumber: t('column.documentNumber'),
    state: t('column.state'),
    row: t('table.row'),
    column: t('table.column'),
    months: Object.fromEntries(months.map((month) => [month, monthLabel(month, language)])),
  };
}

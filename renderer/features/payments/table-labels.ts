import type { TFunction } from 'i18next';
import { monthLabel, paymentTableTexts } from '../../../shared/lists/payment-table-texts.ts';
import type { SavedTableTexts } from '../../../shared/lists/saved-payment-table.ts';
import type {
  PaymentDimension,
  PaymentHeading,
  PaymentMeasure,
  PaymentTable,
  PaymentTableRow,
} from '../../../shared/model/payment-table.ts';

type T = TFunction<'payments'>;

/** The name of a row or column of the table. */
export function headingLabel(
  { key, label }: PaymentHeading,
  dimension: PaymentDimension,
  language: string,
  t: T,
): string {
  if (label === '') return t('table.noLabel');
  return dimension === 'month' ? monthLabel(key, language) : label;
}

/** How the table is laid out. */
export interface TableShape {
  rows: PaymentDimension;
  /** Undefined: the columns are the amounts. */
  columns: PaymentDimension | undefined;
  measure: PaymentMeasure;
}

/** What the rows are sorted by: their names, their number, or the amount of a column. */
export interface TableSort {
  /** `label`, `count`, a measure, `total`, or the index of a column. */
  by: string;
  descending: boolean;
}

/** The rows in the order of a sort; an amount of which nothing is known comes last. */
export function sortRows(
  rows: readonly PaymentTableRow[],
  { by, descending }: TableSort,
  amountOf: (row: PaymentTableRow, by: string) => number | undefined,
): readonly PaymentTableRow[] {
  if (by === 'label') return descending ? rows.toReversed() : rows;
  const sign = descending ? -1 : 1;
  return rows.toSorted((one, other) => {
    const [left, right] = [amountOf(one, by), amountOf(other, by)];
    if (left === undefined || right === undefined)
      return Number(left === undefined) - Number(right === undefined);
    return sign * (left - right);
  });
}

/** The texts of the saved table, in the page's language. */
export function savedTexts(
  table: PaymentTable,
  { rows, columns }: { rows: PaymentDimension; columns: PaymentDimension | undefined },
  language: string,
  t: T,
): SavedTableTexts {
  const headings = [
    ...(rows === 'month' ? table.sections.flatMap((section) => section.rows) : []),
    ...(columns === 'month' ? table.columns : []),
  ];
  const months = headings.map(({ key }) => key).filter((key) => key !== '');
  return paymentTableTexts((key) => t(key), months, language);
}

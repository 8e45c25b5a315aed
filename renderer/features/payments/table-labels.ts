import type { TFunction } from 'i18next';
import type { SavedTableTexts } from '../../../shared/lists/saved-payment-table.ts';
import {
  type PaymentDimension,
  type PaymentHeading,
  type PaymentMeasure,
  type PaymentTable,
  type PaymentTableRow,
  paymentDimensions,
  paymentMeasures,
} from '../../../shared/model/payment-table.ts';

type T = TFunction<'payments'>;

/** A month, `YYYY-MM`, in words. */
function monthLabel(month: string, language: string): string {
  const date = new Date(`${month}-01T00:00:00Z`);
  return new Intl.DateTimeFormat(language, { month: 'long', year: 'numeric', timeZone: 'UTC' }).format(date);
}

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
  const months = headings.flatMap(({ key }) => (key === '' ? [] : [[key, monthLabel(key, language)]]));
  const named = <Name extends string>(names: readonly Name[], text: (name: Name) => string) =>
    Object.fromEntries(names.map((name) => [name, text(name)])) as Record<Name, string>;
  return {
    name: t('table.fileName'),
    payments: t('part.list'),
    dimension: named(paymentDimensions, (dimension) => t(`table.dimension.${dimension}`)),
    measure: named(paymentMeasures, (measure) => t(`column.${measure}`)),
    ...{ rut: t('table.rut'), count: t('table.count'), total: t('total'), unknown: t('table.unknownTitle') },
    ...{ noLabel: t('table.noLabel'), currency: t('table.currency'), date: t('column.date') },
    ...{ documentNumber: t('column.documentNumber'), state: t('column.state') },
    ...{ row: t('table.row'), column: t('table.column') },
    months: Object.fromEntries(months),
  };
}

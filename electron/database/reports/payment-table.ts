import type { DatabaseSync } from 'node:sqlite';
import { compareTexts } from '../../../shared/compare-texts.ts';
import { type AmountSum, sumAmounts } from '../../../shared/model/amounts.ts';
import type { ClientNames } from '../../../shared/model/client-names.ts';
import type { PaymentTableQuery } from '../../../shared/model/payment-queries.ts';
import {
  type PaymentCell,
  type PaymentDimension,
  type PaymentHeading,
  type PaymentMeasure,
  type PaymentTable,
  type PaymentTableRow,
  type PaymentTableSection,
  type PaymentTotals,
  paymentMeasures,
} from '../../../shared/model/payment-table.ts';
import { asRut } from '../../../shared/model/rut.ts';
import { sortKey } from '../sort-keys.ts';
import { filteredPayments, groupKeyOf, type PaymentFacts } from './payment-facts.ts';

/** More columns than this are no table that anybody reads. */
const maxColumns = 60;

/**
 * Disbursements by two of their dimensions. Currencies are never added together, and an unknown amount is
 * counted, never taken for 0.
 */
export function tabulatePayments(
  database: DatabaseSync,
  { scope, filter = {}, rows, columns: across, measure }: PaymentTableQuery,
  names: ClientNames = {},
): PaymentTable {
  const payments = filteredPayments(database, scope, filter, names);
  const found = across === undefined ? [] : headings(payments, across, names);
  const isTooWide = found.length > maxColumns;
  const columns = isTooWide ? [] : withSharedRuts(found);
  const positions = new Map(columns.map(({ key }, position) => [key, position]));
  const cellsOf = (own: readonly PaymentFacts[]) =>
    across === undefined || isTooWide ? [] : toCells(own, across, measure, positions);
  const sections = [...Map.groupBy(payments, ({ currency }) => currency)].map(
    ([currency, own]): PaymentTableSection => {
      const groups = Map.groupBy(own, (facts) => groupKeyOf(facts, rows));
      return {
        currency,
        rows: headings(own, rows, names).map((heading): PaymentTableRow => {
          const members = groups.get(heading.key) ?? [];
          return { ...heading, totals: toTotals(members), cells: cellsOf(members) };
        }),
        totals: toTotals(own),
        cells: cellsOf(own),
      };
    },
  );
  return {
    columns,
    ...(isTooWide && { tooManyColumns: found.length }),
    sections: sections.sort(
      (one, other) => other.totals.count - one.totals.count || compareTexts(one.currency, other.currency),
    ),
    count: payments.length,
  };
}

/** A disbursement of the table, with the keys of its row and its column. */
export interface TabulatedPayment extends PaymentFacts {
  rowKey: string;
  columnKey: string;
  /** `''` if the directory has no name. */
  clientName: string;
}

/** The table with the disbursements that make it up. */
export function readTabulatedPayments(
  database: DatabaseSync,
  query: PaymentTableQuery,
  names: ClientNames = {},
): { table: PaymentTable; payments: TabulatedPayment[] } {
  const { scope, filter = {}, rows, columns } = query;
  return {
    table: tabulatePayments(database, query, names),
    payments: filteredPayments(database, scope, filter, names).map((facts) => ({
      ...facts,
      rowKey: groupKeyOf(facts, rows),
      columnKey: columns === undefined ? '' : groupKeyOf(facts, columns),
      clientName: names[facts.rut] ?? '',
    })),
  };
}

/** The groups of a dimension in their order: months and dispatches by number, others by name. */
function headings(
  payments: readonly PaymentFacts[],
  dimension: PaymentDimension,
  names: ClientNames,
): PaymentHeading[] {
  const found = new Map<string, PaymentHeading>();
  for (const facts of payments) {
    const key = groupKeyOf(facts, dimension);
    if (!found.has(key)) found.set(key, headingOf(facts, key, dimension, names));
  }
  const order = new Map([...found].map(([key, { label }]) => [key, sortKey(label)]));
  const last = (heading: PaymentHeading) => (heading.label === '' ? 1 : 0);
  return [...found.values()].sort(
    (one, other) =>
      last(one) - last(other) ||
      compareTexts(order.get(one.key) ?? '', order.get(other.key) ?? '') ||
      compareTexts(one.key, other.key),
  );
}

/** The same columns; those of one name have their RUT in it, since a column has no other place for it. */
function withSharedRuts(columns: readonly PaymentHeading[]): PaymentHeading[] {
  const byLabel = Map.groupBy(columns, ({ label }) => label);
  return columns.map((column) => {
    const { label, rut } = column;
    if (rut === undefined || (byLabel.get(label)?.length ?? 0) < 2) return column;
    return { ...column, label: `${label} · ${asRut(rut)}` };
  });
}

function headingOf(
  facts: PaymentFacts,
  key: string,
  dimension: PaymentDimension,
  names: ClientNames,
): PaymentHeading {
  switch (dimension) {
    case 'month':
      return { key, label: key };
    case 'client':
      return { key, label: names[facts.rut] || facts.rut, rut: facts.rut };
    case 'supplier':
      return {
        key,
        label: facts.supplierName || facts.supplierRut,
        ...(facts.supplierRut !== '' && { rut: facts.supplierRut }),
      };
    case 'concept':
      return { key, label: facts.conceptName };
    case 'dispatch':
      return { key, label: facts.dispatchNumber };
  }
}

function toCells(
  payments: readonly PaymentFacts[],
  across: PaymentDimension,
  measure: PaymentMeasure,
  positions: ReadonlyMap<string, number>,
): PaymentCell[] {
  const groups = Map.groupBy(payments, (facts) => groupKeyOf(facts, across));
  return [...groups]
    .map(([key, own]) => ({
      column: positions.get(key) ?? 0,
      count: own.length,
      ...toSum(own, measure),
    }))
    .sort((one, other) => one.column - other.column);
}

function toTotals(payments: readonly PaymentFacts[]): PaymentTotals {
  const sums = paymentMeasures.map((measure) => [measure, toSum(payments, measure)]);
  return { count: payments.length, ...Object.fromEntries(sums) };
}

function toSum(payments: readonly PaymentFacts[], measure: PaymentMeasure): AmountSum {
  return sumAmounts(payments.map(({ [measure]: amount }) => amount));
}

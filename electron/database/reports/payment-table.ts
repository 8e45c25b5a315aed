import type { DatabaseSync } from 'node:sqlite';
import { compareTexts } from '../../../shared/compare-texts.ts';
import { getOrMake } from '../../../shared/get-or-make.ts';
import { AmountTally } from '../../../shared/model/amounts.ts';
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
import { type Concept, conceptLabels } from '../rules/concept-labels.ts';
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
  const sections = new Map<string, { sums: Group; rows: Map<string, Group> }>();
  const firstOfColumn = new Map<string, PaymentFacts>();
  for (const facts of payments) {
    const newGroup = () => new Group(facts);
    const section = getOrMake(sections, facts.currency, () => ({ sums: newGroup(), rows: new Map() }));
    const column = across === undefined ? undefined : groupKeyOf(facts, across);
    if (column !== undefined && !firstOfColumn.has(column)) firstOfColumn.set(column, facts);
    section.sums.add(facts, column, measure);
    getOrMake(section.rows, groupKeyOf(facts, rows), newGroup).add(facts, column, measure);
  }
  const found = across === undefined ? [] : headings(firstOfColumn, across, names);
  const isTooWide = found.length > maxColumns;
  const columns = isTooWide ? [] : withSharedRuts(found);
  const positions = new Map(columns.map(({ key }, position) => [key, position]));
  return {
    columns,
    ...(isTooWide && { tooManyColumns: found.length }),
    sections: [...sections]
      .map(([currency, { sums, rows: groups }]): PaymentTableSection => {
        const firsts = new Map([...groups].map(([key, { first }]) => [key, first]));
        return {
          currency,
          rows: headings(firsts, rows, names).flatMap((heading): PaymentTableRow[] => {
            const group = groups.get(heading.key);
            return group ? [{ ...heading, ...group.figures(positions) }] : [];
          }),
          ...sums.figures(positions),
        };
      })
      .sort(
        (one, other) => other.totals.count - one.totals.count || compareTexts(one.currency, other.currency),
      ),
    count: payments.length,
  };
}

/** The sums of a row or a section. */
class Group {
  readonly first: PaymentFacts;
  readonly #totals = paymentMeasures.map((measure) => ({ measure, tally: new AmountTally() }));
  readonly #cells = new Map<string, { count: number; tally: AmountTally }>();
  #count = 0;

  constructor(first: PaymentFacts) {
    this.first = first;
  }

  add(facts: PaymentFacts, column: string | undefined, inCells: PaymentMeasure): void {
    this.#count++;
    for (const { measure, tally } of this.#totals) tally.add(facts[measure]);
    if (column === undefined) return;
    const cell = getOrMake(this.#cells, column, () => ({ count: 0, tally: new AmountTally() }));
    cell.count++;
    cell.tally.add(facts[inCells]);
  }

  /** Its totals, and its cells at the positions of their columns. */
  figures(positions: ReadonlyMap<string, number>): { totals: PaymentTotals; cells: PaymentCell[] } {
    const sums = this.#totals.map(({ measure, tally }) => [measure, tally.total]);
    const cells = [...this.#cells].flatMap(([key, { count, tally }]) => {
      const column = positions.get(key);
      return column === undefined ? [] : [{ column, count, ...tally.total }];
    });
    return {
      totals: { count: this.#count, ...Object.fromEntries(sums) },
      cells: cells.sort((one, other) => one.column - other.column),
    };
  }
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
      clientName: names[facts.dispatch.rut] ?? '',
    })),
  };
}

/** The groups of a dimension in their order: months and dispatches by number, others by name. */
function headings(
  firsts: ReadonlyMap<string, PaymentFacts>,
  dimension: PaymentDimension,
  names: ClientNames,
): PaymentHeading[] {
  const conceptLabel = conceptLabels([...firsts.values()].map(conceptOf));
  const found = [...firsts].map(([key, facts]) =>
    dimension === 'concept'
      ? { key, label: conceptLabel(conceptOf(facts)) }
      : headingOf(facts, key, dimension, names),
  );
  const order = new Map(found.map(({ key, label }) => [key, sortKey(label)]));
  const last = (heading: PaymentHeading) => (heading.label === '' ? 1 : 0);
  return found.sort(
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
  { dispatch, parties }: PaymentFacts,
  key: string,
  dimension: Exclude<PaymentDimension, 'concept'>,
  names: ClientNames,
): PaymentHeading {
  switch (dimension) {
    case 'month':
      return { key, label: key };
    case 'client':
      return { key, label: names[dispatch.rut] || dispatch.rut, rut: dispatch.rut };
    case 'supplier':
      return {
        key,
        label: parties.supplierName || parties.supplierRut,
        ...(parties.supplierRut !== '' && { rut: parties.supplierRut }),
      };
    case 'dispatch':
      return { key, label: dispatch.number };
  }
}

function conceptOf({ parties }: PaymentFacts): Concept {
  return { code: parties.conceptCode, name: parties.conceptName };
}

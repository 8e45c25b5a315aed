import { compositeKey } from '../../shared/composite-key.ts';
import type { SavedPaymentTable, SavedTableTexts } from '../../shared/lists/saved-payment-table.ts';
import type { AmountSum } from '../../shared/model/amounts.ts';
import {
  type PaymentDimension,
  type PaymentHeading,
  type PaymentMeasure,
  type PaymentTable,
  type PaymentTableRow,
  type PaymentTableSection,
  paymentMeasures,
} from '../../shared/model/payment-table.ts';
import { asRut } from '../../shared/model/rut.ts';
import { stateText } from '../../shared/model/state-text.ts';
import type { TabulatedPayment } from '../database/index.ts';
import type { Worksheet } from '../exports/index.ts';
import {
  type Cell,
  columnName,
  dayCell,
  numberCell,
  textCell,
  worksheetTitle,
} from '../lib/worksheet-cell.ts';

/** A table with the disbursements that make it up. */
export interface PaymentSheets {
  table: PaymentTable;
  payments: readonly TabulatedPayment[];
}

/** Columns of the sheet of disbursements; the first two are the numbers of a row and a column. */
const dataColumns = [
  ...(['row', 'column', 'month', 'client', 'clientRut', 'supplier', 'supplierRut', 'concept'] as const),
  ...(['dispatch', 'day', 'documentNumber', 'state', 'currency', ...paymentMeasures] as const),
];

/** The name of a row or column; the page's word where the service gave none. */
export function labelOf(
  { key, label }: PaymentHeading,
  dimension: PaymentDimension,
  { months, noLabel }: SavedTableTexts,
): string {
  if (label === '') return noLabel;
  return dimension === 'month' ? (months[key] ?? label) : label;
}

/**
 * Two sheets: the table, whose figures are formulas over the second, and the disbursements. Rows and columns
 * have numbers, by which the formulas find their disbursements: names could be read as patterns.
 */
export function paymentWorksheets(request: SavedPaymentTable, sheets: PaymentSheets): Worksheet[] {
  const { texts, note } = request;
  const builder = new TableWorksheet(request, sheets);
  for (const section of sheets.table.sections) builder.addSection(section);
  const notes: Cell[][] = note ? [[], [textCell(note)]] : [];
  return [
    {
      name: worksheetTitle(texts.name),
      rows: [...builder.rows, ...notes],
      headings: builder.headings,
      frozenRows: 1,
    },
    { name: worksheetTitle(texts.payments), rows: builder.dataRows(), headings: [0], frozenRows: 1 },
  ];
}

/** Whether a table has a currency to name: several, or a single one that is declared. */
export function namesCurrencies({ sections }: PaymentTable): boolean {
  return sections.length > 1 || sections.some(({ currency }) => currency !== '');
}

/** A sum of which something is known; it is never 0 for what nobody knows. */
function knownSum(amount: Pick<AmountSum, 'sum' | 'known'> | undefined): number | undefined {
  return amount && amount.known > 0 ? amount.sum : undefined;
}

/** Builds the first sheet, and numbers the rows and columns of both. */
class TableWorksheet {
  readonly rows: Cell[][] = [];
  readonly headings: number[] = [];
  readonly #request: SavedPaymentTable;
  readonly #sheets: PaymentSheets;
  readonly #rowNumbers = new Map<string, number>();
  readonly #columnNumbers: ReadonlyMap<string, number>;
  readonly #dataWorksheet: string;

  constructor(request: SavedPaymentTable, sheets: PaymentSheets) {
    this.#request = request;
    this.#sheets = sheets;
    this.#columnNumbers = new Map(sheets.table.columns.map(({ key }, index) => [key, index + 1]));
    this.#dataWorksheet = `'${worksheetTitle(request.texts.payments).replaceAll("'", "''")}'`;
  }

  addSection(section: PaymentTableSection): void {
    const { texts } = this.#request;
    const hasCurrencies = namesCurrencies(this.#sheets.table);
    if (hasCurrencies)
      this.#addHeading([textCell(`${texts.currency}: ${section.currency || texts.noLabel}`)]);
    this.#addHeading(this.#headingCells());
    const first = this.rows.length + 1;
    for (const row of section.rows) this.#addRow(row, section.currency);
    this.#addTotal(section, first);
    this.rows.push([]);
  }

  #headingCells(): Cell[] {
    const { texts, query } = this.#request;
    const { columns } = this.#sheets.table;
    const across = query.columns;
    return [
      textCell(texts.row),
      textCell(texts.dimension[query.rows]),
      textCell(texts.rut),
      textCell(texts.count),
      ...(across === undefined
        ? paymentMeasures.flatMap((measure) => [
            textCell(texts.measure[measure]),
            textCell(`${texts.measure[measure]}: ${texts.unknown}`),
          ])
        : [
            ...columns.map((heading) => textCell(labelOf(heading, across, texts))),
            textCell(`${texts.total}: ${texts.measure[query.measure]}`),
            textCell(texts.unknown),
          ]),
    ];
  }

  #addHeading(cells: Cell[]): void {
    this.headings.push(this.rows.length);
    this.rows.push(cells);
  }

  #addRow(row: PaymentTableRow, currency: string): void {
    const { texts, query } = this.#request;
    const line = this.rows.length + 1;
    const own = this.#rowNumbers.size + 1;
    this.#rowNumbers.set(compositeKey(currency, row.key), own);
    const { totals } = row;
    this.rows.push([
      numberCell(own),
      textCell(labelOf(row, query.rows, texts)),
      textCell(asRut(row.rut ?? '')),
      { kind: 'formula', formula: `COUNTIFS(${this.#isRow(line)})`, value: totals.count },
      ...(query.columns === undefined
        ? paymentMeasures.flatMap((measure) => this.#sumCells(measure, totals[measure], this.#isRow(line)))
        : [
            ...this.#sheets.table.columns.map((_, column): Cell => {
              const cell = row.cells.find((one) => one.column === column);
              if (!cell) return { kind: 'empty' };
              const among = `${this.#isRow(line)},${this.#data('column')},${column + 1}`;
              return this.#sumCells(query.measure, cell, among)[0];
            }),
            // Not of the cells beside it: there are none where there are too many columns.
            ...this.#sumCells(query.measure, totals[query.measure], this.#isRow(line)),
          ]),
    ]);
  }

  /** The sums of the rows above, each over its own column; empty where none of them is known. */
  #addTotal({ totals, cells }: PaymentTableSection, first: number): void {
    const { texts, query } = this.#request;
    const last = this.rows.length;
    const sum = (column: number, value: number | undefined): Cell => {
      const name = columnName(column);
      const above = `${name}${first}:${name}${last}`;
      return { kind: 'formula', formula: `IF(COUNT(${above})=0,"",SUM(${above}))`, value };
    };
    const { columns } = this.#sheets.table;
    const total = totals[query.measure];
    const sums =
      query.columns === undefined
        ? paymentMeasures.flatMap((measure) => [knownSum(totals[measure]), totals[measure].unknown])
        : [
            ...columns.map((_, column) => knownSum(cells.find((one) => one.column === column))),
            knownSum(total),
            total.unknown,
          ];
    this.#addHeading([
      { kind: 'empty' },
      textCell(texts.total),
      { kind: 'empty' },
      ...[totals.count, ...sums].map((value, index) => sum(index + 3, value)),
    ]);
  }

  /** The sum of the known amounts, empty where none is known, and the number of unknown ones. */
  #sumCells(measure: PaymentMeasure, { sum, known, unknown }: AmountSum, among: string): [Cell, Cell] {
    const amounts = this.#data(measure);
    return [
      {
        kind: 'formula',
        formula: `IF(COUNTIFS(${among},${amounts},"<>")=0,"",SUMIFS(${amounts},${among}))`,
        value: knownSum({ sum, known }),
      },
      { kind: 'formula', formula: `COUNTIFS(${among},${amounts},"")`, value: unknown },
    ];
  }

  #isRow(line: number): string {
    return `${this.#data('row')},$A${line}`;
  }

  /** A whole column of the sheet of disbursements. */
  #data(column: (typeof dataColumns)[number]): string {
    const name = `$${columnName(dataColumns.indexOf(column))}$`;
    return `${this.#dataWorksheet}!${name}2:${name}${Math.max(2, this.#sheets.payments.length + 1)}`;
  }

  /** The disbursements, each with the numbers of its row and its column. */
  dataRows(): Cell[][] {
    const { texts } = this.#request;
    const { dimension, measure } = texts;
    const heading = [
      ...[texts.row, texts.column, dimension.month, dimension.client, `${dimension.client}: ${texts.rut}`],
      ...[dimension.supplier, `${dimension.supplier}: ${texts.rut}`, dimension.concept, dimension.dispatch],
      ...[texts.date, texts.documentNumber, texts.state, texts.currency],
      ...paymentMeasures.map((name) => measure[name]),
    ];
    return [heading.map(textCell), ...this.#sheets.payments.map((payment) => this.#dataRow(payment))];
  }

  #dataRow(payment: TabulatedPayment): Cell[] {
    const { currency, rowKey: row, columnKey, day, dispatch, parties } = payment;
    const month = day.slice(0, 7);
    return [
      numberCell(this.#rowNumbers.get(compositeKey(currency, row))),
      numberCell(this.#columnNumbers.get(columnKey)),
      textCell(this.#request.texts.months[month] ?? month),
      textCell(payment.clientName),
      textCell(asRut(dispatch.rut)),
      textCell(parties.supplierName),
      textCell(asRut(parties.supplierRut)),
      textCell([parties.conceptCode, parties.conceptName].filter(Boolean).join(' · ')),
      textCell(dispatch.number),
      dayCell(day),
      textCell(payment.documentNumber),
      textCell(stateText(parties.state)),
      textCell(currency),
      ...paymentMeasures.map((name) => numberCell(payment[name])),
    ];
  }
}

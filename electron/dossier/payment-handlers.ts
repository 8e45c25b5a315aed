import type { Handlers } from '../../shared/contract.ts';
import type { SavedPaymentTable } from '../../shared/lists/saved-payment-table.ts';
import type { ClientNames } from '../../shared/model/client-names.ts';
import type { PaymentTableQuery } from '../../shared/model/payment-queries.ts';
import { type PaymentTableRow, paymentMeasures } from '../../shared/model/payment-table.ts';
import type { Dossier, DossierContext } from './dossier.ts';
import { labelOf, namesCurrencies, type PaymentSheets, paymentWorksheets } from './payment-worksheets.ts';

/** The handlers of calls about the table of disbursements. */
export function paymentHandlers(context: DossierContext, dossier: Dossier) {
  const { store, clients, connectionIds } = context;
  const names = (): ClientNames => Object.fromEntries(clients().map(({ rut, name }) => [rut, name]));
  const stored = async (query: PaymentTableQuery) => ({
    ...query,
    scope: await dossier.storedScope(query.scope),
  });
  return {
    'dossier.paymentTable': async (query) => store.tabulatePayments(await stored(query), names()),
    'dossier.paymentsToRequest': async ({ scope, period }) => {
      // A result or a package is its dispatches, whatever else a period has.
      if (scope.resultSetId ?? scope.dispatches ?? scope.handoverId) return { queries: [], requests: 0 };
      return store.periodToAsk(period, {
        connectionIds: scope.connectionIds ?? connectionIds(),
        ruts: scope.ruts ?? clients().map(({ rut }) => rut),
        dispatchesOf: scope.ruts,
        today: dossier.today(),
      });
    },
    'dossier.savePaymentTable': async (request) => {
      const read = await store.readTabulatedPayments(await stored(request.query), names());
      return savePaymentTable(context, request, read);
    },
  } satisfies Partial<Handlers>;
}

/** Saves the table as a workbook with formulas, or its figures as CSV; undefined when the user cancels. */
async function savePaymentTable(
  { saveTable, saveWorkbook }: Pick<DossierContext, 'saveTable' | 'saveWorkbook'>,
  request: SavedPaymentTable,
  sheets: PaymentSheets,
): Promise<{ path: string } | undefined> {
  const { format, texts, query, note } = request;
  if (format === 'xlsx') return saveWorkbook(texts.name, paymentWorksheets(request, sheets));
  const { table } = sheets;
  const measured = [
    { column: 'total', title: texts.total },
    { column: 'totalUnknown', title: texts.unknown },
  ];
  const columns = [
    { column: 'label', title: texts.dimension[query.rows] },
    { column: 'rut', title: texts.rut },
    ...(namesCurrencies(table) ? [{ column: 'currency', title: texts.currency }] : []),
    { column: 'count', title: texts.count },
    ...(query.columns === undefined
      ? paymentMeasures.flatMap((measure) => [
          { column: measure, title: texts.measure[measure] },
          { column: `${measure}Unknown`, title: `${texts.measure[measure]}: ${texts.unknown}` },
        ])
      : [
          ...table.columns.map((heading, index) => ({
            column: `column:${index}`,
            title: labelOf(heading, query.columns ?? 'month', texts),
          })),
          ...measured,
        ]),
  ];
  const rows = table.sections.flatMap((section) => [
    ...section.rows.map((row) =>
      flatRow(row, labelOf(row, query.rows, texts), section.currency, query.measure),
    ),
    flatRow({ ...section, key: '', label: '' }, texts.total, section.currency, query.measure),
  ]);
  return saveTable({ format, name: texts.name, columns, words: {}, rows, note });
}

/** A row as cells by column; a sum without known amounts is empty. */
function flatRow(
  { totals, cells, rut }: PaymentTableRow,
  label: string,
  currency: string,
  measure: SavedPaymentTable['query']['measure'],
): Record<string, string | number> {
  const sums = paymentMeasures.flatMap((name): [string, number][] => [
    ...(totals[name].known > 0 ? [[name, totals[name].sum] satisfies [string, number]] : []),
    [`${name}Unknown`, totals[name].unknown],
  ]);
  const total = totals[measure];
  return {
    label,
    rut: rut ?? '',
    currency,
    count: totals.count,
    ...Object.fromEntries(sums),
    ...Object.fromEntries(
      cells.filter(({ known }) => known > 0).map(({ column, sum }) => [`column:${column}`, sum]),
    ),
    ...(total.known > 0 && { total: total.sum }),
    totalUnknown: total.unknown,
  };
}

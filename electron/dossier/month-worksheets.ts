import { paymentTableTexts } from '../../shared/lists/payment-table-texts.ts';
import { type ClientMonthShown, missingOfDispatch } from '../../shared/model/client-month.ts';
import { shownDate, writtenDay } from '../../shared/model/dates.ts';
import type { PaymentTableQuery } from '../../shared/model/payment-queries.ts';
import { asRut, formatRut } from '../../shared/model/rut.ts';
import type { MonthDocument } from '../database/index.ts';
import type { Worksheet } from '../exports/index.ts';
import type { TranslationKey } from '../i18n/index.ts';
import { type Cell, dayCell, numberCell, textCell, worksheetTitle } from '../lib/worksheet-cell.ts';
import { type MonthContext, monthFacts } from './month-report.ts';
import { type PaymentSheets, paymentWorksheets } from './payment-worksheets.ts';

/** What the sheets of a month are made of, beside the month itself. */
interface MonthSheets extends Pick<PaymentSheets, 'payments'> {
  /** Those of each of the month's dispatches, in their order. */
  documents: readonly (readonly MonthDocument[])[];
  query: PaymentTableQuery;
  agencyName(connectionId: string): string;
}

/**
 * A month as sheets: summary, dispatches, their documents, what is missing, its sums with their formulas, and
 * each disbursement.
 */
export function monthWorksheets(
  month: ClientMonthShown,
  context: MonthContext,
  { documents, payments, query, agencyName }: MonthSheets,
): Worksheet[] {
  const { t, language } = context.translator;
  const texts = paymentTableTexts((key) => t(`payments:${key}`), [month.month], language);
  return [
    {
      name: worksheetTitle(t('documents:month.sheets.summary')),
      rows: [
        ...monthFacts(month, context).map(({ label, value }) => [textCell(label), textCell(value)]),
        [],
        ...month.notes.map((note) => [textCell(note)]),
      ],
      headings: [],
      frozenRows: 0,
    },
    dispatchWorksheet(month, context, agencyName),
    documentWorksheet(month, documents, context, agencyName),
    missingWorksheet(month, context),
    ...paymentWorksheets({ format: 'xlsx', query, texts }, { table: month.payments, payments }),
  ];
}

type NameIn<Key> = Key extends `documents:month.columns.${infer Name}` ? Name : never;

/** A table of the month as a worksheet, its columns named in the first row. */
function tableWorksheet(
  { translator: { t } }: MonthContext,
  table: 'dispatches' | 'documents' | 'missing',
  columns: readonly NameIn<TranslationKey>[],
  rows: Worksheet['rows'],
): Worksheet {
  const titles = columns.map((column) => textCell(t(`documents:month.columns.${column}`)));
  const name = worksheetTitle(t(`documents:month.sheets.${table}`));
  return { name, rows: [titles, ...rows], headings: [0], frozenRows: 1 };
}

function dispatchWorksheet(
  { dispatches }: ClientMonthShown,
  context: MonthContext,
  agencyName: MonthSheets['agencyName'],
): Worksheet {
  const { t } = context.translator;
  return tableWorksheet(
    context,
    'dispatches',
    ['agency', 'dispatch', 'reference', 'kind', 'day', 'state', 'documents', 'missing'],
    dispatches.map((one) => [
      textCell(agencyName(one.connectionId)),
      textCell(one.number),
      textCell(one.reference),
      textCell(one.tramite),
      dayCell(one.day),
      textCell(t(`documents:month.states.${one.completeness}`)),
      numberCell(one.documents),
      numberCell(missingOfDispatch(one)),
    ]),
  );
}

function documentWorksheet(
  { dispatches }: ClientMonthShown,
  documents: MonthSheets['documents'],
  context: MonthContext,
  agencyName: MonthSheets['agencyName'],
): Worksheet {
  const { t } = context.translator;
  return tableWorksheet(
    context,
    'documents',
    ['agency', 'dispatch', 'reference', 'document', 'folio', 'issued', 'issuer', 'issuerRut', 'file'],
    dispatches.flatMap(({ connectionId, number, reference }, index) =>
      (documents[index] ?? []).map(({ type, folio, issueDate, issuerName, issuerId, file }) => [
        textCell(agencyName(connectionId)),
        textCell(number),
        textCell(reference),
        textCell(type || t('documents:names.untyped')),
        textCell(folio),
        dateCell(issueDate),
        textCell(issuerName),
        textCell(asRut(issuerId)),
        textCell(t(`documents:month.files.${file}`)),
      ]),
    ),
  );
}

/** A date of the service as a day, or as its text where it is none. */
function dateCell(date: string): Cell {
  const day = writtenDay(date);
  return day === undefined ? textCell(shownDate(date)) : dayCell(day);
}

/** The file goes to the client: who was asked, and the notes of the office, are not in it. */
function missingWorksheet({ missing, rut }: ClientMonthShown, context: MonthContext): Worksheet {
  const { t } = context.translator;
  return tableWorksheet(
    context,
    'missing',
    ['client', 'dispatch', 'reference', 'day', 'document', 'responsible', 'askedOn'],
    missing.map(({ number: dispatch, reference, day: on, type, kind, responsible, request }) => [
      textCell(formatRut(rut)),
      textCell(dispatch),
      textCell(reference),
      dayCell(on),
      textCell(t(kind === 'no-file' ? 'documents:message.noFile' : 'documents:message.missing', { type })),
      textCell(responsible),
      dayCell(request?.askedOn ?? ''),
    ]),
  );
}

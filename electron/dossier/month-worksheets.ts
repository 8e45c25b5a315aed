import { paymentTableTexts } from '../../shared/lists/payment-table-texts.ts';
import { type ClientMonthShown, missingOfDispatch } from '../../shared/model/client-month.ts';
import { shownDate, writtenDay } from '../../shared/model/dates.ts';
import type { PaymentTableQuery } from '../../shared/model/payment-queries.ts';
import { asRut, formatRut } from '../../shared/model/rut.ts';
import type { MonthDocument } from '../database/index.ts';
import type { Worksheet } from '../exports/index.ts';
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

function dispatchWorksheet(
  { dispatches }: ClientMonthShown,
  { translator: { t } }: MonthContext,
  agencyName: MonthSheets['agencyName'],
): Worksheet {
  return {
    name: worksheetTitle(t('documents:month.sheets.dispatches')),
    rows: [
      [
        t('documents:month.columns.agency'),
        t('documents:month.columns.dispatch'),
        t('documents:month.columns.reference'),
        t('documents:month.columns.kind'),
        t('documents:month.columns.day'),
        t('documents:month.columns.state'),
        t('documents:month.columns.documents'),
        t('documents:month.columns.missing'),
      ].map(textCell),
      ...dispatches.map((one) => [
        textCell(agencyName(one.connectionId)),
        textCell(one.number),
        textCell(one.reference),
        textCell(one.tramite),
        dayCell(one.day),
        textCell(t(`documents:month.states.${one.completeness}`)),
        numberCell(one.documents),
        numberCell(missingOfDispatch(one)),
      ]),
    ],
    headings: [0],
    frozenRows: 1,
  };
}

function documentWorksheet(
  { dispatches }: ClientMonthShown,
  documents: MonthSheets['documents'],
  { translator: { t } }: MonthContext,
  agencyName: MonthSheets['agencyName'],
): Worksheet {
  return {
    name: worksheetTitle(t('documents:month.sheets.documents')),
    rows: [
      [
        t('documents:month.columns.agency'),
        t('documents:month.columns.dispatch'),
        t('documents:month.columns.reference'),
        t('documents:month.columns.document'),
        t('documents:month.columns.folio'),
        t('documents:month.columns.issued'),
        t('documents:month.columns.issuer'),
        t('documents:month.columns.issuerRut'),
        t('documents:month.columns.file'),
      ].map(textCell),
      ...dispatches.flatMap(({ connectionId, number, reference }, index) =>
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
    ],
    headings: [0],
    frozenRows: 1,
  };
}

/** A date of the service as a day, or as its text where it is none. */
function dateCell(date: string): Cell {
  const day = writtenDay(date);
  return day === undefined ? textCell(shownDate(date)) : dayCell(day);
}

/** The file goes to the client: who was asked, and the notes of the office, are not in it. */
function missingWorksheet(
  { missing, rut }: ClientMonthShown,
  { translator: { t } }: MonthContext,
): Worksheet {
  return {
    name: worksheetTitle(t('documents:month.sheets.missing')),
    rows: [
      [
        t('documents:month.facts.client'),
        t('documents:month.columns.dispatch'),
        t('documents:month.columns.reference'),
        t('documents:month.columns.day'),
        t('documents:month.columns.document'),
        t('documents:month.columns.responsible'),
        t('documents:month.columns.askedOn'),
      ].map(textCell),
      ...missing.map(({ number: dispatch, reference, day: on, type, kind, responsible, request }) => [
        textCell(formatRut(rut)),
        textCell(dispatch),
        textCell(reference),
        dayCell(on),
        textCell(t(kind === 'no-file' ? 'documents:message.noFile' : 'documents:message.missing', { type })),
        textCell(responsible),
        dayCell(request?.askedOn ?? ''),
      ]),
    ],
    headings: [0],
    frozenRows: 1,
  };
}

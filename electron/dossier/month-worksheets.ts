import { paymentTableTexts } from '../../shared/lists/payment-table-texts.ts';
import { type ClientMonthShown, missingOfDispatch } from '../../shared/model/client-month.ts';
import type { PaymentTableQuery } from '../../shared/model/payment-queries.ts';
import { formatRut } from '../../shared/model/rut.ts';
import type { Cell, Worksheet } from '../exports/index.ts';
import { worksheetTitle } from '../lib/worksheet-names.ts';
import { type MonthContext, monthFacts } from './month-report.ts';
import { type PaymentSheets, paymentWorksheets } from './payment-worksheets.ts';

const text = (value: string): Cell => (value === '' ? { kind: 'empty' } : { kind: 'text', text: value });
const number = (value: number | undefined): Cell =>
  value === undefined ? { kind: 'empty' } : { kind: 'number', number: value };
const day = (value: string): Cell => (value === '' ? { kind: 'empty' } : { kind: 'day', day: value });

/** What the sheets of a month are made of, beside the month itself. */
interface MonthSheets extends PaymentSheets {
  query: PaymentTableQuery;
  agencyName(connectionId: string): string;
}

/**
 * A month as sheets: summary, dispatches, what is missing, its sums with their formulas, and each
 * disbursement.
 */
export function monthWorksheets(
  month: ClientMonthShown,
  context: MonthContext,
  { query, agencyName, ...sheets }: MonthSheets,
): Worksheet[] {
  const { t, language } = context.translator;
  const texts = paymentTableTexts((key) => t(`payments:${key}`), [month.month], language);
  return [
    {
      name: worksheetTitle(t('documents:month.sheets.summary')),
      rows: [
        ...monthFacts(month, context).map(({ label, value }) => [text(label), text(value)]),
        [],
        ...month.notes.map((note) => [text(note)]),
      ],
      headings: [],
      frozenRows: 0,
    },
    dispatchWorksheet(month, context, agencyName),
    missingWorksheet(month, context),
    ...paymentWorksheets({ format: 'xlsx', query, texts }, sheets),
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
      ].map(text),
      ...dispatches.map((one) => [
        text(agencyName(one.connectionId)),
        text(one.number),
        text(one.reference),
        text(one.tramite),
        day(one.day),
        text(t(`documents:month.states.${one.completeness}`)),
        number(one.documents),
        number(missingOfDispatch(one)),
      ]),
    ],
    headings: [0],
    frozenRows: 1,
  };
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
      ].map(text),
      ...missing.map(({ number: dispatch, reference, day: on, type, kind, responsible, request }) => [
        text(formatRut(rut)),
        text(dispatch),
        text(reference),
        day(on),
        text(t(kind === 'no-file' ? 'documents:message.noFile' : 'documents:message.missing', { type })),
        text(responsible),
        day(request?.askedOn ?? ''),
      ]),
    ],
    headings: [0],
    frozenRows: 1,
  };
}

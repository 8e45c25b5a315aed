import { monthLabel } from '../../shared/lists/payment-table-texts.ts';
import {
  type ClientMonth,
  type ClientMonthShown,
  missingOfDispatch,
  missingOfMonth,
} from '../../shared/model/client-month.ts';
import type { Client } from '../../shared/model/connection.ts';
import { type Day, dayInSantiago, formatDay, shownDate } from '../../shared/model/dates.ts';
import type { PaymentTableSection } from '../../shared/model/payment-table.ts';
import { clientText, formatRut } from '../../shared/model/rut.ts';
import type { MonthDocument } from '../database/index.ts';
import type { CoverCells, Report } from '../deliveries/index.ts';
import type { Translator } from '../i18n/index.ts';
import { disbursementFacts, knownSum, missingText } from './month-texts.ts';

/** Maximum missing documents in a message: the files have them all. */
const maxMissingInMessage = 40;

/** What a report of a month is made with. */
export interface MonthContext {
  clients: readonly Client[];
  translator: Translator;
  today: Day;
}

/** A count, or the sign that it is not known. */
function countText(count: number | undefined, { number }: Pick<Translator, 'number'>): string {
  return count === undefined ? '—' : number(count);
}

/** The facts of a month, as label and value. */
export function monthFacts(
  month: ClientMonth,
  { clients, translator, today }: MonthContext,
): { label: string; value: string }[] {
  const { t, number, language } = translator;
  const documents = month.dispatches.reduce((sum, dispatch) => sum + dispatch.documents, 0);
  const name = clients.find(({ rut }) => rut === month.rut)?.name;
  return [
    // The RUT first: what does not fit a line is cut.
    {
      label: t('documents:month.facts.client'),
      value: [formatRut(month.rut), name].filter(Boolean).join(' · '),
    },
    { label: t('documents:month.facts.month'), value: monthLabel(month.month, language) },
    { label: t('documents:month.facts.dispatches'), value: number(month.dispatches.length) },
    { label: t('documents:month.facts.documents'), value: number(documents) },
    { label: t('documents:month.facts.missing'), value: countText(missingOfMonth(month), translator) },
    ...disbursementFacts(month, translator),
    ...(month.asOf === ''
      ? []
      : [
          {
            label: t('documents:month.facts.asOf'),
            value: formatDay(dayInSantiago(Date.parse(month.asOf))),
          },
        ]),
    { label: t('documents:month.facts.madeAt'), value: formatDay(today) },
  ];
}

/** What a report of a month says. */
interface MonthToReport {
  month: ClientMonthShown;
  /** Those of each of its dispatches, in their order. */
  documents: readonly (readonly MonthDocument[])[];
}

/** A month as pages: its facts, dispatches, what is missing and from whom, its sums, notes and documents. */
export function monthReport(
  { month, documents: ofDispatches }: MonthToReport,
  context: MonthContext,
  madeAt: string,
): Report {
  const { t, number, language } = context.translator;
  const cells = month.dispatches.map((dispatch, index): CoverCells => {
    const { reference, tramite, day, documents } = dispatch;
    const named = [dispatch.number, reference].filter(Boolean).join(' · ');
    return [
      number(index + 1),
      named,
      tramite,
      formatDay(day),
      number(documents),
      countText(missingOfDispatch(dispatch), context.translator),
    ];
  });
  return {
    language,
    madeAt,
    pages: {
      title: t('documents:month.title', {
        client: clientText(month.rut, context.clients),
        month: monthLabel(month.month, language),
      }),
      facts: monthFacts(month, context),
      headings: [
        t('documents:month.headings.place'),
        t('documents:month.headings.dispatch'),
        t('documents:month.headings.kind'),
        t('documents:month.headings.day'),
        t('documents:month.headings.documents'),
        t('documents:month.headings.missing'),
      ],
      rows: cells.map((one) => ({ cells: one })),
      lists: [
        ...[...Map.groupBy(month.missing, ({ responsible }) => responsible)].map(([responsible, own]) => ({
          title: responsible
            ? t('documents:month.missingOf', { responsible })
            : t('documents:month.missingOfNobody'),
          rows: own.map((one) => missingText(one, context.translator)),
        })),
        ...month.payments.sections.map((section) =>
          conceptList(section, month.payments.sections.length, context.translator),
        ),
      ],
      notes: month.notes,
      annexes: month.dispatches.map((dispatch, index) => ({
        title: t('documents:month.documentsOf', {
          dispatch: [dispatch.number, dispatch.reference].filter(Boolean).join(' · '),
        }),
        rows: (ofDispatches[index] ?? []).map((one) => documentLine(one, context.translator)),
      })),
    },
  };
}

/** A document with what is known of it; whether its file is there stands before what may be cut. */
function documentLine(
  { type, folio, file, issueDate, issuerName }: MonthDocument,
  { t }: Pick<Translator, 't'>,
): string {
  const named = [type || t('documents:names.untyped'), folio].filter(Boolean).join(' ');
  const state = file === 'available' ? '' : t(`documents:month.files.${file}`);
  return [named, state, shownDate(issueDate), issuerName].filter(Boolean).join(' · ');
}

/** The sums of one currency by concept, and their total. */
function conceptList(
  { currency, rows, totals }: PaymentTableSection,
  sections: number,
  translator: Translator,
) {
  const { t, number } = translator;
  return {
    title: currency
      ? t('documents:month.conceptsIn', { currency })
      : t(`documents:month.${sections === 1 ? 'concepts' : 'conceptsNoCurrency'}`),
    rows: [
      ...rows.map(({ label, totals: own }) => ({
        label: t('documents:month.concept', {
          concept: label || t('documents:month.noConcept'),
          count: number(own.count),
        }),
        amount: knownSum(own.amount, translator),
      })),
      { label: t('documents:month.total'), amount: knownSum(totals.amount, translator) },
    ],
  };
}

/** The subject and the text of the message that a month is sent with. */
export function monthMessage(
  month: ClientMonthShown,
  context: MonthContext,
): { subject: string; body: string } {
  const { t, number } = context.translator;
  const counted = (count: number) => ({ count, shown: number(count) });
  const name = monthLabel(month.month, context.translator.language);
  const documents = month.dispatches.reduce((sum, dispatch) => sum + dispatch.documents, 0);
  const lines = month.missing.slice(0, maxMissingInMessage).map((one) => {
    const line = missingText(one, context.translator);
    const { responsible } = one;
    const named = responsible
      ? t('documents:month.mail.missingLine', { line, responsible })
      : t('documents:month.mail.missingLineOfNobody', { line });
    return `  - ${named}`;
  });
  const further = month.missing.length - lines.length;
  const missing = [
    t('documents:month.mail.missing', counted(month.missing.length)),
    ...lines,
    ...(further > 0 ? [`  ${t('documents:lacking.more', { count: further })}`] : []),
  ];
  const sums = disbursementFacts(month, context.translator).map(({ label, value }) => `${label}: ${value}`);
  return {
    subject: t('documents:month.mail.subject', {
      month: name,
      client: clientText(month.rut, context.clients),
    }),
    body: [
      t('documents:message.greeting'),
      t('documents:month.mail.attached', {
        month: name,
        dispatches: t('documents:month.dispatches', counted(month.dispatches.length)),
        documents: t('documents:month.documents', counted(documents)),
      }),
      ...(sums.length > 0 ? [sums.join('\n')] : []),
      ...(lines.length > 0 ? [missing.join('\n')] : []),
      month.notes.join('\n'),
      t('documents:mail.closing'),
    ].join('\n\n'),
  };
}

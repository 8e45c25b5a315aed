import { formatAmount } from '../../shared/model/amounts.ts';
import type { ClientMonth } from '../../shared/model/client-month.ts';
import { formatDay } from '../../shared/model/dates.ts';
import type { MissingDocument } from '../../shared/model/dossier.ts';
import type { PaymentTableSection, PaymentTotals } from '../../shared/model/payment-table.ts';
import type { Translator } from '../i18n/index.ts';

/** What has to be known about a month: what it means, and what was not asked. */
export function monthNotes(month: ClientMonth, today: string, { t }: Pick<Translator, 't'>): string[] {
  const { dispatches, isOver, partial, payments, toAsk, undated, unpaid } = month;
  const isFuture = month.month > today.slice(0, 7);
  const unjudged = dispatches.filter(({ completeness }) => completeness === 'no-expectation').length;
  return [
    ...(isFuture ? [t('documents:month.notes.future')] : isOver ? [] : [t('documents:month.notes.running')]),
    ...(toAsk.queries.some(({ kind }) => kind === 'range') ? [t('documents:month.notes.unasked')] : []),
    ...(partial > 0 ? [t('documents:month.notes.partial', { count: partial })] : []),
    ...(unjudged > 0 ? [t('documents:month.notes.unjudged', { count: unjudged })] : []),
    ...(unpaid > 0 ? [t('documents:month.notes.unpaid', { count: unpaid })] : []),
    ...(undated > 0 ? [t('documents:month.notes.undated', { count: undated })] : []),
    ...(payments.sections.length > 1 ? [t('documents:month.notes.currencies')] : []),
    t('documents:month.notes.meaning'),
  ];
}

/** What was paid in each currency, as facts; an amount that is not known is counted apart. */
export function paidFacts(
  { payments: { sections } }: Pick<ClientMonth, 'payments'>,
  translator: Pick<Translator, 't' | 'language'>,
): { label: string; value: string }[] {
  return sections.map((section) => ({
    label: paidLabel(section, sections.length, translator),
    value: paidText(section.totals, translator),
  }));
}

function paidLabel(
  { currency }: PaymentTableSection,
  sections: number,
  { t }: Pick<Translator, 't'>,
): string {
  if (sections === 1 && currency === '') return t('documents:month.facts.paid');
  return t('documents:month.facts.paidIn', { currency: currency || t('documents:month.noCurrency') });
}

function paidText({ amount, count }: PaymentTotals, translator: Pick<Translator, 't' | 'language'>): string {
  const { t } = translator;
  const paid = t('documents:month.paid', { sum: knownSum(amount, translator), count });
  return amount.unknown === 0 ? paid : t('documents:month.paidUnknown', { paid, count: amount.unknown });
}

/** A sum of which something is known; it is never 0 for what nobody knows. */
export function knownSum(
  { sum, known }: { sum: number; known: number },
  { t, language }: Pick<Translator, 't' | 'language'>,
): string {
  return known > 0 ? formatAmount(sum, language) : t('documents:month.noAmount');
}

/** A missing document of a dispatch, and when it was requested. */
export function missingText(
  { number, type, kind, request }: MissingDocument,
  { t }: Pick<Translator, 't'>,
): string {
  const document = t(kind === 'no-file' ? 'documents:message.noFile' : 'documents:message.missing', { type });
  return t('documents:month.missingLine', {
    number,
    document: request
      ? t('documents:message.asked', { document, day: formatDay(request.askedOn) })
      : document,
  });
}

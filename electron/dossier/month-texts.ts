import { dispatchKey } from '../../shared/composite-key.ts';
import { formatAmount } from '../../shared/model/amounts.ts';
import type { ClientMonth } from '../../shared/model/client-month.ts';
import { formatDay } from '../../shared/model/dates.ts';
import type { MissingDocument } from '../../shared/model/dossier.ts';
import type { PaymentTableSection, PaymentTotals } from '../../shared/model/payment-table.ts';
import type { Translator } from '../i18n/index.ts';

/** What has to be known about a month: what it means, and what was not asked. */
export function monthNotes(
  month: ClientMonth,
  today: string,
  { t, number }: Pick<Translator, 't' | 'number'>,
): string[] {
  const { dispatches, isOver, outsideRules, partial, payments, toAsk, undated, unpaid, unreadable } = month;
  const isFuture = month.month > today.slice(0, 7);
  const own = new Set(dispatches.map(dispatchKey));
  const isOtherUnasked = toAsk.queries.some(
    (query) =>
      query.kind === 'dispatches' &&
      query.connectionIds.some((connectionId) =>
        query.dispatches.some((one) => !own.has(dispatchKey({ connectionId, number: one.number }))),
      ),
  );
  const counted = (count: number) => ({ count, shown: number(count) });
  const unjudged = dispatches.filter(({ completeness }) => completeness === 'no-expectation').length;
  return [
    ...(unreadable > 0 ? [t('documents:month.notes.unreadable', counted(unreadable))] : []),
    ...(isFuture ? [t('documents:month.notes.future')] : isOver ? [] : [t('documents:month.notes.running')]),
    ...(toAsk.queries.some(({ kind }) => kind === 'range') ? [t('documents:month.notes.unasked')] : []),
    ...(partial > 0 ? [t('documents:month.notes.partial', counted(partial))] : []),
    ...(outsideRules > 0 ? [t('documents:month.notes.outsideRules', counted(outsideRules))] : []),
    ...(unjudged > 0 ? [t('documents:month.notes.unjudged', counted(unjudged))] : []),
    ...(unpaid > 0 ? [t('documents:month.notes.unpaid', counted(unpaid))] : []),
    ...(isOtherUnasked ? [t('documents:month.notes.othersUnasked')] : []),
    ...(undated > 0 ? [t('documents:month.notes.undated', counted(undated))] : []),
    ...(payments.sections.length > 1 ? [t('documents:month.notes.currencies')] : []),
    t('documents:month.notes.meaning'),
  ];
}

/**
 * The disbursements in each currency, as facts; an amount that is not known is counted apart. Not all are
 * paid: the agency reports pending ones too.
 */
export function disbursementFacts(
  { payments: { sections } }: Pick<ClientMonth, 'payments'>,
  translator: Pick<Translator, 't' | 'number' | 'language'>,
): { label: string; value: string }[] {
  return sections.map((section) => ({
    label: sumLabel(section, sections.length, translator),
    value: sumText(section.totals, translator),
  }));
}

function sumLabel({ currency }: PaymentTableSection, sections: number, { t }: Pick<Translator, 't'>): string {
  if (currency !== '') return t('documents:month.facts.disbursementsIn', { currency });
  return t(`documents:month.facts.${sections === 1 ? 'disbursements' : 'disbursementsNoCurrency'}`);
}

function sumText(
  { amount: { unknown, ...amount }, count }: PaymentTotals,
  translator: Pick<Translator, 't' | 'number' | 'language'>,
): string {
  const { t, number } = translator;
  const sum = t('documents:month.sum', { sum: knownSum(amount, translator), count, shown: number(count) });
  if (unknown === 0) return sum;
  return t('documents:month.sumUnknown', { sum, count: unknown, shown: number(unknown) });
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

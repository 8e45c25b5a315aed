import { useTranslation } from 'react-i18next';
import type { ErrorData } from '../../../shared/errors.ts';
import { currencyIn, sumByCurrency } from '../../../shared/model/currency.ts';
import type { Payments, SumGroup, SupportedPayment } from '../../../shared/model/review.ts';
import type { DisbursementRow } from '../../../shared/model/search.ts';
import { stateText } from '../../../shared/model/state-text.ts';
import { amountOrMissing } from '../../components/data-grid/cells.tsx';
import { AccessErrorMessage } from '../../ui/error-message/access-error-message.tsx';
import { formatAmount, formatDate } from '../../ui/format.ts';
import { type Subject, useInspecting } from '../../ui/inspected-subject.ts';
import pane from '../../ui/pane.module.css';
import { usePaymentsOf } from '../../ui/use-payments-of.ts';
import styles from './payments.module.css';
import { shownSum } from './sum-rows.ts';
import { documentToShow } from './support-labels.ts';
import { SupportMark } from './support-mark.tsx';

interface Props {
  subject: Subject;
  disbursements: readonly DisbursementRow[];
  error: ErrorData | undefined;
}

/**
 * The agency's disbursements for the dispatch, each with its document, and the sums with the number of
 * unknown amounts.
 */
export function DisbursementSection({ subject, disbursements, error }: Props) {
  const { t } = useTranslation('inspector');
  const payments = usePaymentsOf(subject);
  if (disbursements.length === 0 && !error) return null;
  return (
    <section className={pane.section}>
      <h3>{t('section.disbursements', { count: disbursements.length })}</h3>
      {error && <AccessErrorMessage error={error} />}
      {disbursements.length > 0 && (
        <table className={styles.money}>
          <tbody>
            {disbursements.map(({ id, date, analysisName, providerName, state, amount, item }) => (
              <tr key={id}>
                <td className={pane.soft}>{formatDate(date)}</td>
                <td>
                  {analysisName || providerName}
                  {state && <span className={pane.soft}> {stateText(state)}</span>}
                  <SupportOf subject={subject} payment={payments?.rows.find((one) => one.id === id)} />
                </td>
                <td>
                  {amountOrMissing(amount)}
                  <Currency name={currencyIn(item)} />
                </td>
              </tr>
            ))}
          </tbody>
          <tfoot>
            {sumByCurrency(disbursements).map(({ currency, unknown, ...sum }) => (
              <tr key={currency}>
                <th scope="row" colSpan={2}>
                  {t('sum')}
                  {unknown > 0 && (
                    <span className={pane.soft}> {t('unknownAmounts', { count: unknown })}</span>
                  )}
                </th>
                <td>
                  {amountOrMissing(shownSum({ ...sum, unknown }))}
                  <Currency name={currency} />
                </td>
              </tr>
            ))}
          </tfoot>
        </table>
      )}
      {payments && <SumsOfDispatch payments={payments} />}
    </section>
  );
}

/** The currency of an amount, where the agency declares one. */
function Currency({ name }: { name: string }) {
  return name !== '' && <span className={pane.soft}> {name}</span>;
}

/** Whether a payment has a document, with a link to it: the documents above name it. */
function SupportOf({ subject, payment }: { subject: Subject; payment: SupportedPayment | undefined }) {
  const { inspect } = useInspecting();
  if (!payment) return null;
  const documentId = documentToShow(payment);
  if (documentId === undefined) {
    return (
      <div className={styles.support}>
        <SupportMark payment={payment} isBrief />
      </div>
    );
  }
  return (
    <button type="button" className={styles.support} onClick={() => inspect({ ...subject, documentId })}>
      <SupportMark payment={payment} isBrief />
    </button>
  );
}

/**
 * The sums of a dispatch by state and by analysis, folded at first, each with its number of unknown amounts;
 * omitted if there is only one group.
 */
function SumsOfDispatch({ payments: { sums } }: { payments: Payments }) {
  const { t } = useTranslation('payments');
  const { t: ui } = useTranslation('ui');
  if (sums.byState.length < 2 && sums.byAnalysis.length < 2) return null;
  return (
    <details className={styles.folded}>
      <summary>{ui('advanced')}</summary>
      <Sums title={t('part.state')} groups={sums.byState} />
      <Sums title={t('part.analysis')} groups={sums.byAnalysis} />
    </details>
  );
}

function Sums({ title, groups }: { title: string; groups: readonly SumGroup[] }) {
  const { t } = useTranslation('payments');
  if (groups.length < 2) return null;
  return (
    <table className={`${styles.money} ${styles.sums}`}>
      <caption>{title}</caption>
      <tbody>
        {groups.map(({ key, label, currency, amount }) => (
          <tr key={key}>
            <td>
              {label || t('noLabel')}
              <Currency name={currency} />
              {amount.unknown > 0 && (
                <span className={pane.soft}> {t('unknown', { count: amount.unknown })}</span>
              )}
            </td>
            <td>{formatAmount(shownSum(amount))}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

import { useTranslation } from 'react-i18next';
import type { ErrorData } from '../../../shared/errors.ts';
import { sumAmounts } from '../../../shared/model/amounts.ts';
import type { DisbursementRow } from '../../../shared/model/search.ts';
import { stateText } from '../../../shared/model/state-text.ts';
import { amountOrMissing } from '../../components/data-grid/cells.tsx';
import { AccessFault } from '../../ui/fault/access-fault.tsx';
import { formatAmount, formatDate } from '../../ui/format.ts';
import pane from '../../ui/pane.module.css';
import type { Subject } from '../../ui/subject.ts';
import styles from './payments.module.css';
import { SumsOfDispatch, SupportOf, usePaymentsOf } from './support-of-dispatch.tsx';

interface Props {
  subject: Subject;
  disbursements: readonly DisbursementRow[];
  error: ErrorData | undefined;
}

/** What the agency paid for the dispatch, each with its paper, and the sums of what is known with the number of what is not. */
export function DisbursementSection({ subject, disbursements, error }: Props) {
  const { t } = useTranslation('inspector');
  const payments = usePaymentsOf(subject);
  if (disbursements.length === 0 && !error) return null;
  const { sum, unknown } = sumAmounts(disbursements.map(({ amount }) => amount));
  return (
    <section className={pane.section}>
      <h3>{t('section.disbursements', { count: disbursements.length })}</h3>
      {error && <AccessFault error={error} />}
      {disbursements.length > 0 && (
        <table className={styles.money}>
          <tbody>
            {disbursements.map(({ id, date, analysisName, providerName, state, amount }) => (
              <tr key={id}>
                <td className={pane.soft}>{formatDate(date)}</td>
                <td>
                  {analysisName || providerName}
                  {state && <span className={pane.soft}> {stateText(state)}</span>}
                  <SupportOf subject={subject} payment={payments?.rows.find((one) => one.id === id)} />
                </td>
                <td>{amountOrMissing(amount)}</td>
              </tr>
            ))}
          </tbody>
          <tfoot>
            <tr>
              <th scope="row" colSpan={2}>
                {t('sum')}
                {unknown > 0 && <span className={pane.soft}> {t('unknownAmounts', { count: unknown })}</span>}
              </th>
              <td>{unknown === disbursements.length ? amountOrMissing(undefined) : formatAmount(sum)}</td>
            </tr>
          </tfoot>
        </table>
      )}
      {payments && <SumsOfDispatch payments={payments} />}
    </section>
  );
}

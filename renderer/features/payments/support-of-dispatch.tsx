import { useTranslation } from 'react-i18next';
import type { Payments, SumGroup, SupportedPayment } from '../../../shared/model/review.ts';
import { useCall } from '../../ipc/bridge.ts';
import { formatAmount } from '../../ui/format.ts';
import pane from '../../ui/pane.module.css';
import { type Subject, useInspecting } from '../../ui/subject.ts';
import styles from './payments.module.css';
import { shownSum } from './sum-rows.ts';
import { SupportMark } from './support-mark.tsx';
import { paperToShow } from './support-words.ts';

/** The payments of one dispatch with their papers and sums; undefined until they are known. */
export function usePaymentsOf({ connectionId, number }: Pick<Subject, 'connectionId' | 'number'>) {
  const only = { scope: { dispatches: [{ connectionId, number }] }, offset: 0, limit: 500 };
  return useCall('carpeta.payments', only, { enabled: number !== '', gcTime: 5_000 }).data;
}

/** The paper that supports a payment, and the way to it. */
export function SupportOf({ subject, payment }: { subject: Subject; payment: SupportedPayment | undefined }) {
  const { inspect } = useInspecting();
  if (!payment) return null;
  const documentId = paperToShow(payment);
  if (documentId === undefined) {
    return (
      <div className={styles.support}>
        <SupportMark payment={payment} />
      </div>
    );
  }
  return (
    <button type="button" className={styles.support} onClick={() => inspect({ ...subject, documentId })}>
      <SupportMark payment={payment} />
    </button>
  );
}

/** The sums of a dispatch by state and by analysis, each with how many amounts are unknown; left out where one group is all. */
export function SumsOfDispatch({ payments: { sums } }: { payments: Payments }) {
  const { t } = useTranslation('payments');
  return (
    <>
      <Sums title={t('part.state')} groups={sums.byState} />
      <Sums title={t('part.analysis')} groups={sums.byAnalysis} />
    </>
  );
}

function Sums({ title, groups }: { title: string; groups: readonly SumGroup[] }) {
  const { t } = useTranslation('payments');
  if (groups.length < 2) return null;
  return (
    <table className={`${styles.money} ${styles.sums}`}>
      <caption>{title}</caption>
      <tbody>
        {groups.map(({ key, label, amount }) => (
          <tr key={key}>
            <td>
              {label || t('noLabel')}
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

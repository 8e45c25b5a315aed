import { IconAlertTriangle, IconCheck, IconHash, IconHelpCircle } from '@tabler/icons-react';
import { Fragment } from 'react';
import { useTranslation } from 'react-i18next';
import type { SupportedPayment } from '../../../shared/model/review.ts';
import screen from '../../ui/screen.module.css';
import styles from './payments.module.css';
import { supportNames, supportStatus } from './support-labels.ts';

const icons = {
  sure: IconCheck,
  'by-number': IconHash,
  'other-issuer': IconAlertTriangle,
  unsupported: IconAlertTriangle,
  'no-number': IconHelpCircle,
} as const;

const tones = {
  sure: screen.good,
  // No verdict: nothing proves that the issuer is the same.
  'by-number': '',
  'other-issuer': screen.warn,
  unsupported: screen.warn,
  'no-number': screen.soft,
};

interface Props {
  payment: Pick<SupportedPayment, 'support' | 'supportedBy'>;
  /** Names no document, which stands in sight: the tooltip does. */
  isBrief?: boolean;
}

/** The support of a payment as icon and text, with the document's name: its number is truncated last. */
export function SupportMark({ payment, isBrief = false }: Props) {
  const { t } = useTranslation('payments');
  const status = supportStatus(payment.support);
  const Icon = icons[status];
  const names = supportNames(payment);
  const supportedBy = isBrief ? [] : payment.supportedBy;
  return (
    <span
      className={`${screen.mark} ${styles.named} ${tones[status]}`}
      title={[t(`supportMeans.${status}`), names].filter(Boolean).join(' · ')}
    >
      <Icon size={14} aria-hidden />
      {supportedBy.length === 0 && <span className={styles.name}>{t(`support.${status}`)}</span>}
      {supportedBy.map(({ documentId, type, folio }, index) => (
        <Fragment key={documentId}>
          <span className={styles.name}>{`${type} `}</span>
          <span>{index < supportedBy.length - 1 ? `${folio}, ` : folio}</span>
        </Fragment>
      ))}
      {status === 'by-number' && <span className={`${styles.aside} ${screen.soft}`}>{t('numberOnly')}</span>}
    </span>
  );
}

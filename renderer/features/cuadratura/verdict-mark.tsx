import {
  IconAlertTriangle,
  IconCheck,
  IconCircleX,
  IconFileText,
  IconHelpCircle,
  IconReceipt,
} from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import type { LineVerdict } from '../../../shared/model/review.ts';
import styles from '../../components/list-screen/list-screen.module.css';

const icons = {
  found: IconCheck,
  'found-unknown-total': IconCheck,
  'other-total': IconAlertTriangle,
  'paper-only': IconFileText,
  'disbursement-only': IconReceipt,
  possible: IconHelpCircle,
  absent: IconCircleX,
  'other-issuer': IconCircleX,
  unreadable: IconHelpCircle,
} as const satisfies Record<LineVerdict, unknown>;

const tones: Partial<Record<LineVerdict, string | undefined>> = {
  found: styles.good,
  'other-total': styles.warn,
  'paper-only': styles.warn,
  'disbursement-only': styles.warn,
  possible: styles.warn,
  absent: styles.bad,
  'other-issuer': styles.bad,
};

/** What carries a line of the ledger, by icon and word. */
export function VerdictMark({ verdict }: { verdict: LineVerdict }) {
  const { t } = useTranslation('cuadratura');
  const Icon = icons[verdict];
  return (
    <span className={`${styles.mark} ${tones[verdict] ?? styles.soft}`} title={t(`verdictMeans.${verdict}`)}>
      <Icon size={14} aria-hidden />
      {t(`verdict.${verdict}`)}
    </span>
  );
}

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
import screen from '../../ui/screen.module.css';

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
  found: screen.good,
  'other-total': screen.warn,
  'paper-only': screen.warn,
  'disbursement-only': screen.warn,
  possible: screen.warn,
  absent: screen.bad,
  'other-issuer': screen.bad,
};

/** What carries a line of the ledger, by icon and word. */
export function VerdictMark({ verdict }: { verdict: LineVerdict }) {
  const { t } = useTranslation('cuadratura');
  const Icon = icons[verdict];
  return (
    <span className={`${screen.mark} ${tones[verdict] ?? screen.soft}`} title={t(`verdictMeans.${verdict}`)}>
      <Icon size={14} aria-hidden />
      {t(`verdict.${verdict}`)}
    </span>
  );
}

import {
  IconAlertTriangle,
  IconCheck,
  IconCircleX,
  IconFileArrowRight,
  IconFileOff,
} from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import type { HandedVerdict } from '../../../shared/carpeta/handed-lines.ts';
import screen from '../../ui/screen.module.css';

function looksOf(verdict: HandedVerdict) {
  switch (verdict) {
    case 'merged':
      return { Icon: IconCheck, tone: screen.good };
    case 'without-file':
      return { Icon: IconFileOff, tone: screen.soft };
    case 'not-downloaded':
    case 'unsigned':
    case 'not-there':
    case 'refused':
    case 'unreachable':
    case 'no-room':
    case 'cancelled':
    case 'partial':
      return { Icon: IconAlertTriangle, tone: screen.warn };
    case 'not-found':
    case 'beside-gone':
    case 'beside-locked':
      return { Icon: IconCircleX, tone: screen.bad };
    default:
      return { Icon: IconFileArrowRight, tone: screen.warn };
  }
}

/** What became of a paper that was handed over, by icon and word. */
export function HandedMark({
  verdict,
  isSigned,
  code,
}: {
  verdict: HandedVerdict;
  isSigned?: boolean | undefined;
  /** Shown small, for who reports it. */
  code?: string | undefined;
}) {
  const { t } = useTranslation('handover');
  const { Icon, tone } = looksOf(verdict);
  return (
    <span className={`${screen.mark} ${tone}`}>
      <Icon size={14} aria-hidden />
      {t(`verdict.${verdict}`)}
      {code !== undefined && <small className={screen.soft}>{code}</small>}
      {isSigned && <span className={screen.soft}>{t('signed')}</span>}
    </span>
  );
}

import {
  IconAlertTriangle,
  IconCheck,
  IconCircleX,
  IconFileArrowRight,
  IconFileOff,
} from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import type { HandedVerdict } from '../../../shared/carpeta/handed-lines.ts';
import carpeta from '../../components/list-screen/list-screen.module.css';

function looksOf(verdict: HandedVerdict) {
  switch (verdict) {
    case 'merged':
      return { Icon: IconCheck, tone: carpeta.good };
    case 'without-file':
      return { Icon: IconFileOff, tone: carpeta.soft };
    case 'not-downloaded':
    case 'partial':
      return { Icon: IconAlertTriangle, tone: carpeta.warn };
    case 'not-found':
    case 'beside-gone':
    case 'beside-locked':
      return { Icon: IconCircleX, tone: carpeta.bad };
    default:
      return { Icon: IconFileArrowRight, tone: carpeta.warn };
  }
}

/** What became of a paper that was handed over, by icon and word. */
export function HandedMark({
  verdict,
  isSigned,
}: {
  verdict: HandedVerdict;
  isSigned?: boolean | undefined;
}) {
  const { t } = useTranslation('handover');
  const { Icon, tone } = looksOf(verdict);
  return (
    <span className={`${carpeta.mark} ${tone}`}>
      <Icon size={14} aria-hidden />
      {t(`verdict.${verdict}`)}
      {isSigned && <span className={carpeta.soft}>{t('signed')}</span>}
    </span>
  );
}

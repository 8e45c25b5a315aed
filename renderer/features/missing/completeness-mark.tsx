import { IconAlertTriangle, IconCheck, IconCircleDashed } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import type { Completeness } from '../../../shared/model/carpeta.ts';
import screen from '../../ui/screen.module.css';

const icons = {
  complete: IconCheck,
  incomplete: IconAlertTriangle,
  partial: IconCircleDashed,
  'no-expectation': undefined,
} as const;

const tones = {
  complete: screen.good,
  incomplete: screen.bad,
  partial: screen.warn,
  'no-expectation': screen.soft,
};

interface Props {
  completeness: Completeness;
  missing: number;
}

/** Whether a dispatch has all that is expected of it, by icon and word. */
export function CompletenessMark({ completeness, missing }: Props) {
  const { t } = useTranslation('missing');
  const Icon = icons[completeness];
  return (
    <span className={`${screen.mark} ${tones[completeness]}`} title={t(`completenessMeans.${completeness}`)}>
      {Icon && <Icon size={14} aria-hidden />}
      {completeness === 'incomplete' ? t('lacks', { count: missing }) : t(`completeness.${completeness}`)}
    </span>
  );
}

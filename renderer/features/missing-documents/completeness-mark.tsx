import { IconAlertTriangle, IconCheck, IconCircleDashed } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import type { Completeness } from '../../../shared/model/dossier.ts';
import { StatusLabel } from '../../ui/status-label.tsx';

const markStyles = {
  complete: [IconCheck, 'good'],
  incomplete: [IconAlertTriangle, 'bad'],
  partial: [IconCircleDashed, 'warn'],
  'no-expectation': [undefined, 'soft'],
} as const;

interface Props {
  completeness: Completeness;
  missing: number;
}

/** Whether a dispatch is complete, as icon and text. */
export function CompletenessMark({ completeness, missing }: Props) {
  const { t } = useTranslation('missing');
  return (
    <StatusLabel style={markStyles[completeness]} title={t(`completenessMeans.${completeness}`)}>
      {completeness === 'incomplete' ? t('lacks', { count: missing }) : t(`completeness.${completeness}`)}
    </StatusLabel>
  );
}

import { IconCircleX, IconFileOff } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import type { MissingDocument } from '../../../shared/model/dossier.ts';
import { StatusLabel } from '../../ui/status-label.tsx';

/** Whether a document is absent, or registered without a file. */
export function MissingKind({ kind }: Pick<MissingDocument, 'kind'>) {
  const { t } = useTranslation('missing');
  return (
    <StatusLabel style={kind === 'missing' ? [IconCircleX, 'bad'] : [IconFileOff, 'warn']}>
      {t(`kind.${kind}`)}
    </StatusLabel>
  );
}

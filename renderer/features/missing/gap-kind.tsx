import { IconCircleX, IconFileOff } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import type { Gap } from '../../../shared/model/carpeta.ts';
import screen from '../../ui/screen.module.css';

/** Whether a paper is not there at all, or is registered without a file. */
export function GapKind({ kind }: Pick<Gap, 'kind'>) {
  const { t } = useTranslation('missing');
  const Icon = kind === 'missing' ? IconCircleX : IconFileOff;
  return (
    <span className={`${screen.mark} ${kind === 'missing' ? screen.bad : screen.warn}`}>
      <Icon size={14} aria-hidden />
      {t(`kind.${kind}`)}
    </span>
  );
}

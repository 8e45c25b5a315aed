import { IconCircleX, IconFileOff } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import type { Gap } from '../../../shared/model/carpeta.ts';
import styles from '../../components/list-screen/list-screen.module.css';

/** Whether a paper is not there at all, or is registered without a file. */
export function GapKind({ kind }: Pick<Gap, 'kind'>) {
  const { t } = useTranslation('missing');
  const Icon = kind === 'missing' ? IconCircleX : IconFileOff;
  return (
    <span className={`${styles.mark} ${kind === 'missing' ? styles.bad : styles.warn}`}>
      <Icon size={14} aria-hidden />
      {t(`kind.${kind}`)}
    </span>
  );
}

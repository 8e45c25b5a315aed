import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useHasLongMutation } from '../ipc/invoke-hooks.ts';
import styles from './long-act.module.css';

/** Says that an act takes long, and goes on: in a dialog one that was begun in it, outside every act that no open dialog tells of. */
export function LongAct({ isInDialog = false }: { isInDialog?: boolean }) {
  const { t } = useTranslation('ui');
  const [since] = useState(() => (isInDialog ? Date.now() : 0));
  const isLong = useHasLongMutation(since);
  return (
    <div role="status" className={isInDialog ? styles.inDialog : styles.outside}>
      {isLong && <span>{t('longAct')}</span>}
    </div>
  );
}

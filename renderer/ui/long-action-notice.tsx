import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useHasLongMutation } from '../ipc/invoke-hooks.ts';
import styles from './long-action-notice.module.css';

/**
 * Reports that an action takes long and continues: in a dialog that dialog's actions, elsewhere those that no
 * open dialog shows.
 */
export function LongActionNotice({ isInDialog = false }: { isInDialog?: boolean }) {
  const { t } = useTranslation('ui');
  const [since] = useState(() => (isInDialog ? Date.now() : 0));
  const isLong = useHasLongMutation(since);
  return (
    <div role="status" className={isInDialog ? styles.inDialog : styles.outside}>
      {isLong && <span>{t('longAct')}</span>}
    </div>
  );
}

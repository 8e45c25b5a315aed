import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useHasLongMutation } from '../ipc/invoke-hooks.ts';
import styles from './long-action-notice.module.css';

/**
 * Says that an action takes long and goes on: in a dialog its own actions, outside every action that no open
 * dialog shows.
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

import { Button } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { ClosedDispatch } from '../../../shared/model/dossier.ts';
import pane from '../../ui/pane.module.css';
import { RetentionDialog } from './retention-dialog.tsx';
import styles from './retention-line.module.css';
import { retentionBasis, retentionDay } from './retention-text.ts';

/** The retention date of a folder, its basis, and a button to change it. */
export function RetentionLine({ folder }: { folder: ClosedDispatch }) {
  const { t } = useTranslation('folders');
  const [isSetting, setSetting] = useState(false);
  const day = retentionDay(folder.retention);
  return (
    <div className={styles.keep}>
      <span>
        {day === undefined ? t('notKnown') : t('keptUntil', { day })}
        <span className={pane.soft}> · {retentionBasis(folder.retention, t)}</span>
      </span>
      <Button size="compact-xs" variant="subtle" onClick={() => setSetting(true)}>
        {t('set')}
      </Button>
      {isSetting && <RetentionDialog folders={[folder]} onClose={() => setSetting(false)} />}
    </div>
  );
}

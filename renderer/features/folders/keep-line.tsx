import { Button } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { KeptFolder } from '../../../shared/model/dossier.ts';
import pane from '../../ui/pane.module.css';
import { preloadable, usePreload } from '../../ui/preloadable.tsx';
import styles from './keep-line.module.css';
import { keepBasis, keepDay } from './keep-words.ts';

const keepDialog = preloadable(async () => ({ default: (await import('./keep-dialog.tsx')).KeepDialog }));

/** Until when the folder is kept, why, and the way to change it. */
export function KeepLine({ folder }: { folder: KeptFolder }) {
  const { t } = useTranslation('folders');
  const [isSetting, setSetting] = useState(false);
  usePreload(keepDialog);
  const day = keepDay(folder.keep);
  return (
    <div className={styles.keep}>
      <span>
        {day === undefined ? t('notKnown') : t('keptUntil', { day })}
        <span className={pane.soft}> · {keepBasis(folder.keep, t)}</span>
      </span>
      <Button size="compact-xs" variant="subtle" onClick={() => setSetting(true)}>
        {t('set')}
      </Button>
      {isSetting && <keepDialog.Component folders={[folder]} onClose={() => setSetting(false)} />}
    </div>
  );
}

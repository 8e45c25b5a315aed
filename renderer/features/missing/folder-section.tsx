import { Button } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { Gap, KeptFolder } from '../../../shared/model/carpeta.ts';
import { Fault } from '../../ui/fault/fault.tsx';
import { KeepDialog } from '../folders/keep-dialog.tsx';
import { keepBasis, keepDay } from '../folders/keep-words.ts';
import inspector from '../inspector/inspector.module.css';
import type { FolderOfDispatch } from '../inspector/use-folder.ts';
import { AskDialog } from './ask-dialog.tsx';
import { CompletenessMark } from './completeness-mark.tsx';
import styles from './folder-section.module.css';
import { GapKind } from './gap-kind.tsx';
import { chaseWords, gapReason } from './reason-words.ts';

/** What is expected of the dispatch and not there, with the reason and what was asked; and until when its folder is kept. */
export function FolderSection({ isPending, error, row, folder, missing }: FolderOfDispatch) {
  const { t } = useTranslation('missing');
  const [asking, setAsking] = useState<readonly Gap[]>();
  const unasked = missing.filter(({ chase }) => chase === undefined);
  if (error) return <Fault error={error} />;
  if (isPending) {
    return (
      <section className={inspector.section} aria-busy="true">
        <h3>{t('inFolder')}</h3>
        <p className={styles.waiting}>{t('lookingInFolder')}</p>
      </section>
    );
  }
  if (!row) return null;
  return (
    <section className={inspector.section}>
      <h3 className={styles.head}>
        {t('inFolder')}
        <CompletenessMark completeness={row.completeness} missing={row.missing} />
      </h3>
      {missing.length > 0 && (
        <ul className={styles.gaps} aria-label={t('part.gaps')}>
          {missing.map((gap) => (
            <li key={gap.type}>
              <span className={styles.gap}>
                <b>{gap.type}</b>
                <GapKind kind={gap.kind} />
              </span>
              <span className={inspector.soft}>
                {[
                  gapReason(gap, t),
                  gap.responsible && t('owes', { who: gap.responsible }),
                  gap.chase && chaseWords(gap.chase, t),
                ]
                  .filter(Boolean)
                  .join(' · ')}
              </span>
            </li>
          ))}
        </ul>
      )}
      {unasked.length > 0 && (
        <Button size="compact-xs" variant="default" onClick={() => setAsking(unasked)}>
          {t('note')}
        </Button>
      )}
      {folder && <KeepLine folder={folder} />}
      {asking && (
        <AskDialog gaps={asking} onDone={() => setAsking(undefined)} onClose={() => setAsking(undefined)} />
      )}
    </section>
  );
}

/** Until when the folder is kept, why, and the way to change it. */
function KeepLine({ folder }: { folder: KeptFolder }) {
  const { t } = useTranslation('folders');
  const [isSetting, setSetting] = useState(false);
  const day = keepDay(folder.keep);
  return (
    <div className={styles.keep}>
      <span>
        {day === undefined ? t('notKnown') : t('keptUntil', { day })}
        <span className={inspector.soft}> · {keepBasis(folder.keep, t)}</span>
      </span>
      <Button size="compact-xs" variant="subtle" onClick={() => setSetting(true)}>
        {t('set')}
      </Button>
      {isSetting && (
        <KeepDialog folders={[folder]} onDone={() => setSetting(false)} onClose={() => setSetting(false)} />
      )}
    </div>
  );
}

import { Button } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { Gap, KeptFolder } from '../../../shared/model/carpeta.ts';
import { useCall, useRefresh } from '../../bridge.ts';
import { Fault } from '../../ui/fault/fault.tsx';
import { useThrottled } from '../../ui/throttle.ts';
import { KeepDialog } from '../folders/keep-dialog.tsx';
import { keepBasis, keepDay } from '../folders/keep-words.ts';
import inspector from '../inspector/inspector.module.css';
import type { Subject } from '../inspector/subject.ts';
import { AskDialog } from '../missing/ask-dialog.tsx';
import { CompletenessMark } from '../missing/completeness-mark.tsx';
import { GapKind } from '../missing/gap-kind.tsx';
import { chaseWords, gapReason } from '../missing/reason-words.ts';
import styles from './folder-section.module.css';
import { useKeptChanges } from './use-kept-changes.ts';

const refreshMs = 500;
const shownCalls = ['carpeta.matrix', 'carpeta.gaps', 'carpeta.folders', 'carpeta.payments'] as const;

interface Props {
  subject: Subject;
  /** Whether to ask for it: not of every dispatch that is passed on the way to another. */
  isWanted: boolean;
}

/** What is expected of the dispatch and not there, with the reason and what was asked; and until when its folder is kept. */
export function FolderSection({ subject: { connectionId, number }, isWanted }: Props) {
  const { t } = useTranslation('missing');
  const only = { scope: { dispatches: [{ connectionId, number }] }, offset: 0, limit: 100 };
  const options = { enabled: isWanted, gcTime: 5_000 };
  const matrix = useCall('carpeta.matrix', only, options);
  const gaps = useCall('carpeta.gaps', only, options);
  const folders = useCall('carpeta.folders', only, options);
  const refresh = useRefresh();
  useKeptChanges(useThrottled(() => void refresh(shownCalls), refreshMs));
  const [asking, setAsking] = useState<readonly Gap[]>();
  const [row] = matrix.data?.rows ?? [];
  const [folder] = folders.data?.rows ?? [];
  const missing = gaps.data?.rows ?? [];
  const unasked = missing.filter(({ chase }) => chase === undefined);
  const error = matrix.error ?? gaps.error ?? folders.error;
  if (error) return <Fault error={error} />;
  if (matrix.isPending || gaps.isPending || folders.isPending) {
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

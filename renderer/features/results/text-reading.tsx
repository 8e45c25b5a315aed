import { Button } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import type { TextStatus } from '../../../shared/model/text-search.ts';
import { invoke, useInvokeQuery } from '../../ipc/invoke-hooks.ts';
import { formatCount } from '../../ui/format.ts';
import screen from '../../ui/screen.module.css';
import styles from './text-hits.module.css';

/** How much is read, what is not, and the pause: what is unread is in no answer. */
export function TextReading() {
  const { t } = useTranslation('texts');
  const status = useInvokeQuery('texts.status', undefined).data;
  if (!status) return null;
  const { state, secondsLeft, isRemade, unreadTotal } = status;
  const minutes = secondsLeft === undefined ? undefined : Math.max(1, Math.ceil(secondsLeft / 60));
  const pause = (isPaused: boolean) => invoke('texts.pause', { isPaused }).catch(() => undefined);
  return (
    <div className={styles.reading} role="status">
      {state !== 'idle' && <span>{t(`state.${state}`)}</span>}
      {(state === 'reading' || state === 'scans') && minutes !== undefined && (
        <span>{t('left', { count: minutes, shown: formatCount(minutes) })}</span>
      )}
      {(state === 'reading' || state === 'scans') && (
        <Button size="compact-xs" variant="default" onClick={() => pause(true)}>
          {t('pause')}
        </Button>
      )}
      {state === 'paused' && (
        <Button size="compact-xs" variant="default" onClick={() => pause(false)}>
          {t('resume')}
        </Button>
      )}
      {isRemade && <span className={screen.warn}>{t('remade')}</span>}
      {unreadTotal > 0 && (
        <details className={screen.warn}>
          <summary>{t('unread', { shown: formatCount(unreadTotal) })}</summary>
          <UnreadReasons status={status} />
        </details>
      )}
    </div>
  );
}

function UnreadReasons({ status: { waiting, unread, waitingScans } }: { status: TextStatus }) {
  const { t } = useTranslation('texts');
  const counts = Object.entries({ waiting, ...unread }) as ['waiting' | keyof typeof unread, number][];
  return (
    <ul>
      {counts
        .filter(([, count]) => count > 0)
        .map(([reason, count]) => (
          <li key={reason}>{t(`reason.${reason}`, { shown: formatCount(count) })}</li>
        ))}
      {waitingScans > 0 && <li>{t('waitingScans', { shown: formatCount(waitingScans) })}</li>}
    </ul>
  );
}

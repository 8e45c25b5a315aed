import { Button } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import type { Handover } from '../../../shared/model/handover.ts';
import { useAction } from '../../ipc/bridge.ts';
import { Fault } from '../../ui/fault/fault.tsx';
import { goTo } from '../../ui/place.ts';
import screen from '../../ui/screen.module.css';
import styles from './handover.module.css';

/** The way to the batch that fetches papers for a hand-over, and to go on without what has not come yet. */
export function Fetching({ handover }: { handover: Handover }) {
  const { t } = useTranslation('handover');
  const { state, fetching } = handover;
  const stop = useAction('downloads.control', ['downloads.list']);
  const batchId = handover.batchId ?? handover.packed?.batchId;
  if (batchId === undefined) return null;
  const isFetching = state === 'running' && fetching !== undefined;
  return (
    <div className={styles.summary}>
      {stop.error && <Fault error={stop.error} />}
      <span className={screen.push} />
      {isFetching && (
        <Button
          size="compact-xs"
          variant="default"
          loading={stop.isPending}
          onClick={() => stop.mutate({ act: 'cancel', batchId })}
        >
          {t('goWithHere')}
        </Button>
      )}
      <Button size="compact-xs" variant="default" onClick={() => goTo({ view: 'downloads', batchId })}>
        {t('seeDownload')}
      </Button>
    </div>
  );
}

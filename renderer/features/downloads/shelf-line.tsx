import { Button, VisuallyHidden } from '@mantine/core';
import { IconX } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { batchNumbers, endOf, useBatch } from '../../components/get-documents/batches.ts';
import { goTo } from '../../ui/place.ts';
import { ToolButton } from '../../ui/tool-button.tsx';
import { BatchActs, BatchWords } from './batch-standing.tsx';
import styles from './shelf.module.css';

/** How far one batch is, and what can be done with it. */
export default function ShelfLine({ batchId, onAway }: { batchId: string; onAway: () => void }) {
  const { t } = useTranslation('downloads');
  const batch = useBatch(batchId);
  if (!batch) return null;
  const { fraction, settled, total, problems, cancelled } = batchNumbers(batch);
  const end = endOf(batch);
  const tenths = Math.floor(fraction * 10);
  return (
    <div className={styles.batch}>
      <span className={styles.name} title={`${batch.name} → ${batch.folder}`}>
        <b>{batch.name}</b> → {batch.folder}
      </span>
      <progress
        className={styles.progress}
        data-problems={problems + cancelled > 0 ? true : undefined}
        value={settled}
        max={Math.max(1, total)}
        aria-label={t('progressOf', { name: batch.name })}
      />
      <BatchWords batch={batch} />
      {/* Told at each tenth: every document would be too much to listen to. */}
      <VisuallyHidden aria-live="polite">
        {end
          ? t(`endedName.${end}`, { name: batch.name })
          : t('tenths', { name: batch.name, percent: tenths * 10 })}
      </VisuallyHidden>
      <span className={styles.push} />
      <span className={styles.actions}>
        <BatchActs batch={batch} />
        <Button variant="subtle" size="compact-xs" onClick={() => goTo({ view: 'downloads', batchId })}>
          {t('detail')}
        </Button>
        {batch.state.kind === 'ended' && (
          <ToolButton icon={IconX} label={t('putAway', { name: batch.name })} onClick={onAway} />
        )}
      </span>
    </div>
  );
}

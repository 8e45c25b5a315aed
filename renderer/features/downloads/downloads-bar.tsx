import { Button } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useBatches } from '../../components/downloads-dialog/batches.ts';
import { useLayout } from '../../ui/layout.ts';
import { preloadable, usePreload } from '../../ui/preloadable.tsx';
import { navigate } from '../../ui/route.ts';
import styles from './downloads-bar.module.css';

const line = preloadable(() => import('./batch-line.tsx'));

const shownAtOnce = 3;

/** The running downloads, and the outcome of those started in this window, until dismissed. */
export function DownloadsBar() {
  const { t } = useTranslation('downloads');
  const { isShown } = useLayout();
  const { batches, isKnown } = useBatches();
  usePreload(line);
  // Batches that had ended when the window opened, until they resume. A short batch that starts later may end
  // before its first event.
  const [past, setPast] = useState<ReadonlySet<string>>();
  const ended = batches.filter(({ state }) => state.kind === 'ended').map(({ id }) => id);
  const still = past ? ended.filter((id) => past.has(id)) : ended;
  if (isKnown && still.length !== past?.size) setPast(new Set(still));
  const [away, setAway] = useState<ReadonlySet<string>>(new Set());
  const ids = batches.map(({ id }) => id);
  const shown = past ? ids.filter((id) => !past.has(id) && !away.has(id)) : [];
  if (shown.length === 0 || !isShown('shelf')) return null;
  return (
    <section className={styles.bar} aria-label={t('shelf')}>
      {shown.slice(0, shownAtOnce).map((id) => (
        <line.Component key={id} batchId={id} onAway={() => setAway(new Set([...away, id]))} />
      ))}
      {shown.length > shownAtOnce && (
        <div className={styles.batch}>
          <Button variant="subtle" size="compact-xs" onClick={() => navigate({ view: 'downloads' })}>
            {t('more', { count: shown.length - shownAtOnce })}
          </Button>
        </div>
      )}
    </section>
  );
}

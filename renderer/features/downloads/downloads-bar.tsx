import { Button } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useBatches } from '../../components/document-actions/use-batches.ts';
import { preloadable, usePreload } from '../../ui/preloadable.tsx';
import { navigate, useIsView } from '../../ui/route.ts';
import { useLayout } from '../../ui/stored-layout.ts';
import styles from './downloads-bar.module.css';

const line = preloadable(() => import('./downloads-bar-batch.tsx'));

const shownAtOnce = 3;

/**
 * The newest running download, the number of others, and for a moment those that ended well; paused ones, and
 * those with problems until they are seen. The screen of the downloads shows them itself.
 */
export function DownloadsBar() {
  const { t } = useTranslation('downloads');
  const { isShown } = useLayout();
  const { batches, isKnown } = useBatches();
  usePreload(line);
  // Ended batches that are no longer shown, until they resume: those of before the window opened, and those
  // seen since. A short batch that starts later may end before its first event.
  const [seen, setSeen] = useState<ReadonlySet<string>>();
  const isAtDownloads = useIsView('downloads');
  const ended = batches.filter(({ state }) => state.kind === 'ended').map(({ id }) => id);
  const still = seen && !isAtDownloads ? ended.filter((id) => seen.has(id)) : ended;
  if (isKnown && (still.length !== seen?.size || still.some((id) => !seen.has(id)))) setSeen(new Set(still));
  const shown = seen ? batches.filter(({ id }) => !seen.has(id)) : [];
  // One progress in sight: what is paused or has ended has a line without one.
  const running = shown.find(({ state }) => state.kind === 'running');
  const visible = shown.filter((batch) => batch === running || batch.state.kind !== 'running');
  const lines = visible.slice(0, shownAtOnce);
  if (shown.length === 0 || isAtDownloads || !isShown('shelf')) return null;
  return (
    <section className={styles.bar} aria-label={t('shelf')}>
      {lines.map(({ id }) => (
        <line.Component key={id} batchId={id} onAway={() => setSeen((now) => new Set(now).add(id))} />
      ))}
      {shown.length > lines.length && (
        <div className={styles.batch}>
          <Button variant="subtle" size="compact-xs" onClick={() => navigate({ view: 'downloads' })}>
            {t('more', { count: shown.length - lines.length })}
          </Button>
        </div>
      )}
    </section>
  );
}

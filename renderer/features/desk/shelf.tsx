import { Button } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { goTo } from '../../place.ts';
import { preloadable, usePreload } from '../../ui/preloadable.tsx';
import styles from '../downloads/downloads.module.css';
import { useBatches } from '../downloads/use-batches.ts';
import { useLayout } from './layout.ts';

const line = preloadable(() => import('./shelf-line.tsx'));

const shownAtOnce = 3;

/** What is being downloaded, and how what was begun here ended, until it is put away. */
export function Shelf() {
  const { t } = useTranslation('downloads');
  const { isShown } = useLayout();
  const { batches } = useBatches();
  usePreload(line);
  const [seen, setSeen] = useState<ReadonlySet<string>>(new Set());
  const [away, setAway] = useState<ReadonlySet<string>>(new Set());
  const unseen = batches.filter(({ id, state }) => state.kind !== 'ended' && !seen.has(id));
  if (unseen.length > 0) setSeen(new Set([...seen, ...unseen.map(({ id }) => id)]));
  const shown = batches.filter(({ id }) => seen.has(id) && !away.has(id));
  if (shown.length === 0 || !isShown('shelf')) return null;
  return (
    <section className={styles.shelf} aria-label={t('shelf')}>
      {shown.slice(0, shownAtOnce).map((batch) => (
        <line.Component key={batch.id} batch={batch} onAway={() => setAway(new Set([...away, batch.id]))} />
      ))}
      {shown.length > shownAtOnce && (
        <div className={styles.batch}>
          <Button variant="subtle" size="compact-xs" onClick={() => goTo({ view: 'downloads' })}>
            {t('more', { count: shown.length - shownAtOnce })}
          </Button>
        </div>
      )}
    </section>
  );
}

import { IconAlertTriangle } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import type { Batch } from '../../../shared/model/download.ts';
import { batchNumbers, useBatches } from '../../components/document-actions/use-batches.ts';
import { formatRoute } from '../../ui/route.ts';
import screen from '../../ui/screen.module.css';
import { HomeSection } from './home-section.tsx';
import styles from './today.module.css';

const maxBatches = 4;

/** The last batches with their outcome; each leads to its documents. */
export function LatestBatches() {
  const { t } = useTranslation('home');
  const { batches } = useBatches();
  return (
    <HomeSection part="batches" title={t('part.batches')}>
      {batches.length === 0 && <p className={styles.line}>{t('batches.none')}</p>}
      <ul>
        {batches.slice(0, maxBatches).map((batch) => (
          <li key={batch.id}>
            <a href={formatRoute({ view: 'downloads', batchId: batch.id })}>{batch.name}</a>
            <BatchOutcome batch={batch} />
          </li>
        ))}
      </ul>
      {batches.length > maxBatches && (
        <p className={styles.line}>
          <a href={formatRoute({ view: 'downloads' })}>{t('batches.all')}</a>
        </p>
      )}
    </HomeSection>
  );
}

function BatchOutcome({ batch }: { batch: Batch }) {
  const { t } = useTranslation('home');
  const numbers = batchNumbers(batch);
  const { finished, total, good, missing } = numbers;
  const of = { finished, total };
  return (
    <span>
      {batch.state.kind === 'ended'
        ? t('batches.good', { count: good })
        : t(batch.state.kind === 'paused' ? 'batches.paused' : 'batches.running', of)}
      {missing > 0 && (
        <span className={screen.bad}>
          {' · '}
          <IconAlertTriangle size={13} aria-hidden /> {t('batches.problems', { count: missing })}
        </span>
      )}
    </span>
  );
}
